import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient } from '../../generated/client.js';
import index from '../../generated/operations.json' with { type: 'json' };
import type { StreamEvent } from '../../generated/types.js';
import { matchesContract } from '../../generated/validators.js';
import { EventStreamReader } from '../../src/event-stream/index.ts';
import { type DocumentedOperation, type InlinedExample, operations } from '../spec/document-examples.ts';
import { type MockServer, startMockServer } from './mock-server.ts';

let server: MockServer;

beforeAll(async () => {
  server = await startMockServer('generated/openapi.yaml');
}, 60_000);

afterAll(() => server?.stop());

const parameters = {
  path: { chat_id: '0b8f4a52-6c1d-4f0e-9a57-3d2c8e71b604', skill_id: 43 },
  header: { 'Idempotency-Key': '5c0b7a1e-9f34-4f2a-8d61-2b7c90e4a3d5' },
};

interface Answer {
  readonly data?: unknown;
  readonly error?: unknown;
  readonly response: Response;
}

/** The generated client, for an operation that is only known at run time. */
type AnyClient = { request(method: string, path: string, init: object): Promise<Answer> };

/** Sends a request example through the generated client, and asks the mock for this answer. */
function call({ operationId }: DocumentedOperation, body: unknown, prefer?: string): Promise<Answer> {
  const entry = index.find((operation) => operation.operationId === operationId);
  if (entry === undefined) throw new Error(`there is no operation ${operationId}`);
  const client = createClient({ baseUrl: server.baseUrl, token: 'token-of-the-back-office' });
  const isStream = entry.responses['200'] === 'text/event-stream';
  const names = entry.parameters.filter(({ required }) => required).map(({ name }) => name);
  const chosen = (values: object) =>
    Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)));
  return (client as unknown as AnyClient).request(entry.method.toLowerCase(), entry.path, {
    params: { path: chosen(parameters.path), header: chosen(parameters.header) },
    ...(body !== undefined && { body }),
    ...(prefer !== undefined && { headers: { Prefer: prefer } }),
    ...(isStream && { parseAs: 'text' }),
  });
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

describe('a mock of the contract answers through the generated client:', () => {
  it.each(requests)('%s is accepted', async (_, operation, body) => {
    const { status, examples } = successOf(operation);
    const { data, error, response } = await call(operation, body);
    expect(error).toBeUndefined();
    expect(response.status).toBe(Number(status));
    expect(data).toEqual(examples[0]?.value);
  });

  it.each(successes)('%s', async (_, operation, status, { name, value }) => {
    const { data, response } = await call(
      operation,
      firstRequest(operation),
      `code=${status}, example=${name}`,
    );
    expect(response.status).toBe(Number(status));
    expect(data).toEqual(value);
  });

  it.each(failures)('%s', async (_, operation, status, { name, value }) => {
    const { data, error, response } = await call(
      operation,
      firstRequest(operation),
      `code=${status}, example=${name}`,
    );
    expect(response.status).toBe(Number(status));
    expect(data).toBeUndefined();
    expect(error).toEqual(value);
  });
});

describe('the mock', () => {
  const streams = successes.filter(([, { operationId }]) => operationId === 'streamMessage');

  it.each(streams)('%s reads as events of the contract', async (_, operation, status, { name }) => {
    const { data, response } = await call(
      operation,
      firstRequest(operation),
      `code=${status}, example=${name}`,
    );
    expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/);

    const events = readEvents(String(data));

    for (const event of events) expect(matchesContract.StreamEvent(event)).toBe(true);
    expect(events[0]?.type).toBe('message.start');
    expect(events.at(-1)?.type).toMatch(/^message\.(completed|cancelled|error)$/);
  });

  it('holds requests to the contract: a turn without content is refused', async () => {
    const operation = operations.find(
      ({ operationId }) => operationId === 'sendMessage',
    ) as DocumentedOperation;
    const { response } = await call(operation, { permission_mode: 'auto' });
    expect(response.ok).toBe(false);
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
