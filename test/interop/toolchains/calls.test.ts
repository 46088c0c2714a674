import { expect, it } from 'vitest';
import { callFigures, type Exchange } from './calls.ts';

const id = '0b8f4a52-6c1d-4f0e-9a57-3d2c8e71b604';
const exchanges: readonly Exchange[] = [
  { request: 'POST /api/v1/chats', status: 200, body: { data: { id } } },
  { request: 'GET /api/v1/chats?page=1', status: 200, body: { data: [] } },
  { request: `POST /api/v1/chats/${id}/messages`, status: 200, body: { data: { content: 'At nine.' } } },
  { request: `GET /api/v1/chats/${id}`, status: 404, body: { message_code: 'api_v1_not_found' } },
];
const names = ['createChat', 'listChats', 'sendMessage', 'getChat'];
const said = exchanges.map(({ body: value }, index) => JSON.stringify({ call: names[index], value }));

it('counts the calls whose answer the client decoded without loss', () => {
  expect(callFigures(exchanges, said)).toEqual({ count: { kept: 4, of: 4 }, losses: [] });
});

it.each([
  ['a call that was not sent', exchanges.slice(0, 3), said, /^getChat was not sent/],
  [
    'a call that was sent differently',
    exchanges.with(3, { ...exchanges[3], request: 'GET /' } as Exchange),
    said,
    /^getChat was sent as GET \/$/,
  ],
  [
    'an answer with another status',
    exchanges.with(3, { ...exchanges[3], status: 500 } as Exchange),
    said,
    /^getChat was answered with 500$/,
  ],
  ['an answer that was not decoded', exchanges, said.slice(0, 3), /^getChat was not decoded/],
  [
    'an answer that lost a member',
    exchanges,
    said.with(3, '{"call":"getChat","value":{}}'),
    /^getChat: \/message_code: lost$/,
  ],
])('names %s', (_, seen, lines, loss) => {
  const { count, losses } = callFigures(seen, lines);
  expect(count).toEqual({ kept: 3, of: 4 });
  expect(losses).toEqual([expect.stringMatching(loss)]);
});
