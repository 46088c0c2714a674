import { afterEach, describe, expect, it, vi } from 'vitest';
import { ExchangeLog } from '../../../src/conformance/drive/exchange-log.ts';
import { DRIVE_LIMITS } from '../../../src/conformance/drive/limits.ts';
import { LiveStream } from '../../../src/conformance/drive/live-stream.ts';
import { machineClock } from '../../../src/conformance/drive/run-clock.ts';
import { ConsistencyJudge } from '../../../src/conformance/judge/consistency/consistency-judge.ts';
import { Judgement } from '../../../src/conformance/judge/judgement.ts';
import { ShapeJudge } from '../../../src/conformance/judge/shape-judge.ts';

const CHAT = '5814b1fd-2821-44a3-a32a-f6193bc5dbdd';
const STREAM = `/api/v1/chats/${CHAT}/messages/stream`;

const EVENTS = `event: message.start
data: {"chat_id":"${CHAT}","message_id":7}

event: message.delta
data: {"content":"Hello"}

event: message.error
data: {"code":"api_v1_internal_error","message":"It failed."}

`;

afterEach(() => vi.restoreAllMocks());

/** Reads the events as the stream of a turn, in pieces. */
function follow(text: string, { path = STREAM, limits = {} }: { path?: string; limits?: object } = {}) {
  const judgement = new Judgement();
  const log = new ExchangeLog({
    judgement,
    timeScale: 1,
    now: () => 0,
    limits: { ...DRIVE_LIMITS, ...limits },
  });
  const body = Buffer.from('{"content":"Hello"}');
  const writer = log.begin('a.check', 'main', { method: 'POST', path, headers: {}, body });
  writer.respond(200, { 'content-type': 'text/event-stream' });
  const pieces = async function* () {
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; at += 11) yield bytes.subarray(at, at + 11);
  };
  const transport = { limits: { ...DRIVE_LIMITS, ...limits }, clock: machineClock };
  const stream = new LiveStream(
    pieces(),
    writer,
    new AbortController(),
    { chatId: CHAT, key: '' },
    transport,
  );
  return { stream, judgement };
}

const TYPES = ['message.start', 'message.delta', 'message.error'];

describe('a stream that a check follows', () => {
  it('has the events that the judge reads', async () => {
    const { stream, judgement } = follow(EVENTS);
    await stream.rest();
    expect(stream.events.map(({ type }) => type)).toEqual(TYPES);
    expect(stream.messageId).toBe(7);
    expect(judgement.events).toBe(3);
  });

  it.each([
    ['of streams', () => vi.spyOn(ShapeJudge.prototype, 'judge')],
    ['that compares answers', () => vi.spyOn(ConsistencyJudge.prototype, 'event')],
  ])('continues when the judge %s throws, and the judgement names the defect', async (_, spy) => {
    spy().mockImplementation(() => {
      throw new TypeError('no such member');
    });
    const { stream, judgement } = follow(EVENTS);
    const end = await stream.rest();
    expect(stream.events.map(({ type }) => type)).toEqual(TYPES);
    expect(end?.data.code).toBe('api_v1_internal_error');
    expect(judgement.incomplete).toEqual([expect.stringMatching(/a defect of the suite.*no such member/)]);
  });

  it('has no events that nobody knows, whose members a check could mistake for those of others', async () => {
    const unknown = 'event: message.note\ndata: {"text":"Hello","message_id":8}\n\n';
    const { stream, judgement } = follow(
      EVENTS.replace('event: message.delta', `${unknown}event: message.delta`),
    );
    await stream.rest();
    expect(stream.events.map(({ type }) => type)).toEqual(TYPES);
    expect(judgement.rows.get('stream.events.known-names')?.violations).toBe(1);
  });

  it('yields events even on an operation without them, so that it ends with its last one', async () => {
    const { stream, judgement } = follow(EVENTS, { path: `/api/v1/chats/${CHAT}/messages` });
    await stream.rest();
    expect(stream.terminal?.type).toBe('message.error');
    expect(judgement.events).toBe(0);
  });

  it.each([
    ['events', { events: 2 }, 'the stream has more than 2 events'],
    [
      'bytes of one event',
      { eventBytes: 40 },
      'an event of the stream has more than 40 bytes or 250000 values',
    ],
  ])('fails when it exceeds the limit of %s', async (_, limits, message) => {
    const { stream } = follow(EVENTS, { limits });
    await expect(stream.rest()).rejects.toThrow(message);
  });
});
