import { describe, expect, it } from 'vitest';
import type { ObservedRequest, ObservedResponse } from '../../src/client/index.ts';
import { forbidUnhandledRejections } from './harness/rejections.ts';
import { answer, failure, scriptService, TOKEN, unreachable } from './harness/service.ts';
import { CHAT, completed, REQUEST, start, stream } from './harness/wire.ts';

forbidUnhandledRejections();

const chat = answer({ data: { id: CHAT }, meta: { request_id: REQUEST } });

describe('observer hooks', () => {
  it('report each request before it is sent, and its end', async () => {
    const requests: ObservedRequest[] = [];
    const responses: ObservedResponse[] = [];
    const replies = [unreachable, failure(503, 'api_v1_later'), chat];
    const { client, settle } = scriptService(replies, {
      onRequest: (request) => requests.push(request),
      onResponse: (response) => responses.push(response),
    });
    await settle(client.chats.get(CHAT));
    expect(requests).toHaveLength(3);
    expect(requests[0]).toEqual({
      method: 'GET',
      path: '/api/v1/chats/{chat_id}',
      url: `https://service.test/api/v1/chats/${CHAT}`,
      headers: {},
    });
    expect(responses.map(({ request }) => requests.indexOf(request))).toEqual([0, 1, 2]);
    expect(responses).toMatchObject([
      { response: undefined, error: { kind: 'connection' }, duration: expect.any(Number) },
      { response: undefined, error: { status: 503 } },
      { response: { status: 200 }, error: undefined },
    ]);
  });

  it('add headers, and never see or replace the token', async () => {
    const { client, sent } = scriptService([chat], {
      onRequest: ({ headers }) => {
        expect(JSON.stringify(headers)).not.toContain(TOKEN);
        Object.assign(headers, { traceparent: '00-1-2-01', authorization: 'Bearer other' });
      },
    });
    await client.chats.get(CHAT);
    expect(sent[0]?.headers.get('traceparent')).toBe('00-1-2-01');
    expect(sent[0]?.headers.get('authorization')).toBe(`Bearer ${TOKEN}`);
  });

  it('see a failure with the token masked', async () => {
    const echo = failure(500, `the token ${TOKEN}`);
    let seen: unknown;
    const { client } = scriptService([echo], { maxRetries: 0, onResponse: ({ error }) => (seen = error) });
    await client.chats.get(CHAT).catch(() => {});
    expect(seen).toMatchObject({ messageCode: expect.stringContaining('***') });
  });

  it('get each event of a turn before its reader does', async () => {
    const order: string[] = [];
    const { client } = scriptService([stream(start + completed(''))], {
      onEvent: ({ type }, { chatId }) => order.push(`${chatId} ${type}`),
    });
    for await (const { type } of client.turns.stream(CHAT, { content: 'Hello' })) order.push(type);
    expect(order).toEqual([
      `${CHAT} message.start`,
      'message.start',
      `${CHAT} message.completed`,
      'message.completed',
    ]);
  });

  it('learn how a turn ends, even if the reader leaves it or it breaks off', async () => {
    const ends: Promise<unknown>[] = [];
    const replies = [stream(start + completed('Ten.')), stream(start), stream(start)];
    const { client } = scriptService(replies, {
      maxRetries: 0,
      onEvent: ({ type }, { ended }) =>
        type === 'message.start' && ends.push(ended.catch(({ kind }) => kind)),
    });
    const send = () => client.turns.stream(CHAT, { content: 'Hello' });
    await send().final();
    for await (const _ of send()) break;
    await send()
      .final()
      .catch(() => {});
    expect(await Promise.all(ends)).toEqual([
      expect.objectContaining({ content: 'Ten.' }),
      'stream-closed',
      'stream-truncated',
    ]);
  });

  it.each(['onRequest', 'onResponse'] as const)('end the call when %s throws', async (hook) => {
    const thrown = new Error('the observer is broken');
    const { client } = scriptService([chat], {
      [hook]: () => {
        throw thrown;
      },
    });
    await expect(client.chats.get(CHAT)).rejects.toBe(thrown);
  });
});
