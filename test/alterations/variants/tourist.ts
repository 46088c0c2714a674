import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { createParser } from 'eventsource-parser';
import type { VirtualClock } from '../../../scripts/simulation/virtual-clock.ts';
import type { Script } from '../../../src/rig/script/act.ts';
import { renderScript } from '../../../src/rig/script/render-script.ts';

// biome-ignore lint/suspicious/noExplicitAny: the body of any answer
type Json = any;

/** A series of requests that shows how a server reads an open point. The tourist records every request and answer. */
export type Stop = (tourist: Tourist) => Promise<void>;

export interface Manner {
  /** A credential of the default seed; `nobody` has none. */
  readonly as?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface SendManner extends Manner {
  readonly chatId?: string;
  readonly key?: string;
  readonly fault?: string;
}

export type Turn = { readonly script?: Script } & Readonly<Record<string, unknown>>;

/** The headers that matter to a client. */
const HEADERS = ['content-type', 'www-authenticate', 'x-request-id', 'idempotency-key'];

/** Sends requests to a server and records the answers, so that two servers can be compared. */
export class Tourist {
  readonly clock: VirtualClock;
  readonly #url: string;
  readonly #diary: string[] = [];

  constructor(url: string, clock: VirtualClock) {
    this.#url = url;
    this.clock = clock;
  }

  /** The whole record. Random values are replaced by numbers in order of first occurrence. */
  get diary(): string {
    const seen = new Map<string, string>();
    return this.#diary.join('\n\n').replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => {
      const name = seen.get(id) ?? `uuid-${seen.size + 1}`;
      seen.set(id, name);
      return name;
    });
  }

  /** Sends a request and records the raw answer: informational answers, the spelling of headers, and chunks. */
  async raw(path: string): Promise<void> {
    const headers = { authorization: 'Bearer harbor-main', 'accept-encoding': 'gzip' };
    const agent = new Agent({ keepAlive: true });
    const sent = get(`${this.#url}/api/v1${path}`, { headers, agent });
    const seen: unknown[] = [];
    sent.on('information', ({ statusCode }) => seen.push(statusCode));
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    const { rawHeaders } = response;
    seen.push(rawHeaders.filter((_, index) => !/^date$/i.test(rawHeaders[index - (index % 2)] ?? '')));
    for await (const chunk of response) seen.push(String(chunk));
    agent.destroy();
    this.#diary.push(JSON.stringify(seen));
  }

  get(path: string, manner?: Manner): Promise<Json> {
    return this.ask('GET', path, undefined, manner);
  }

  post(path: string, body?: unknown, manner?: Manner): Promise<Json> {
    return this.ask('POST', path, body, manner);
  }

  patch(path: string, body: unknown, manner?: Manner): Promise<Json> {
    return this.ask('PATCH', path, body, manner);
  }

  delete(path: string, manner?: Manner): Promise<Json> {
    return this.ask('DELETE', path, undefined, manner);
  }

  /** @param body is sent as JSON; a string is sent unchanged. @returns the body of the answer */
  async ask(method: string, path: string, body?: unknown, manner: Manner = {}): Promise<Json> {
    const response = await this.#fetch(method, path, body, manner);
    const text = await response.text();
    this.#write(method, path, response, text);
    return text === '' ? undefined : JSON.parse(text);
  }

  /** Creates a chat. @returns its id */
  async chat(body: object = {}, manner?: Manner): Promise<string> {
    return (await this.post('/chats', body, manner)).data.id;
  }

  /** A blocking send, in auto mode by default. */
  send(turn: Turn = {}, manner: SendManner = {}): Promise<Json> {
    const { chatId = randomUUID() } = manner;
    return this.post(
      `/chats/${chatId}/messages`,
      bodyOf({ permission_mode: 'auto', ...turn }),
      mannersOf(manner),
    );
  }

  /** A streaming send, in manual mode by default. */
  async stream(turn: Turn = {}, manner: SendManner = {}): Promise<Watched> {
    const { chatId = randomUUID() } = manner;
    const path = `/chats/${chatId}/messages/stream`;
    const body = bodyOf({ permission_mode: 'manual', ...turn });
    const response = await this.#fetch('POST', path, body, mannersOf(manner));
    return new Watched(response, chatId, (text) => this.#write('POST', path, response, text));
  }

  /** A blocking send whose client disconnects. */
  async leave(chatId: string, body: object, signal: AbortSignal): Promise<void> {
    const headers = { authorization: 'Bearer harbor-main', 'idempotency-key': randomUUID() };
    const init = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, signal };
    await fetch(`${this.#url}/api/v1/chats/${chatId}/messages`, {
      ...init,
      body: JSON.stringify(body),
    }).catch(() => {});
  }

  act(chatId: string, name: string, body: object, manner?: Manner): Promise<Json> {
    return this.post(`/chats/${chatId}/actions/${name}`, body, manner);
  }

  /** Repeats a request until its answer meets a condition. Records nothing. */
  async until(path: string, isSo: (body: Json) => boolean): Promise<void> {
    for (;;) {
      const response = await this.#fetch('GET', path, undefined, {});
      if (isSo(await response.json())) return;
      await setImmediate();
    }
  }

  #fetch(method: string, path: string, body: unknown, { as = 'main', headers }: Manner): Promise<Response> {
    return fetch(`${this.#url}${path.startsWith('/_') ? '' : '/api/v1'}${path}`, {
      method,
      headers: {
        ...(as !== 'nobody' && { authorization: `Bearer harbor-${as}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
    });
  }

  #write(method: string, path: string, { status, headers }: Response, text: string): void {
    const told = HEADERS.flatMap((name) => (headers.has(name) ? [`${name}: ${headers.get(name)}`] : []));
    this.#diary.push([`${method} ${path}`, status, ...told, text].join('\n'));
  }
}

/** A stream that is read step by step, and recorded at its end. */
export class Watched {
  readonly chatId: string;
  readonly #chunks: AsyncIterator<Uint8Array> | undefined;
  readonly #write: (text: string) => void;
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  #text = '';
  readonly #ready: { type: string | undefined; data: Json }[] = [];
  readonly #parser = createParser({
    onEvent: ({ event, data }) => this.#ready.push({ type: event, data: JSON.parse(data) }),
  });

  constructor(response: Response, chatId: string, write: (text: string) => void) {
    this.#chunks = response.body?.[Symbol.asyncIterator]();
    this.chatId = chatId;
    this.#write = write;
  }

  /** Reads up to the next event of a type. @returns its data; undefined when the stream ends first */
  async until(type: string): Promise<Json> {
    for (;;) {
      for (let event = this.#ready.shift(); event; event = this.#ready.shift())
        if (event.type === type) return event.data;
      const { done, value } = (await this.#chunks?.next()) ?? { done: true, value: undefined };
      if (done || !value) {
        if (this.#text !== '') this.#write(this.#text);
        this.#text = '';
        return undefined;
      }
      const text = this.#decoder.decode(value, { stream: true });
      this.#parser.feed(this.#text === '' ? text.replace(/^\uFEFF/, '') : text);
      this.#text += text;
    }
  }

  async rest(): Promise<void> {
    await this.until('the end');
  }

  /** Disconnects. */
  async leave(): Promise<void> {
    await this.#chunks?.return?.();
  }
}

function bodyOf({ script, ...turn }: Turn): object {
  return { content: script ? renderScript(script) : 'Hello', ...turn };
}

function mannersOf({ key = randomUUID(), fault, headers, ...manner }: SendManner): Manner {
  return {
    ...manner,
    headers: {
      'idempotency-key': key,
      ...(fault !== undefined && { 'x-reference-fault': fault }),
      ...headers,
    },
  };
}
