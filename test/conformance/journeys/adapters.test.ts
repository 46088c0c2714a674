import { readUIMessageStream } from 'ai';
import { expect, it } from 'vitest';
import { type ConversationMessage, ConversationTransport } from '../../../src/adapters/ai-sdk.ts';
import { createFetchClient, type FetchClient } from '../../../src/adapters/fetch.ts';
import type { Client } from '../../../src/client/client.ts';
import { ConversationApiError } from '../../../src/client/error.ts';
import { readRelayedTurn } from '../../../src/client/relay.ts';
import { JOURNEYS } from '../../../src/conformance/journeys/catalogue/index.ts';
import type { JourneyInput, Told } from '../../../src/conformance/journeys/task.ts';
import { answerAsAsked, judgeOwnClient, partsOf, violatedIn } from './judge.ts';

/** What openapi-fetch returns. */
interface Returned<Data> {
  readonly data?: Data;
  readonly error?: { readonly status: number; readonly message_code?: unknown };
}

/** The data of an answer; a failure in the form in which the tasks expect it. */
async function dataOf<Data>(call: Promise<Returned<Data>>): Promise<Data> {
  const { data, error } = await call;
  if (data !== undefined) return data;
  const messageCode = String(error?.message_code);
  const failure = new Error(`${error?.status} ${messageCode}`);
  throw Object.assign(failure, {
    name: 'ConversationApiError',
    messageCode,
    kind: messageCode.replaceAll('_', '-'),
  });
}

/** As much of the client as the tasks use, over the client of openapi-fetch. */
function clientOver({ GET, POST }: FetchClient) {
  const answer =
    (name: 'approve-tool' | 'respond-plan' | 'respond-elicitation' | 'cancel-auth' | 'cancel') =>
    (chat_id: string, body: object = {}) =>
      dataOf(
        POST(`/api/v1/chats/{chat_id}/actions/${name}`, {
          params: { path: { chat_id } },
          body: body as never,
        }),
      );
  const interactions = {
    approveTool: answer('approve-tool'),
    respondPlan: answer('respond-plan'),
    respondElicitation: answer('respond-elicitation'),
    cancelAuth: answer('cancel-auth'),
    cancelTurn: answer('cancel'),
  };
  return {
    turns: {
      send: (chat_id: string, body: object) =>
        dataOf(
          POST('/api/v1/chats/{chat_id}/messages', { params: { path: { chat_id } }, body: body as never }),
        ),
      stream(chat_id: string, body: object) {
        const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
        const params = { path: { chat_id } };
        const call = POST('/api/v1/chats/{chat_id}/messages/stream', {
          params,
          body: body as never,
          parseAs: 'stream',
        });
        const events = dataOf(call as Promise<Returned<ReadableStream<Uint8Array>>>);
        events
          .then((bytes) => bytes.pipeTo(writable))
          .catch((error) => writable.abort(error).catch(() => {}));
        return readRelayedTurn(readable, { interactions: interactions as never });
      },
      list: (chat_id: string) =>
        dataOf(GET('/api/v1/chats/{chat_id}/messages', { params: { path: { chat_id } } })),
    },
    chats: {
      async *list({ size }: { readonly size: number }) {
        for (let page = 1, isLast = false; !isLast; page += 1) {
          const { data, meta } = await dataOf(GET('/api/v1/chats', { params: { query: { size, page } } }));
          yield* data;
          isLast = data.length === 0 || page * size >= meta.total;
        }
      },
    },
  };
}

it('openapi-fetch does each journey in which nothing has to be repeated', async () => {
  const journeys = JOURNEYS.filter(
    ({ triesAgain, waits = 0, happenings = [] }) =>
      !triesAgain &&
      waits < 120_000 &&
      happenings.every(({ cut, fault, answer, changed }) => !cut && !fault && !answer && changed !== 'short'),
  ).map(({ name }) => name);
  const report = await judgeOwnClient({
    journeys,
    clientFor: ({ fetch, ...options }) =>
      clientOver(
        createFetchClient({ ...options, fetch: (request) => fetch(request.url, partsOf(request)) }),
      ) as never as Client,
  });
  expect(report.incomplete).toEqual([]);
  expect(violatedIn(report)).toEqual([]);
  expect(report.checks.filter(({ status }) => status !== 'passed')).toEqual([]);
});

/** Sends a turn as `useChat` does, and reads the message that the AI SDK makes of it. */
async function chat(
  client: Client,
  { chat_id: chatId = '', body, answers = {} }: JourneyInput,
): Promise<Told> {
  const { content, ...members } = body as { readonly content: string };
  const transport = new ConversationTransport({ stream: client.turns.stream });
  const user: ConversationMessage = { id: 'user', role: 'user', parts: [{ type: 'text', text: content }] };
  const given = { chatId, messageId: undefined, abortSignal: undefined, trigger: 'submit-message' } as const;
  let message: ConversationMessage | undefined;
  const answered = new Map<string, Promise<unknown>>();
  try {
    const stream = await transport.sendMessages({ ...given, messages: [user], body: members });
    for await (message of readUIMessageStream<ConversationMessage>({ stream, terminateOnError: true }))
      for (const { action_id: id } of turnOf(message)?.interactions ?? [])
        if (!answered.has(id))
          answered.set(
            id,
            transport.answer(id, (question) => answerAsAsked(question, answers)).catch(() => {}),
          );
  } catch (error) {
    if (!(error instanceof ConversationApiError)) throw error;
    return { status: 'failed', failure: error.messageCode };
  }
  await Promise.all(answered.values());
  const turn = message && turnOf(message);
  return {
    text: message?.parts.flatMap((part) => (part.type === 'text' ? part.text : [])).join(''),
    status: turn?.status,
    message_id: message?.id,
    total_tokens: message?.metadata?.usage?.total_tokens,
    sources: turn?.message?.sources.length,
  };
}

function turnOf({ parts }: ConversationMessage) {
  return parts.find((part) => part.type === 'data-turn')?.data;
}

it('the AI SDK shows every turn as it is, whatever happens on its way', async () => {
  const journeys = JOURNEYS.filter(
    ({ task, triesAgain, happenings = [] }) =>
      task === 'stream' &&
      !triesAgain &&
      // The turn has to be sent again then, which is for whoever uses the transport.
      !happenings.some(({ fault }) => fault === 'idempotency_outcome_unknown'),
  ).map(({ name }) => name);
  const report = await judgeOwnClient({ journeys, act: chat });
  expect(report.incomplete).toEqual([]);
  expect(violatedIn(report)).toEqual([]);
  expect(report.checks.filter(({ status }) => status !== 'passed')).toEqual([]);
});
