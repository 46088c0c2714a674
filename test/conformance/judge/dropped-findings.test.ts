import { expect, it } from 'vitest';
import { Judgement } from '../../../src/conformance/judge/judgement.ts';

const ROW = 'chats.title.trimmed';
const details = { expected: 'a title without spaces around it', actual: '" Tide tables"' };

/** Reads and changes a chat by turns: every tenth exchange is a change. */
function judge(size: (exchange: number) => number): Judgement {
  const judgement = new Judgement();
  judgement.sizeOf = size;
  judgement.placesOf = (exchange) => [exchange % 10 === 9 ? 'updateChat' : 'getChat', 'chats.title'];
  for (let exchange = 0; exchange < 100; exchange += 1) judgement.report(ROW, exchange, details);
  return judgement;
}

const everywhere = [
  ['getChat', 'chats.title'],
  ['updateChat', 'chats.title'],
];

it.each([
  ['never made room for another', () => 1],
  ['made room for shorter ways', (exchange: number) => 100 - exchange],
])('the places of findings that are not kept are known, if findings %s', (_, size) => {
  const row = judge(size).rows.get(ROW);
  expect(row?.findings).toHaveLength(20);
  expect([...(row?.elsewhere?.values() ?? [])].sort()).toEqual(everywhere);
});

it('names the event of a finding that is not kept', () => {
  const judgement = new Judgement(1);
  judgement.placesOf = () => ['streamMessage'];
  for (const eventType of ['message.start', 'message.end', 'message.end'])
    judgement.report(ROW, 0, { ...details, eventType });
  expect([...(judgement.rows.get(ROW)?.elsewhere?.values() ?? [])]).toEqual([
    ['streamMessage', 'message.end'],
  ]);
});
