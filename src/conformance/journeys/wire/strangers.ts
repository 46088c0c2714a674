import type { Interception } from './wire.ts';

/** The first member of a JSON object: of the data of an event, of a step, or of a body. */
const FIRST_MEMBER = /(\ndata: |"steps":\[|^)\{(?=")/g;
const UNKNOWN_MEMBER = '$1{"unknown_member":{"nested":[1,null,"?"]},';
/** The place between two events. */
const BETWEEN = /(?<=\n\n)(?=event: )/g;
const UNKNOWN_EVENT = 'event: message.unknown\ndata: {"text":"Nobody knows this event.","replace":true}\n\n';

/** Adds members to objects and events to streams that the contract does not know, as a later version of the service may. */
export function addStrangers(): Interception {
  let last = '';
  return {
    head(status, { 'content-length': _, ...headers }, next) {
      next(status, headers);
    },
    piece(bytes, next) {
      // A piece may begin in the middle of a character.
      const text = bytes.toString('latin1');
      const isBetween = last.endsWith('\n\n') && text.startsWith('event: ');
      last = text;
      const changed = text.replaceAll(FIRST_MEMBER, UNKNOWN_MEMBER).replaceAll(BETWEEN, UNKNOWN_EVENT);
      return next(Buffer.from(isBetween ? UNKNOWN_EVENT + changed : changed, 'latin1'));
    },
    end: (next) => void next(),
  };
}
