import { expect, it } from 'vitest';
import { choicesOf } from '../../portal/elements/try-it/choices.ts';

it.each([
  ['tool_approval', ['Approve', 'Reject']],
  ['auth_required', ['Go on without it']],
  ['constructor', []],
  ['__proto__', []],
  ['toString', []],
])('an interaction of the kind %s can be answered with %j', (kind, labels) => {
  expect(choicesOf({ kind, actionId: 'a', payload: {} }).map(({ label }) => label)).toEqual(labels);
});
