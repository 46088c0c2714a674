import type { Turn } from '../../../drive/actor.ts';
import type { JsonObject } from '../../../judge/json.ts';
import { ANY_LINES } from '../../check-kit/any-text.ts';

/**
 * Metadata that a service might damage: null, white space, types, other alphabets, empty values, deep nesting, odd names, texts that look
 * like something else, large numbers, and the last of many members. There is no empty object, since it may come back as null. The
 * metadata stays far below the limit in every serialisation.
 */
export const METADATA: JsonObject = {
  note: `  ${ANY_LINES} `,
  nothing: null,
  count: 7,
  isDraft: false,
  isOpen: true,
  below: -3,
  list: ['b', null, 'a', 1, []],
  nested: { inner: { nothing: null, text: '', list: [{ deep: { deeper: { deepest: [[['end']]] } } }] } },
  outer: { nested: { deeper: { still: { deepest: { end: 'of objects alone', nothing: null } } } } },
  empty: { list: [], text: '' },
  texts: ['2026-03-02T09:30:00+01:00', '2026-03-02', '007', '1e3', 'true', 'null', '{"a": 1}'],
  numbers: [0.25, -0.5, 4_294_967_297, 9_007_199_254_740_991],
  'Größe, with.dots and $': 'ß',
  ...Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`m${at}`, at])),
};

/** The turn with metadata, and with white space around its content. */
export function withMetadata(turn: Turn): Turn & { readonly metadata: JsonObject } {
  return { ...turn, content: `  ${turn.content}\n`, metadata: METADATA };
}

/** The turn with metadata, and with unusual characters and white space in its content. */
export function withAnyText({ content, ...turn }: Turn): Turn {
  return withMetadata({ ...turn, content: `${content}\n\n${ANY_LINES} ` });
}
