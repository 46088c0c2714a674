import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import errors from '../../generated/errors.json' with { type: 'json' };
import { ConversationApiError } from '../../src/client/index.ts';
import { collect } from './harness/collect.ts';
import { forbidUnhandledRejections } from './harness/rejections.ts';
import { answer, failure, type Reply, scriptService } from './harness/service.ts';
import { CHAT, REQUEST, start, stream } from './harness/wire.ts';

forbidUnhandledRejections();

const page = readFileSync(new URL('../../docs/errors.md', import.meta.url), 'utf8');
const anchors = new Set([...page.matchAll(/^### (.+)$/gm)].map(([, title]) => title));

async function failureOf(reply: Reply): Promise<ConversationApiError> {
  const { client } = scriptService([reply], { maxRetries: 0 });
  const error: unknown = await client.chats.create({}).then(
    () => expect.fail('it succeeded'),
    (reason: unknown) => reason,
  );
  if (error instanceof ConversationApiError) return error;
  throw error;
}

const overHttp = errors.filter(({ channel }) => channel === 'http');
const inStreams = errors.filter(({ channel }) => channel !== 'http');

describe('a failure over HTTP', () => {
  // The client waits for a running turn. The tests of retries cover that row.
  const rows = overHttp.filter(({ id }) => id !== 'turn-in-progress');

  it.each(rows)('$status $message_code is of the kind $id', async (row) => {
    const { id, status, message_code, requirement } = row;
    const data = { code: row.data_code, message_id: 3, required_scopes: ['chat:read'] };
    const error_details = { retry_action: 'retry', service: 'core' };
    const meta = { request_id: REQUEST, error_details };
    expect(await failureOf(failure(status as number, message_code as string, { data, meta }))).toMatchObject({
      kind: id,
      status,
      messageCode: message_code,
      data: JSON.parse(JSON.stringify(data)),
      details: error_details,
      requestId: REQUEST,
      retryAction: 'retry',
      requirement,
      documentation: `conversation-api/docs/errors.md#${id}`,
      message: `POST /api/v1/chats: ${status}: ${message_code}: No.`,
    });
    expect(anchors).toContain(id);
  });

  it('with a long message is cut after a word, and marks the cut', async () => {
    const words = Array.from({ length: 200 }, (_, index) => `word${index}`).join(' ');
    const { message } = await failureOf(failure(404, 'api_v1_not_found', { message: words }));
    const [, kept = ''] = /: (word0 .*)…$/.exec(message) ?? [];
    expect(words.split(' ')).toEqual(expect.arrayContaining(kept.split(' ')));
    expect(kept.split(' ').length).toBeGreaterThan(20);
    expect(message.length).toBeLessThanOrEqual(300);
  });

  it.each([
    ['another status', failure(418, 'api_v1_not_found')],
    ['another code', failure(404, 'api_v1_gone')],
    ['a code with another data.code', failure(409, 'api_v1_core_unavailable', { data: { code: 'later' } })],
    ['a code without the data.code that it needs', failure(503, 'api_v1_core_unavailable')],
    ['a code that is not a string', answer({ message_code: 404 }, 404)],
  ])('with %s is of an unknown kind', async (_, reply) => {
    expect(await failureOf(reply)).toMatchObject({
      kind: 'unknown',
      requirement: undefined,
      documentation: 'conversation-api/docs/errors.md#unknown',
    });
  });

  it('of an unknown kind keeps the members of the answer', async () => {
    const reply = failure(409, 'api_v1_later', { data: { why: 1 }, meta: { request_id: REQUEST } });
    expect(await failureOf(reply)).toMatchObject({
      kind: 'unknown',
      status: 409,
      messageCode: 'api_v1_later',
      data: { why: 1 },
      requestId: REQUEST,
    });
  });

  it.each([
    [
      'a page',
      '<html><body>Bad gateway</body></html>',
      'POST /api/v1/chats: 502: <html><body>Bad gateway</body></html>',
    ],
    ['nothing', '', 'POST /api/v1/chats: 502: '],
    ['a JSON string', '"down"', 'POST /api/v1/chats: 502: down'],
    ['null', 'null', 'POST /api/v1/chats: 502'],
    ['a list', '[1]', 'POST /api/v1/chats: 502'],
    [
      'members of other types',
      '{"message":{"toString":1},"message_code":[],"data":1,"meta":[]}',
      'POST /api/v1/chats: 502',
    ],
    [
      'details of other types',
      '{"message":"x","meta":{"request_id":5,"error_details":"y"}}',
      'POST /api/v1/chats: 502: x',
    ],
  ])('that is %s is of an unknown kind', async (_, text, message) => {
    expect(await failureOf(answer(text, 502))).toMatchObject({
      kind: 'unknown',
      status: 502,
      message,
      requestId: undefined,
      details: undefined,
      retryAction: undefined,
    });
  });

  it('has a short message of one line, without control characters from the service', async () => {
    const text = `\u001b[2Jred\r\n\u202e\u0085${'x'.repeat(100_000)}`;
    const { message } = await failureOf(failure(409, text, { message: text }));
    expect(message.length).toBeLessThan(400);
    expect(message).not.toMatch(/\p{C}/u);
  });
});

describe('a failure inside a stream', () => {
  it.each(inStreams)('$message_code is of the kind $kind', async (row) => {
    const { kind, message_code: code, requirement } = row;
    const details = { retry_action: 'check_status' };
    const data = { code, message: 'No.', retryable: false, details };
    const service = scriptService([
      stream(`${start}event: message.error\ndata: ${JSON.stringify(data)}\n\n`),
    ]);
    const turn = service.client.turns.stream(CHAT, { content: '?' });
    const { events, failure: thrown } = await collect(service, turn);
    expect(events.at(-1)).toEqual({ type: 'message.error', data });
    expect(thrown).toBeUndefined();
    const expected = {
      kind,
      channel: 'stream',
      status: undefined,
      messageCode: code,
      data,
      details,
      requestId: REQUEST,
      retryAction: 'check_status',
      requirement,
      documentation: `conversation-api/docs/errors.md#${kind}`,
      idempotencyKey: turn.idempotencyKey,
      message: `the turn failed: message.error: ${code}: No.`,
    };
    await expect(turn.final()).rejects.toMatchObject(expected);
    await expect(turn.text()).rejects.toMatchObject(expected);
    expect(anchors).toContain(kind);
  });

  it.each([
    ['a new code', '{"code":"of_tomorrow"}'],
    ['members of other types', '{"code":"x","message":{"toString":1,"valueOf":1},"details":7}'],
  ])('with %s is of an unknown kind', async (_, data) => {
    const service = scriptService([stream(`${start}event: message.error\ndata: ${data}\n\n`)]);
    const turn = service.client.turns.stream(CHAT, { content: '?' });
    await expect(service.settle(turn.final())).rejects.toMatchObject({
      kind: 'unknown',
      data: JSON.parse(data),
      details: undefined,
    });
  });
});
