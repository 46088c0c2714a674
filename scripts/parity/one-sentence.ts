import type { Parity } from './sources.ts';

/**
 * The text of each row is one sentence. A rule of two sentences is two rows, and YAML silently joins an old text to the line of a
 * new one.
 */
export const oneSentence: Parity = ({ rows }) =>
  rows
    .filter(({ text }) => /[.?!]\s/.test(text) || !text.endsWith('.'))
    .map(({ id, text }) => `the text of ${id} is not one sentence: ${text}`);
