import { randomUUID } from 'node:crypto';
import type { Answer } from './answer.ts';
import type { ExchangeLog, ExchangeWriter } from './exchange-log.ts';
import { LiveStream } from './live-stream.ts';
import { exchangeHeads, readAnswer } from './one-exchange.ts';
import type { Transport, WireRequest } from './wire.ts';

/** A turn as it is sent: its content, and whatever else its body has. */
export interface Turn {
  readonly content: string;
  readonly [member: string]: unknown;
}

export interface SendOptions {
  /** A fresh one when absent. */
  readonly chatId?: string | undefined;
  /** A fresh one when absent; none at all when null. */
  readonly key?: string | null | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Milliseconds of the service's time for which a send may take longer than the usual limits allow. */
  readonly patience?: number | undefined;
}

export interface ActorOptions {
  /** Its name in the profile. */
  readonly name: string;
  /** Absent for a client without credential. */
  readonly token: string | undefined;
  /** Sent with every request. */
  readonly headers: Readonly<Record<string, string>>;
  readonly transport: Transport;
  readonly log: ExchangeLog;
  /** How many times faster than real time the target's timers run. */
  readonly timeScale: number;
  /** The check that acts. */
  readonly check: string;
  /** Called before each turn that is sent. It may throw, and then none is sent. */
  onTurn(): void;
  /** Called with each chat that this actor may have made. */
  onChat(chatId: string): void;
  /** Called with each skill that this actor has made. */
  onSkill(skillId: number): void;
}

const CHAT_ID = /^[\w-]{1,128}$/;
const SEND = /^\/chats\/[^/]*\/messages(\/stream)?$/;

/** A client of the target with one credential. Its methods are the operations, as a check speaks of them. */
export class Actor {
  readonly #options: ActorOptions;

  constructor(options: ActorOptions) {
    this.#options = options;
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

  /** @param path below `/api/v1` */
  async request(
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
    patience?: number,
  ): Promise<Answer> {
    if (method === 'POST' && SEND.test(path)) this.#options.onTurn();
    return this.#request(method, path, body, headers, patience);
  }

  async #request(
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
    patience?: number,
  ): Promise<Answer> {
    const writer = this.#begin(method, path, body, headers, patience);
    const response = await exchangeHeads(this.#options.transport, writer);
    const answer = await readAnswer(writer, response.body);
    if (method === 'POST' && answer.isSuccess) this.#remember(path, answer.data.id);
    return answer;
  }

  /** A blocking send; in auto mode, unless the turn says otherwise. */
  async send(
    turn: Turn,
    { chatId = randomUUID(), key = randomUUID(), headers, patience }: SendOptions = {},
  ): Promise<Answer> {
    this.#beginTurn(chatId);
    const body = { permission_mode: 'auto', ...turn };
    return this.#request('POST', `/chats/${chatId}/messages`, body, withKey(key, headers), patience);
  }

  /** A streaming send; in manual mode, unless the turn says otherwise. @returns an answer when no stream opens */
  async stream(
    turn: Turn,
    { chatId = randomUUID(), key = randomUUID(), headers, patience }: SendOptions = {},
  ): Promise<LiveStream | Answer> {
    this.#beginTurn(chatId);
    const body = { permission_mode: 'manual', ...turn };
    const path = `/chats/${chatId}/messages/stream`;
    const writer = this.#begin('POST', path, body, withKey(key, headers), patience);
    const controller = new AbortController();
    const { transport } = this.#options;
    const response = await exchangeHeads(transport, writer, controller.signal);
    if (!response.headers['content-type']?.toLowerCase().startsWith('text/event-stream')) {
      return readAnswer(writer, response.body);
    }
    return new LiveStream(response.body, writer, controller, { chatId, key: key ?? '' }, transport.limits);
  }

  /** Answers an interaction, or cancels the turn. */
  act(
    chatId: string,
    name: string,
    body: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Answer> {
    return this.post(`/chats/${chatId}/actions/${name}`, body, headers);
  }

  /** The chat's turns, the first 200. */
  history(chatId: string): Promise<Answer> {
    return this.get(`/chats/${chatId}/messages?size=200`);
  }

  /** A turn too many is not sent, and then makes no chat. */
  #beginTurn(chatId: string): void {
    this.#options.onTurn();
    this.#options.onChat(chatId);
  }

  #remember(path: string, id: unknown): void {
    // What it names will be deleted: a name that could lead elsewhere is none.
    if (path === '/chats' && typeof id === 'string' && CHAT_ID.test(id)) this.#options.onChat(id);
    if (path === '/skills' && Number.isSafeInteger(id)) this.#options.onSkill(id as number);
  }

  #begin(
    method: string,
    path: string,
    body: unknown,
    headers: Readonly<Record<string, string>> = {},
    patience?: number,
  ): ExchangeWriter {
    const { check, log, name, timeScale, token, headers: always } = this.#options;
    const request: WireRequest = {
      method,
      path: `/api/v1${path}`,
      headers: {
        ...always,
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? undefined : Buffer.from(JSON.stringify(body)),
      patience: patience && patience / timeScale,
    };
    return log.begin(check, name, request);
  }
}

function withKey(key: string | null, headers: Readonly<Record<string, string>> = {}): Record<string, string> {
  return { ...headers, ...(key !== null && { 'idempotency-key': key }) };
}
