import { expect, it } from 'vitest';
import { costsOf } from '../../../scripts/costs/costs-of.ts';
import type { LoggedExchange } from '../../../src/conformance/drive/logged-exchange.ts';

const CHAT = '/api/v1/chats/7d9c1b1e-6a0c-4f43-9a51-6a3e5b0c2f11/messages';
const REFUSED = 'event: message.error\ndata: {"code":"api_v1_chat_busy"}\n\n';

function send(status: number, key: string, body = '{}', path = CHAT): LoggedExchange {
  return {
    number: 0,
    check: 'turns.send',
    actor: 'main',
    request: { method: 'POST', path, headers: { 'idempotency-key': key } },
    sentAt: 0,
    status,
    headers: {},
    chunks: [{ at: 0, bytes: Buffer.from(body) }],
    length: body.length,
  };
}

it.each<[string, readonly LoggedExchange[], number]>([
  ['two turns', [send(200, 'a'), send(200, 'b', 'event: message.start', `${CHAT}/stream`)], 2],
  ['a turn and its replay', [send(200, 'a'), send(200, 'a')], 1],
  ['a refusal', [send(409, 'a'), send(422, 'b')], 0],
  ['a refusal in a stream', [send(200, 'a', REFUSED, `${CHAT}/stream`)], 0],
  ['a turn that fails at the provider or takes too long', [send(502, 'a'), send(504, 'b')], 2],
  ['an outage before the turn', [send(503, 'a')], 0],
])('counts the turns that reach a model: %s', (_, exchanges, reached) => {
  const sent = exchanges.length;
  expect(costsOf(exchanges)['turns.send']).toMatchObject({
    turns: sent,
    requests: sent,
    modelTurns: reached,
  });
});
