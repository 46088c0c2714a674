import { expect, it } from 'vitest';
import { keepClose } from '../../../scripts/costs/costs-of.ts';

const cost = (turns: number, requests: number) => ({ turns, chats: 1, skills: 0, requests, modelTurns: 1 });

it.each([
  ['the same cost', cost(1, 5), cost(1, 5), cost(1, 5)],
  ['a cost that is close', cost(2, 7), cost(1, 5), cost(1, 5)],
  ['many requests that are close', cost(1, 100), cost(1, 91), cost(1, 91)],
  ['a cost that is not close', cost(4, 7), cost(1, 7), cost(4, 7)],
  ['a cost that was not measured before', cost(4, 7), undefined, cost(4, 7)],
])('keeps a measured cost where it was close before: %s', (_, measured, before, expected) => {
  expect(keepClose({ 'chats.create': measured }, () => before)).toEqual({ 'chats.create': expected });
});
