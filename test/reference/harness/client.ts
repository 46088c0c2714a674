import { randomUUID } from 'node:crypto';
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import type { StreamEvent } from '../../../generated/types.d.ts';
import type { Act } from '../../../src/rig/script/act.ts';
import { renderScript } from '../../../src/rig/script/render-script.ts';
import { type JudgedResponse, judgedFetch } from './judged-fetch.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test reads the members that it expects and fails if they are missing
type Json = any;

export interface Answer {
  readonly status: number;
  readonly body: Json;
  readonly headers: Headers;
}

export interface SendOptions {
  readonly chatId?: string;
  readonly key?: string;
  /** Additional headers, such as the one that requests a fault. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** The members of a turn. A script becomes its content. */
export type Turn = { readonly content?: string; readonly script?: readonly Act[] } & Readonly<
  Record<string, unknown>
>;

/** Calls the server with one credential. */
export class TestClient {
  readonly #url: string;
  readonly #token: string | undefined;

  constructor(url: string, token: string | undefined) {
    this.#url = url;
    this.#token = token;
  }

  get(path: string): Promise<Answer> {
    return this.request('GET', path);
  }

  post(path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<Answer> {
    return this.request('POST', path, body, headers);
  }

  patch(path: string, body?: unknown): Promise<Answer> {
    return this.request('PATCH', path, body);
  }

  delete(path: string): Promise<Answer> {
    return this.request('DELETE', path);
  }

  /** @param path below /api/v1, or from the root with a leading `//` */
  async request(
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Answer> {
    const response = await this.#fetch(
      method,
      path,
      body === undefined ? undefined : JSON.stringify(body),
      headers,
    );
    return readAnswer(response);
  }

  /** A blocking send, by default in auto mode and with a fresh key. */
  async send(
    turn: Turn,
    { chatId = randomUUID(), key = randomUUID(), headers }: SendOptions = {},
  ): Promise<Answer> {
    return this.post(`/chats/${chatId}/messages`, bodyOf(turn), { 'idempotency-key': key, ...headers });
  }

  /** A streaming send, by default in manual mode and with a fresh key. */
  async stream(
    turn: Turn,
    { chatId = randomUUID(), key = randomUUID(), headers }: SendOptions = {},
  ): Promise<TestStream> {
    const controller = new AbortController();
    const body = JSON.stringify(bodyOf({ permission_mode: 'manual', ...turn }));
    const all = { 'idempotency-key': key, ...headers };
    const response = await this.#fetch(
      'POST',
      `/chats/${chatId}/messages/stream`,
      body,
      all,
      controller.signal,
    );
    if (response.status !== 200) {
      throw new Error(
        `the stream did not open: ${response.status} ${JSON.stringify((await readAnswer(response)).body)}`,
      );
    }
    return new TestStream(response, chatId, key, controller);
  }

  /** A streaming send that is refused before its stream opens. */
  async refusedStream(
    turn: Turn,
    { chatId = randomUUID(), key = randomUUID(), headers }: SendOptions = {},
  ): Promise<Answer> {
    const all = { 'idempotency-key': key, ...headers };
    return this.post(`/chats/${chatId}/messages/stream`, bodyOf({ permission_mode: 'manual', ...turn }), all);
  }

  /** Answers an interaction. */
  act(
    chatId: string,
    name: string,
    body: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Answer> {
    return this.post(`/chats/${chatId}/actions/${name}`, body, headers);
  }

  async history(chatId: string): Promise<Json[]> {
    return (await this.get(`/chats/${chatId}/messages`)).body.data;
  }

  #fetch(
    method: string,
    path: string,
    body: string | undefined,
    headers: Readonly<Record<string, string>> = {},
    signal?: AbortSignal,
  ): Promise<JudgedResponse> {
    return judgedFetch(this.#url, {
      method,
      path: path.startsWith('//') ? path.slice(1) : `/api/v1${path}`,
      headers: {
        ...(this.#token !== undefined && { authorization: `Bearer ${this.#token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      body,
      signal,
    });
  }
}

/** The events of one stream, read by a third-party parser as a client would do. */
export class TestStream {
  readonly chatId: string;
  readonly key: string;
  readonly headers: Headers;
  /** All events read so far. */
  readonly events: Json[] = [];
  readonly #chunks: AsyncIterator<Uint8Array>;
  readonly #controller: AbortController;
  readonly #ready: StreamEvent[] = [];
  readonly #decoder = new TextDecoder();
  readonly #parser = createParser({
    onEvent: ({ event, data }: EventSourceMessage) =>
      this.#ready.push({ type: event, data: JSON.parse(data) } as StreamEvent),
  });

  constructor(response: JudgedResponse, chatId: string, key: string, controller: AbortController) {
    this.chatId = chatId;
    this.key = key;
    this.headers = response.headers;
    this.#chunks = response.body[Symbol.asyncIterator]();
    this.#controller = controller;
  }

  /** The options that send the same turn again. */
  get sent(): SendOptions {
    return { chatId: this.chatId, key: this.key };
  }

  /** The next event; undefined at the end. */
  async next(): Promise<Json | undefined> {
    while (this.#ready.length === 0) {
      const { done, value } = await this.#chunks.next();
      if (done) return undefined;
      this.#parser.feed(this.#decoder.decode(value, { stream: true }));
    }
    const event = this.#ready.shift();
    this.events.push(event);
    return event;
  }

  /** Reads on to the next event of a type. @throws when the stream ends before it */
  async until(type: StreamEvent['type']): Promise<Json> {
    for (let event = await this.next(); event; event = await this.next()) {
      if (event.type === type) return event.data;
    }
    throw new Error(`the stream ended without ${type}: ${this.events.map((event) => event.type).join(' ')}`);
  }

  /** Reads to the end. @returns the terminal event */
  async rest(): Promise<Json> {
    for (let event = await this.next(); event; event = await this.next());
    return this.events.at(-1);
  }

  /** Options that send the same turn again. */
  get repeat(): SendOptions {
    return { chatId: this.chatId, key: this.key };
  }

  /** Disconnects in the middle of the stream. */
  disconnect(): void {
    this.#controller.abort();
  }
}

function bodyOf({ script, content = 'Hello', ...rest }: Turn): Record<string, unknown> {
  return { permission_mode: 'auto', ...rest, content: script ? renderScript(script) : content };
}

async function readAnswer({ status, headers, body }: JudgedResponse): Promise<Answer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of body) pieces.push(piece);
  const text = Buffer.concat(pieces).toString();
  return { status, headers, body: text === '' ? undefined : JSON.parse(text) };
}
