import { expect, it } from 'vitest';
import { keepClose } from '../../../scripts/costs/costs-of.ts';

it.each([
  ['the same cost', [1, 1, 0, 5, 1], [1, 1, 0, 5, 1], [1, 1, 0, 5, 1]],
  ['a cost that is close', [2, 1, 0, 7, 1], [1, 1, 0, 5, 1], [1, 1, 0, 5, 1]],
  ['many requests that are close', [1, 1, 0, 100, 1], [1, 1, 0, 91, 1], [1, 1, 0, 91, 1]],
  ['a cost that is not close', [4, 1, 0, 7, 1], [1, 1, 0, 7, 1], [4, 1, 0, 7, 1]],
  ['a cost that was not measured before', [4, 1, 0, 7, 1], undefined, [4, 1, 0, 7, 1]],
] as const)('keeps a measured cost where it was close before: %s', (_, measured, before, expected) => {
  expect(keepClose({ 'chats.create': measured }, before ? { 'chats.create': before } : {})).toEqual({
    'chats.create': expected,
  });
});
