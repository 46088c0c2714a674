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

it('keeps the findings to which the least led, and puts them first', () => {
  const judgement = new Judgement(2);
  const sizes = [30, 10, 20, 10, 40];
  judgement.sizeOf = (exchange) => sizes[exchange] ?? 0;
  for (const [exchange] of sizes.entries())
    judgement.report('chats.get.exists', exchange, { expected: 'a chat', actual: 'none' });
  judgement.putSmallestFirst();
  const row = judgement.rows.get('chats.get.exists');
  expect(row?.findings.map(({ exchange }) => exchange)).toEqual([1, 3]);
  expect(row?.violations).toBe(5);
});
