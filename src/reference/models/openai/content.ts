import { isObject, type JsonObject } from '../../../rig/script/json.ts';
import { readOptional } from './read.ts';

/** A piece of a model's text or reasoning. */
export interface Saying {
  readonly type: 'text' | 'reasoning';
  readonly text: string;
}

/** Members of a part that hold text, and what kind of text it is. */
const TEXTS = { text: 'text', refusal: 'text', thinking: 'reasoning' } as const;

/**
 * Reads a member that is a text, or a list of parts with texts. A part of another type, such as an image, is ignored.
 *
 * @throws the result of `invalid` when it is anything else
 */
export function readSayings(
  holder: JsonObject,
  member: string,
  type: Saying['type'],
  invalid: (what: string) => Error,
): Saying[] {
  const value = holder[member];
  if (!Array.isArray(value)) return [{ type, text: readOptional(holder, member, 'text', invalid) ?? '' }];
  return value.flatMap((part): Saying[] => {
    if (typeof part === 'string') return [{ type, text: part }];
    if (!isObject(part)) throw invalid(`sent a part of \`${member}\` that is not an object`);
    return Object.entries(TEXTS).flatMap(([name, kind]) =>
      // The `thinking` of a part may itself be a list of parts with texts.
      readTexts(part, name, invalid).map((text) => ({ type: type === 'reasoning' ? type : kind, text })),
    );
  });
}

function readTexts(part: JsonObject, name: string, invalid: (what: string) => Error): string[] {
  const value = part[name];
  if (!Array.isArray(value)) return [readOptional(part, name, 'text', invalid) ?? ''];
  return value.map((inner) => {
    if (!isObject(inner)) throw invalid(`sent a part of \`${name}\` that is not an object`);
    return readOptional(inner, 'text', 'text', invalid) ?? '';
  });
}
