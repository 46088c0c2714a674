import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { methods } from '../../generated/methods.js';
import index from '../../generated/operations.json' with { type: 'json' };
import type { StreamEvent } from '../../generated/types.js';
import { matchesContract } from '../../generated/validators.js';
import { type Client, createClientIn } from '../../src/client/client.ts';
import { ConversationApiError, type TurnEvent } from '../../src/client/index.ts';
import { systemRuntime } from '../../src/client/runtime.ts';
import { EventStreamReader } from '../../src/event-stream/index.ts';
import { type DocumentedOperation, type InlinedExample, operations } from '../spec/document-examples.ts';
import { type MockServer, startMockServer } from './mock-server.ts';

const CHAT = '0b8f4a52-6c1d-4f0e-9a57-3d2c8e71b604';
const SKILL = 43;
const HOUR = 3_600_000;

let server: MockServer;
let client: Client;

beforeAll(async () => {
  server = await startMockServer('generated/openapi.yaml');
  let now = 0;
  const runtime = { ...systemRuntime, now: () => now };
  client = createClientIn(runtime, {
    baseUrl: server.baseUrl,
    token: 'token-of-the-back-office',
    maxRetries: 0,
    async fetch(url, init) {
      const response = await fetch(url, init);
      // A running turn of the mock never ends. After its first refusal, an hour has passed.
      if (!response.ok) now += HOUR;
      return response;
    },
  });
});

afterAll(() => server?.stop());

/** A method of the client, for an operation that is only known at run time. */
type AnyMethod = (...args: readonly unknown[]) => Promise<unknown>;

/** Sends a request through the client, asking the mock for a given example or leaving it the choice. */
async function call(
  { operationId }: DocumentedOperation,
  body: unknown,
  example?: InlinedExample,
  status?: string,
): Promise<unknown> {
  const { tag, name, method } = findMethod(operationId);
  const headers = status === undefined ? {} : { Prefer: `code=${status}, example=${example?.name}` };
  const chat = /"(?:chat_id|id)":\s*"([^"]+)"/.exec(textOf(example?.value))?.[1] ?? CHAT;
  if (operationId === 'streamMessage') {
    const events: TurnEvent[] = [];
    const options = { headers, pings: true, totalTimeout: HOUR };
    const stream = client.turns.stream(chat, body as never, options);
    for await (const event of stream) events.push(event);
    // The client itself adds a delta if an example has none.
    return events.filter((event) => !('synthetic' in event));
  }
  const args = [
    ...(method.path.includes('{chat_id}') ? [chat] : []),
    ...(method.path.includes('{skill_id}') ? [SKILL] : []),
    ...(method.input === undefined ? [] : [body]),
    { headers },
  ];
  const group = client[tag as keyof Client] as unknown as Record<string, AnyMethod>;
  return group[name]?.(...args);
}

function findMethod(operationId: string) {
  const operation = index.find((one) => one.operationId === operationId);
  for (const [tag, group] of Object.entries(methods)) {
    for (const [name, method] of Object.entries(group)) {
      if (method.method === operation?.method && method.path === operation.path) return { tag, name, method };
    }
  }
  throw new Error(`the client has no method for ${operationId}`);
}

/** An example is JSON, except a stream, which is its text. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

/** The result that the client returns for an answer. */
function expectedOf({ operationId }: DocumentedOperation, { value }: InlinedExample): unknown {
  if (operationId === 'streamMessage')
    return readEvents(String(value)).map((event) => expect.objectContaining(event));
  return findMethod(operationId).method.isList ? value : (value as { data: unknown }).data;
}

function firstRequest({ requestExamples }: DocumentedOperation): unknown {
  return requestExamples?.[0]?.value;
}

function successOf(operation: DocumentedOperation) {
  const success = operation.responses.find(({ status }) => status.startsWith('2'));
  if (success === undefined) throw new Error(`${operation.operationId} has no success`);
  return success;
}

type Case = readonly [title: string, DocumentedOperation, status: string, InlinedExample];

const requests = operations.flatMap((operation) =>
  (operation.requestExamples ?? [{ name: 'without a body', value: undefined }]).map(
    ({ name, value }) => [`${operation.operationId} ${name}`, operation, value] as const,
  ),
);

const answers: readonly Case[] = operations.flatMap((operation) =>
  operation.responses.flatMap(({ status, examples }) =>
    examples.map(
      (example) =>
        [`${operation.operationId} ${status} ${example.name}`, operation, status, example] as const,
    ),
  ),
);

const failures = answers.filter(([, , status]) => !status.startsWith('2'));
const successes = answers.filter(([, , status]) => status.startsWith('2'));

describe('a mock of the contract answers the client:', () => {
  it.each(requests)('%s is accepted', async (_, operation, body) => {
    const example = successOf(operation).examples[0] as InlinedExample;
    expect(await call(operation, body, example)).toEqual(expectedOf(operation, example));
  });

  it.each(successes)('%s', async (_, operation, status, example) => {
    const answer = await call(operation, firstRequest(operation), example, status);
    expect(answer).toEqual(expectedOf(operation, example));
  });

  it.each(failures)('%s', async (_, operation, status, example) => {
    const answer = call(operation, firstRequest(operation), example, status);
    const error = await answer.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    const { message_code, data } = example.value as { message_code: string; data: unknown };
    expect(error).toBeInstanceOf(ConversationApiError);
    expect(error).toMatchObject({ status: Number(status), messageCode: message_code, data });
    expect((error as ConversationApiError).kind).not.toBe('unknown');
  });
});

describe('the mock', () => {
  it('answers a turn sent to any chat as one of that chat', async () => {
    const chat = crypto.randomUUID();
    const turn = { content: 'When do you open?', permission_mode: 'auto' } as const;
    expect(await client.turns.send(chat, turn)).toMatchObject({ chat_id: chat });
    expect(await client.turns.stream(chat, turn).final()).toMatchObject({ chat_id: chat });
    expect(await client.chats.get(chat)).toMatchObject({ id: chat });
    expect((await client.chats.update(chat, { name: 'x' })).id).toBe(chat);
    expect((await client.chats.delete(chat)).id).toBe(chat);
  });

  const streams = successes.filter(([, { operationId }]) => operationId === 'streamMessage');

  it.each(streams)('%s consists of events of the contract', (...[, , , { value }]) => {
    const events = readEvents(String(value));
    for (const event of events) expect(matchesContract.StreamEvent(event)).toBe(true);
    expect(events[0]?.type).toBe('message.start');
    expect(events.at(-1)?.type).toMatch(/^message\.(completed|cancelled|error)$/);
  });

  it('checks requests against the contract: a turn without content is refused', async () => {
    const turn = { permission_mode: 'auto' } as never;
    await expect(client.turns.send(CHAT, turn)).rejects.toMatchObject({ status: 422 });
  });
});

function readEvents(text: string): StreamEvent[] {
  const reader = new EventStreamReader();
  reader.push(Buffer.from(text));
  const events: StreamEvent[] = [];
  for (let event = reader.next(); event; event = reader.next()) {
    events.push({ type: event.type, data: JSON.parse(event.data) } as StreamEvent);
  }
  return events;
}
