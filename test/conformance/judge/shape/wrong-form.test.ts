import { expect, it } from 'vitest';
import { hintAtForm, INTEGERS_AS_TEXT } from '../../../../src/conformance/judge/shape/wrong-form.ts';

const TIMES = expect.stringMatching(/^times are sent as numbers/);

it.each([
  ['an id as text', 'integer', '"407"', INTEGERS_AS_TEXT],
  ['a number of tokens as text, or null', 'integer or null', '"-1"', INTEGERS_AS_TEXT],
  ['another text instead of an integer', 'integer', '"4a7"', undefined],
  ['a fraction instead of an integer', 'integer', '4.7', undefined],
  ['a time in seconds', 'string', '1767225785', TIMES],
  ['a time in fractions of seconds', 'string', '1767225785.25', TIMES],
  ['a time in milliseconds, as text', 'a date-time string', '"1767225785059"', TIMES],
  ['a small number instead of a text', 'string', '17', undefined],
  ['a date', 'a date-time string', '"2026-01-01"', undefined],
])('%s has its cause, or none', (_, wanted, actual, hint) => {
  expect(hintAtForm(wanted, actual).hint).toEqual(hint);
});
