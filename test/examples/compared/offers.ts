import { createUIMessageStreamResponse } from 'ai';
import { vi } from 'vitest';
import { createClient } from '../../../src/client/index.ts';
import { withLog } from '../../../src/client/log.ts';
import { CHAT } from '../../client/harness/wire.ts';
import {
  chatBody,
  drain,
  type Features,
  has,
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
import { events, json, script, WIRE } from './wire.ts';

/** What there is to call. */
export const OFFERS: Features = {
  'Status and headers of a stream: `withResponse()`': {
    ours: async () => {
      const stream = ours(script(events(WIRE.ours.whole)).fetch).turns.stream(CHAT, TURN);
      const { response, data } = await stream.withResponse();
      await drain(data);
      return response.status === 200;
    },
    openai: async () => {
      const call = viaOpenai(script(events(WIRE.openai.whole)).fetch).chat.completions.create({
        ...chatBody,
        stream: true,
      });
      const { response, data } = await call.withResponse();
      await drain(data);
      return response.status === 200;
    },
    anthropic: async () => {
      const stream = viaAnthropic(script(events(WIRE.anthropic.whole)).fetch).messages.stream(messageBody);
      stream.done().catch(() => {});
      const { response, data } = await stream.withResponse();
      await succeeds(drain(data));
      return response.status === 200;
    },
    aiSdk: async () =>
      has(await viaAiSdk(script(events(WIRE.aiSdk.whole)).fetch).sendMessages(submit), 'withResponse'),
  },
  'Pages by hand: `hasNextPage()` and the next page': {
    ours: async () => {
      const first = await ours(script(json(WIRE.ours.list(1)), json(WIRE.ours.list(2))).fetch).chats.list();
      return first.hasNextPage() && !(await first.nextPage()).hasNextPage();
    },
    openai: async () => {
      const replies = [json(WIRE.openai.list(1)), json(WIRE.openai.list(2))];
      const first = await viaOpenai(script(...replies).fetch).files.list();
      return first.hasNextPage() && !(await first.getNextPage()).hasNextPage();
    },
    anthropic: async () => {
      const replies = [json(WIRE.anthropic.list(1)), json(WIRE.anthropic.list(2))];
      const first = await viaAnthropic(script(...replies).fetch).models.list();
      return first.hasNextPage() && !(await first.getNextPage()).hasNextPage();
    },
    aiSdk: async () => has(viaAiSdk(fetch), 'list'),
  },
  'A log by an environment variable': {
    ours: () =>
      logsBy(
        'CONVERSATION_API_LOG',
        (fetch) =>
          createClient(withLog({ baseUrl: 'https://service.test', token: TOKEN, fetch })).chats.list(),
        WIRE.ours.list(2),
      ),
    openai: () => logsBy('OPENAI_LOG', (fetch) => viaOpenai(fetch).files.list(), WIRE.openai.list(2)),
    anthropic: () =>
      logsBy('ANTHROPIC_LOG', (fetch) => viaAnthropic(fetch).models.list(), WIRE.anthropic.list(2)),
    aiSdk: () => logsBy('AI_SDK_LOG', (fetch) => viaAiSdk(fetch).sendMessages(submit), {}),
  },
  'Requests that the library does not know': {
    ours: () => succeeds(ours(script(json({})).fetch).request({ method: 'GET', path: '/api/v2/reports' })),
    openai: () => succeeds(viaOpenai(script(json({})).fetch).get('/reports')),
    anthropic: () => succeeds(viaAnthropic(script(json({})).fetch).get('/v1/reports')),
    aiSdk: async () => has(viaAiSdk(fetch), 'request') || has(viaAiSdk(fetch), 'get'),
  },
  'Two readers of one stream: `tee()`': {
    ours: async () => has(ours(fetch).turns.stream(CHAT, TURN), 'tee'),
    openai: async () =>
      has(
        await viaOpenai(script(events(WIRE.openai.whole)).fetch).chat.completions.create({
          ...chatBody,
          stream: true,
        }),
        'tee',
      ),
    anthropic: async () =>
      has(
        await viaAnthropic(script(events(WIRE.anthropic.whole)).fetch).messages.create({
          ...messageBody,
          stream: true,
        }),
        'tee',
      ),
    aiSdk: async () =>
      has(await viaAiSdk(script(events(WIRE.aiSdk.whole)).fetch).sendMessages(submit), 'tee'),
  },
  'Other defaults for some calls: `withOptions()`': {
    ours: async () => has(ours(fetch), 'withOptions'),
    openai: async () => has(viaOpenai(fetch), 'withOptions'),
    anthropic: async () => has(viaAnthropic(fetch), 'withOptions'),
    aiSdk: async () => has(viaAiSdk(fetch), 'withOptions'),
  },
  'An iterator of pages: `iterPages()`': {
    ours: async () => has(await ours(script(json(WIRE.ours.list(2))).fetch).chats.list(), 'iterPages'),
    openai: async () =>
      has(await viaOpenai(script(json(WIRE.openai.list(2))).fetch).files.list(), 'iterPages'),
    anthropic: async () =>
      has(await viaAnthropic(script(json(WIRE.anthropic.list(2))).fetch).models.list(), 'iterPages'),
    aiSdk: async () => has(viaAiSdk(fetch), 'iterPages'),
  },
  'Listeners that can be removed: `off()`': {
    ours: async () => has(ours(fetch).turns.stream(CHAT, TURN), 'off'),
    openai: async () => {
      const stream = viaOpenai(script(events(WIRE.openai.whole)).fetch).chat.completions.stream(chatBody);
      stream.done().catch(() => {});
      return has(stream, 'off');
    },
    anthropic: async () => {
      const stream = viaAnthropic(script(events(WIRE.anthropic.whole)).fetch).messages.stream(messageBody);
      stream.done().catch(() => {});
      return has(stream, 'off');
    },
    aiSdk: async () =>
      has(await viaAiSdk(script(events(WIRE.aiSdk.whole)).fetch).sendMessages(submit), 'off'),
  },
  'A relayed stream is an event stream': {
    ours: () =>
      isEventStream(
        ours(script(events(WIRE.ours.whole)).fetch)
          .turns.stream(CHAT, TURN)
          .toReadableStream(),
      ),
    openai: async () => {
      const { fetch } = script(events(WIRE.openai.whole));
      const stream = await viaOpenai(fetch).chat.completions.create({ ...chatBody, stream: true });
      return isEventStream(stream.toReadableStream());
    },
    anthropic: async () => {
      const { fetch } = script(events(WIRE.anthropic.whole));
      const stream = await viaAnthropic(fetch).messages.create({ ...messageBody, stream: true });
      return isEventStream(stream.toReadableStream());
    },
    aiSdk: async () => {
      const stream = await viaAiSdk(script(events(WIRE.aiSdk.whole)).fetch).sendMessages(submit);
      return isEventStream(createUIMessageStreamResponse({ stream }).body);
    },
  },
};

/** Whether the client writes lines, without other options, if the variable asks for it. */
async function logsBy(
  variable: string,
  call: (fetch: typeof globalThis.fetch) => Promise<unknown>,
  answer: unknown,
) {
  vi.stubEnv(variable, 'debug');
  const lines = (['debug', 'info', 'log'] as const).map((name) =>
    vi.spyOn(console, name).mockClear().mockReturnValue(),
  );
  await call(script(json(answer)).fetch);
  return lines.some(({ mock }) => mock.calls.length > 0);
}

async function isEventStream(body: ReadableStream | null): Promise<boolean> {
  return /^data: ./m.test(await new Response(body).text());
}
