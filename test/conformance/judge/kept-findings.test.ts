import { expect, it } from 'vitest';
import { Judgement } from '../../../src/conformance/judge/judgement.ts';

it.each([
  [undefined, 20],
  [500, 25],
  [3, 3],
])('keeps findings up to the limit %s, and counts the others', (limit, kept) => {
  const judgement = new Judgement(limit);
  for (let exchange = 0; exchange < 25; exchange += 1)
    judgement.report('chats.get.exists', exchange, { expected: 'a chat', actual: 'none' });
  const row = judgement.rows.get('chats.get.exists');
  expect([row?.findings.length, row?.violations]).toEqual([kept, 25]);
});

it.each([
  ['those to which the least led, and the first', [30, 20, 10, 25, 5], [4, 2, 0]],
  ['the earlier of equals', [30, 10, 10, 10, 10], [1, 2, 0]],
])('keeps %s, and puts the smallest first', (_, sizes, kept) => {
  const judgement = new Judgement(3);
  judgement.sizeOf = (exchange) => sizes[exchange] ?? 0;
  for (const [exchange] of sizes.entries())
    judgement.report('chats.get.exists', exchange, { expected: 'a chat', actual: 'none' });
  judgement.putSmallestFirst();
  const row = judgement.rows.get('chats.get.exists');
  expect(row?.findings.map(({ exchange }) => exchange)).toEqual(kept);
  expect(row?.violations).toBe(5);
});

it('removes only one finding for an exchange with several', () => {
  const judgement = new Judgement(3);
  judgement.sizeOf = (exchange) => 30 - exchange;
  for (const exchange of [0, 1, 2, 3, 3, 3])
    judgement.report('chats.get.exists', exchange, { expected: 'a chat', actual: 'none' });
  judgement.putSmallestFirst();
  const row = judgement.rows.get('chats.get.exists');
  expect(row?.findings.map(({ exchange }) => exchange)).toEqual([3, 2, 0]);
});
