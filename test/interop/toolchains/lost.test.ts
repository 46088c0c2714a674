import { expect, it } from 'vitest';
import { figuresOf } from './figures.ts';
import { firstLoss } from './lost.ts';

it.each<[string, unknown, unknown, string | undefined]>([
  ['keeps equal values', { a: [1, { b: 'x' }] }, { a: [1, { b: 'x' }] }, undefined],
  ['accepts an absent member for null, and the reverse', { a: null }, { b: null }, undefined],
  [
    'accepts another spelling of a time',
    '2026-03-02T11:00:00.2Z',
    '2026-03-02T11:00:00.200+00:00',
    undefined,
  ],
  ['names a member that was lost', { a: { b: 1 } }, { a: {} }, '/a/b: lost'],
  ['names a member that was added', {}, { a: 1 }, '/a: added'],
  [
    'reports a number that lost its precision',
    1772449200.25,
    1772449280,
    ': 1772449280 instead of 1772449200.25',
  ],
  ['reports a number that became a string', { id: 7 }, { id: '7' }, '/id: "7" instead of 7'],
  ['sees a shorter list', [1, 2], [1], ': not the same list'],
  [
    'sees another time',
    '2026-03-02T11:00:00Z',
    '2026-03-02T12:00:00Z',
    ': "2026-03-02T12:00:00Z" instead of "2026-03-02T11:00:00Z"',
  ],
])('%s', (_, before, after, loss) => {
  expect(firstLoss(before, after)).toBe(loss);
});

it('counts an item without an answer as lost', () => {
  const items = [
    { id: '1', kind: 'event', type: 'Ping', value: { ts: 1 } },
    { id: '2', kind: 'event', type: 'Ping', value: { ts: 2 } },
  ] as const;
  const { event, losses } = figuresOf(items, [{ id: '1', kind: 'event', value: { ts: 1 } }]);
  expect(event).toEqual({ kept: 1, of: 2 });
  expect(losses).toEqual(['event Ping (2): the program printed nothing for it']);
});
