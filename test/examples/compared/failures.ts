import * as anthropic from '@anthropic-ai/sdk';
import * as openai from 'openai';
import { vi } from 'vitest';
import * as errors from '../../../src/client/errors.ts';
import { createClient } from '../../../src/client/index.ts';
import { CHAT } from '../../client/harness/wire.ts';
import {
  chatBody,
  drain,
  type Features,
  failureOf,
  messageBody,
  ours,
  submit,
  succeeds,
  TOKEN,
  TURN,
  viaAiSdk,
  viaAnthropic,
  viaOpenai,
} from './clients.ts';
import { events, json, lost, type Reply, script, WIRE } from './wire.ts';

const echo = json({ error: { message: `wrong: ${TOKEN}` }, message: `wrong: ${TOKEN}` }, 400);
const busy = json({ error: { message: 'slow down' } }, 429, { 'x-should-retry': 'false' });

/** What happens when something fails. */
export const FAILURES: Features = {
  'A lost answer to a send does not run it twice': {
    ours: async () => {
      const { fetch, sent } = script(lost, json(WIRE.ours.answer));
      await ours(fetch).turns.send(CHAT, TURN);
      const keys = sent.map(({ headers }) => headers.get('idempotency-key'));
      return sent.length === 2 && keys[0] !== null && keys[0] === keys[1];
    },
    openai: () =>
      sendsOnceOrWithKey((fetch) => viaOpenai(fetch).chat.completions.create(chatBody), WIRE.openai.answer),
    anthropic: () =>
      sendsOnceOrWithKey((fetch) => viaAnthropic(fetch).messages.create(messageBody), WIRE.anthropic.answer),
    // It does not repeat, and the person sends the message again.
    aiSdk: () =>
      sendsOnceOrWithKey(async (fetch) => {
        await viaAiSdk(fetch)
          .sendMessages(submit)
          .catch(() => {});
        await viaAiSdk(fetch).sendMessages(submit);
      }, {}),
  },
  'A stream that breaks off is not taken for a whole one': {
    ours: () => {
      const { fetch } = script(events(WIRE.ours.cut), events(WIRE.ours.whole));
      return succeeds(ours(fetch).turns.stream(CHAT, TURN).final());
    },
    openai: async () =>
      !(await succeeds(
        viaOpenai(script(events(WIRE.openai.cut)).fetch)
          .chat.completions.create({ ...chatBody, stream: true })
          .then(drain),
      )),
    anthropic: async () =>
      !(await succeeds(
        viaAnthropic(script(events(WIRE.anthropic.cut)).fetch)
          .messages.create({ ...messageBody, stream: true })
          .then(drain),
      )),
    aiSdk: async () =>
      !(await succeeds(
        viaAiSdk(script(events(WIRE.aiSdk.cut)).fetch)
          .sendMessages(submit)
          .then(drain),
      )),
  },
  'A class for each kind of failure': {
    ours: async () =>
      (await failureOf(
        createClient({
          baseUrl: 'https://service.test',
          token: TOKEN,
          maxRetries: 0,
          fetch: script(busy).fetch,
        }).chats.list(),
      )) instanceof errors.RateLimitError,
    openai: async () =>
      (await failureOf(viaOpenai(script(busy).fetch).files.list())) instanceof openai.RateLimitError,
    anthropic: async () =>
      (await failureOf(viaAnthropic(script(busy).fetch).models.list())) instanceof anthropic.RateLimitError,
    aiSdk: async () => {
      const classOf = async (reply: Reply) =>
        Object(await failureOf(viaAiSdk(script(reply).fetch).sendMessages(submit))).constructor;
      return (await classOf(busy)) !== (await classOf(json({}, 404)));
    },
  },
  'The token is masked in messages': {
    ours: () => hides(ours(script(echo).fetch).chats.list().then()),
    openai: () => hides(viaOpenai(script(echo).fetch).files.list().then()),
    anthropic: () => hides(viaAnthropic(script(echo).fetch).models.list().then()),
    aiSdk: () => hides(viaAiSdk(script(echo).fetch).sendMessages(submit)),
  },
  'The first failure of a call says what it was doing': {
    ours: () => names(ours(script(json({}, 404)).fetch).chats.get(CHAT), /GET .*chats/),
    openai: () => names(viaOpenai(script(json({}, 404)).fetch).files.retrieve('a'), /GET|files/),
    anthropic: () => names(viaAnthropic(script(json({}, 404)).fetch).models.retrieve('a'), /GET|models/),
    aiSdk: () => names(viaAiSdk(script(json({}, 404)).fetch).sendMessages(submit), /POST|chat/),
  },
  'A write without a key is not repeated after a lost connection': {
    ours: () => sendsOnce((fetch) => ours(fetch).chats.create({})),
    openai: () => sendsOnce((fetch) => viaOpenai(fetch).vectorStores.create({})),
    anthropic: () => sendsOnce((fetch) => viaAnthropic(fetch).messages.create(messageBody)),
    aiSdk: () => sendsOnce((fetch) => viaAiSdk(fetch).sendMessages(submit)),
  },
  'An answer that stops halfway ends by a timeout': {
    ours: () =>
      ends(
        ours(script(stalled('application/json')).fetch)
          .chats.list()
          .then(),
      ),
    openai: () =>
      ends(
        viaOpenai(script(stalled('application/json')).fetch)
          .files.list()
          .then(),
      ),
    anthropic: () =>
      ends(
        viaAnthropic(script(stalled('application/json')).fetch)
          .models.list()
          .then(),
      ),
    aiSdk: () =>
      ends(
        viaAiSdk(script(stalled('application/json')).fetch)
          .sendMessages(submit)
          .then(drain),
      ),
  },
  'A stream that falls silent ends by a timeout': {
    ours: () =>
      ends(
        ours(script(stalled('text/event-stream')).fetch)
          .turns.stream(CHAT, TURN)
          .final(),
      ),
    openai: () => {
      const { fetch } = script(stalled('text/event-stream'));
      return ends(
        viaOpenai(fetch)
          .chat.completions.create({ ...chatBody, stream: true })
          .then(drain),
      );
    },
    anthropic: () => {
      const { fetch } = script(stalled('text/event-stream'));
      return ends(
        viaAnthropic(fetch)
          .messages.create({ ...messageBody, stream: true })
          .then(drain),
      );
    },
    aiSdk: () =>
      ends(
        viaAiSdk(script(stalled('text/event-stream')).fetch)
          .sendMessages(submit)
          .then(drain),
      ),
  },
  'A `Retry-After` of 90 seconds is respected': {
    ours: () => waits((fetch) => ours(fetch).chats.list().then(), WIRE.ours.list(2)),
    openai: () => waits((fetch) => viaOpenai(fetch).files.list().then(), WIRE.openai.list(2)),
    anthropic: () => waits((fetch) => viaAnthropic(fetch).models.list().then(), WIRE.anthropic.list(2)),
    aiSdk: () => waits((fetch) => viaAiSdk(fetch).sendMessages(submit), {}),
  },
};

/** Whether the message of what is thrown has the token. */
const hides = (promise: Promise<unknown>) =>
  promise.then(
    () => true,
    (error: Error) => !error.message.includes(TOKEN),
  );

const names = async (promise: PromiseLike<unknown>, pattern: RegExp) =>
  pattern.test(String(await failureOf(promise)));

/** Whether all requests of a send whose first answer is lost have the same key, or there is only one request. */
async function sendsOnceOrWithKey(
  send: (fetch: typeof globalThis.fetch) => Promise<unknown>,
  answer: unknown,
) {
  const { fetch, sent } = script(lost, json(answer));
  await succeeds(send(fetch));
  const keys = new Set(sent.map(({ headers }) => headers.get('idempotency-key')));
  return sent.length === 1 || (keys.size === 1 && !keys.has(null));
}

const sendsOnce = async (send: (fetch: typeof globalThis.fetch) => PromiseLike<unknown>) => {
  const { fetch, sent } = script(lost, json({}));
  await failureOf(send(fetch));
  return sent.length === 1;
};

/** A body that begins and then stops for good. */
const stalled =
  (type: string): Reply =>
  () =>
    new Response(new ReadableStream({ start: (body) => body.enqueue(new TextEncoder().encode(' ')) }), {
      headers: { 'content-type': type },
    });

/** Whether it ends within a day. */
async function ends(promise: Promise<unknown>): Promise<boolean> {
  let isOver = false;
  void failureOf(promise).then(() => {
    isOver = true;
  });
  for (let hour = 0; hour < 24 && !isOver; hour++) await vi.advanceTimersByTimeAsync(3_600_000);
  return isOver;
}

/** Whether the request is sent again after 90 seconds, and not much earlier. */
async function waits(
  call: (fetch: typeof globalThis.fetch) => Promise<unknown>,
  answer: unknown,
): Promise<boolean> {
  const { fetch, sent } = script(json({}, 429, { 'retry-after': '90' }), json(answer));
  const calling = failureOf(call(fetch));
  await vi.advanceTimersByTimeAsync(89_000);
  const early = sent.length;
  await vi.advanceTimersByTimeAsync(2_000);
  await calling;
  return early === 1 && sent.length === 2;
}
