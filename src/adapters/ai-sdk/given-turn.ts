import type { SendTurnRequest } from '../../../generated/types.js';
import { isObject } from '../../client/read-event.ts';
import type { ConversationMessage, Part } from './message.ts';

/** What `sendMessage` is given for one message. */
export interface GivenOptions {
  /** Members of the turn, or whatever `turnFor` makes of it. */
  readonly body: object | undefined;
  /** The `metadata` of the turn if it is an object, or whatever `turnFor` makes of it. */
  readonly metadata: unknown;
}

/** Makes the turn for a message of the user. */
export type TurnFor = (message: ConversationMessage, given: GivenOptions) => SendTurnRequest;

/**
 * The turn for the text of a message.
 *
 * @throws TypeError for a part that is not text, because a turn of the service carries only text and ids
 */
export const plainTurn: TurnFor = ({ parts }, { body, metadata }) => ({
  content: parts.map(textOf).join(''),
  permission_mode: 'manual',
  ...(isObject(metadata) && { metadata }),
  ...body,
});

/** @throws TypeError if there is none */
export function lastOfUser(messages: readonly ConversationMessage[]): ConversationMessage {
  const message = messages.findLast(({ role }) => role === 'user');
  if (!message) throw new TypeError('there is no message of the user to send');
  return message;
}

function textOf(part: Part): string {
  if (part.type === 'text') return part.text;
  const name = part.type === 'file' ? ` (${[part.filename, part.mediaType].filter(Boolean).join(', ')})` : '';
  throw new TypeError(
    `a turn cannot carry the part ${part.type}${name}: pass \`turnFor\` to say what to send for it, such as \`attachments.file_ids\``,
  );
}
