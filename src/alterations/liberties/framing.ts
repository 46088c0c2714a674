import type { Framing } from '../../reference/http/event-sink.ts';
import type { Chance } from './chance.ts';
import { respell, type SpellingLiberties } from './spelling.ts';

/** The liberties that a server takes with the format of event streams. */
export interface FramingLiberties extends SpellingLiberties {
  /** A byte order mark, and any of the three line ends. */
  readonly lines: boolean;
  /** Comments, ids, retry times and fields that nobody knows, and fields in any order. */
  readonly fields: boolean;
}

const RARELY = 0.1;
const LINE_ENDS: readonly [string, ...string[]] = ['\n', '\r\n', '\r'];
const FURTHER: readonly [string, ...string[]] = [
  ':',
  ': keep-alive',
  'id: 7',
  'id',
  'retry: 3000',
  'version: 1',
  'x',
];

/** Writes the events of each stream with liberties that the format allows. */
export function frameFreely(liberties: FramingLiberties, chance: Chance): Framing {
  return () => {
    const lineEnd = liberties.lines ? chance.pick(LINE_ENDS) : '\n';
    let mark = liberties.lines && chance.happens(0.5) ? '\uFEFF' : '';
    return ({ type, data }) => {
      const text = respell(JSON.stringify(data), liberties, chance);
      const fields = [`event:${space(liberties, chance)}${type}`, ...dataLines(text, liberties, chance)];
      if (liberties.fields && chance.happens(0.5)) fields.push(fields.shift() as string);
      if (liberties.fields && chance.happens(RARELY))
        fields.splice(chance.below(fields.length + 1), 0, chance.pick(FURTHER));
      const written = `${mark}${[...fields, '', ''].join(lineEnd)}`;
      mark = '';
      return written;
    };
  };
}

/** One line of data for each line of the JSON. Between tokens, a line end is white space of any kind. */
function dataLines(text: string, liberties: FramingLiberties, chance: Chance): string[] {
  return text.split(/\r\n|\r|\n/).map((line) => `data:${space(liberties, chance)}${line}`);
}

/** A space after the colon is no part of the value. */
function space({ fields }: FramingLiberties, chance: Chance): string {
  return fields && chance.happens(0.5) ? '' : ' ';
}
