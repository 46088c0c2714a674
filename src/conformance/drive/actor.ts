import { randomUUID } from 'node:crypto';
import { isInteger, type JsonInteger, writeJson } from '../../exact-json/exact-number.ts';
import { nameToolsIn } from '../../rig/script/name-tools.ts';
import type { ToolNames } from '../../rig/script/tool-names.ts';
import { isEventStream } from '../judge/headers.ts';
import { hasRejected } from '../judge/shape/rejected.ts';
import { Answer, type OnRead } from './answer.ts';
import type { ExchangeLog } from './exchange-log.ts';
import type { ExchangeWriter } from './exchange-writer.ts';
import { LiveStream } from './live-stream.ts';
import { exchangeHeads, readAnswer, requireFirst } from './one-exchange.ts';
import { UnusableValue } from './unusable-value.ts';
import type { Transport, WireRequest } from './wire.ts';

/** The body of a turn: its content and any other members. */
export interface Turn {
  readonly content: string;
  readonly [member: string]: unknown;
}

export interface SendOptions {
  /** A new chat is created if absent. */
  readonly chatId?: string | undefined;
  /** The idempotency key: a new one if absent, none if null. */
  readonly key?: string | null | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** How long the send may take beyond the usual limits, in milliseconds of the service's time. */
  readonly patience?: number | undefined;
}

export interface ActorOptions {
  /** Name of the credential in the profile. */
  readonly name: string;
  /** Undefined for a client without a credential. */
  readonly token: string | undefined;
  /** Sent with every request. */
  readonly headers: Readonly<Record<string, string>>;
  readonly transport: Transport;
  readonly log: ExchangeLog;
  /** How many times faster than real time the target's timers run. */
  readonly timeScale: number;
  /** The names of the target's tools, for script actions that name no tool. */
  readonly tools?: Partial<ToolNames> | undefined;
  /** Id of the check that sends the requests. */
  readonly check: string;
  /** Called whenever an answer or a stream that this actor got is looked at. */
  readonly onRead: OnRead;
  /** Called before each request, with its path below `/api/v1`. If it throws, the request is not sent. */
  onRequest(path: string): void;
  /** Called before each turn. If it throws, the turn is not sent. */
  onTurn(): void;
  /** Called with each chat that this actor may have created. */
  onChat(chatId: string): void;
  /** Called when this actor gets a not-found response for a chat, unless it is sending a turn to that chat. */
  onNoChat(chatId: string): void;
  /** Called with each request that creates something, with its answer. */
  onCreation(answered: Promise<unknown>): void;
  /** Called with each skill that this actor created. */
  onSkill(skillId: JsonInteger): void;
}

/** What a request has besides its method and path. */
type RequestRest = readonly [body?: unknown, headers?: Readonly<Record<string, string>>, patience?: number];

const CHAT_ID = /^[\w-]{1,128}$/;
const SEND = /^\/chats\/([^/]*)\/messages(\/stream)?$/;
const CREATION = /^\/(chats|skills|chats\/[^/]*\/messages(\/stream)?)$/;
const READ = /^\/chats\/([^/?]+)(\/messages)?(\?|$)/;

/** Matches a path in which an id is missing or has the wrong type. */
const NO_ID = /\/(undefined|null|NaN|\[object)(?![^/?])/;

/** A client of the target with one credential, used by checks. */
export class Actor {
  readonly #options: ActorOptions;
  /** Ids of the chats whose blocking sends have no answer yet. */
  readonly #sending: string[] = [];

  constructor(options: ActorOptions) {
    this.#options = options;
  }

  /** The token of the credential, or undefined without one. For requests that present it incorrectly. */
  get token(): string | undefined {
    return this.#options.token;
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

  /** @param path path and query below `/api/v1` */
  request(method: string, path: string, ...rest: RequestRest): Promise<Answer> {
    const answered = this.#requestAny(method, path, ...rest);
    if (method === 'POST' && CREATION.test(path)) this.#options.onCreation(answered);
    return answered;
  }

  async #requestAny(method: string, path: string, ...rest: RequestRest): Promise<Answer> {
    this.#options.onRequest(path);
    const [isSend, chatId = ''] = (method === 'POST' && SEND.exec(path)) || [];
    if (isSend === undefined) return this.#request(method, path, ...rest);
    this.#options.onTurn();
    try {
      const answer = await this.#request(method, path, ...rest);
      if (answer.isSuccess || answer.status >= 500) this.#rememberChat(chatId);
      return answer;
    } catch (error) {
      this.#rememberChat(chatId);
      throw error;
    }
  }

  async #request(method: string, path: string, ...rest: RequestRest): Promise<Answer> {
    const writer = this.#begin(method, path, ...rest);
    const controller = new AbortController();
    const { transport } = this.#options;
    const response = await exchangeHeads(transport, writer, controller.signal);
    const answer = isEventStream(response.headers)
      ? await readStream(
          new LiveStream(response.body, writer, controller, { chatId: '', key: '' }, transport),
        )
      : await readAnswer(writer, response.body);
    if (method === 'POST' && answer.isSuccess) this.#remember(path, answer.data.id);
    if (method === 'GET' && answer.status === 404) this.#forget(path);
    requireFirst(response);
    return answer.readBy(this.#options.onRead);
  }

  /** Sends a turn and waits for the answer. The permission mode is auto unless the turn sets one. */
  async send(
    turn: Turn,
    {
      chatId = randomUUID(),
      key = randomUUID(),
      headers,
      patience = this.#options.transport.limits.blockingTurn,
    }: SendOptions = {},
  ): Promise<Answer> {
    this.#beginTurn(chatId);
    const body = { permission_mode: 'auto', ...this.#withTools(turn) };
    return this.#whileSending(chatId, () =>
      this.#request('POST', `/chats/${chatId}/messages`, body, withKey(key, headers), patience),
    );
  }

  /** Sends a turn and opens its stream. The permission mode is manual unless the turn sets one. @returns an answer if no stream opens */
  async stream(
    turn: Turn,
    { chatId = randomUUID(), key = randomUUID(), headers, patience }: SendOptions = {},
  ): Promise<LiveStream | Answer> {
    this.#beginTurn(chatId);
    const body = { permission_mode: 'manual', ...this.#withTools(turn) };
    const path = `/chats/${chatId}/messages/stream`;
    const writer = this.#begin('POST', path, body, withKey(key, headers), patience);
    const controller = new AbortController();
    const { transport, onRead } = this.#options;
    const response = await this.#whileSending(chatId, () =>
      exchangeHeads(transport, writer, controller.signal),
    );
    if (!isEventStream(response.headers)) {
      return (await readAnswer(writer, response.body)).readBy(onRead);
    }
    const stream = new LiveStream(response.body, writer, controller, { chatId, key: key ?? '' }, transport);
    if (response.isRepeatOf !== undefined) stream.disconnect();
    requireFirst(response);
    return stream.readBy(onRead);
  }

  /** Answers an interaction or cancels the turn. */
  act(
    chatId: string,
    name: string,
    body: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Answer> {
    return this.post(`/chats/${chatId}/actions/${name}`, body, headers);
  }

  /** The first 200 messages of the chat. */
  history(chatId: string): Promise<Answer> {
    return this.get(`/chats/${chatId}/messages?size=200`);
  }

  /** The turn with a script that calls the target's own tools. Content that is not text, which checks may send, stays as it is. */
  #withTools(turn: Turn): Turn {
    const { tools = {} } = this.#options;
    return typeof turn.content === 'string' ? { ...turn, content: nameToolsIn(turn.content, tools) } : turn;
  }

  /** Counts the turn before recording the chat: a turn beyond the budget is not sent and creates no chat. */
  #beginTurn(chatId: string): void {
    this.#options.onTurn();
    this.#options.onChat(chatId);
  }

  async #whileSending<Result>(chatId: string, send: () => Promise<Result>): Promise<Result> {
    this.#sending.push(chatId);
    try {
      const sent = send();
      this.#options.onCreation(sent);
      return await sent;
    } finally {
      this.#sending.splice(this.#sending.indexOf(chatId), 1);
    }
  }

  /** A chat may be missing only until the turn that creates it is accepted. */
  #forget(path: string): void {
    const [isRead, chatId = ''] = READ.exec(path) ?? [];
    if (isRead !== undefined && !this.#sending.includes(chatId)) this.#options.onNoChat(chatId);
  }

  #remember(path: string, id: unknown): void {
    if (path === '/chats' && typeof id === 'string') this.#rememberChat(id);
    if (path === '/skills' && isInteger(id)) this.#options.onSkill(id);
  }

  /** The chat is later deleted by a path that contains its id, so an id that could change the path is ignored. */
  #rememberChat(id: string): void {
    if (CHAT_ID.test(id)) this.#options.onChat(id);
  }

  #begin(
    method: string,
    path: string,
    body: unknown,
    headers: Readonly<Record<string, string>> = {},
    patience?: number,
  ): ExchangeWriter {
    if (NO_ID.test(path)) throw new UnusableValue('id');
    if (hasRejected(body)) throw new UnusableValue('value to send');
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
      body: body === undefined ? undefined : Buffer.from(writeJson(body)),
      patience: patience && patience / timeScale,
    };
    return log.begin(check, name, request);
  }
}

/** Reads a stream that no check follows. A service may leave a stream open after its last event. */
async function readStream(stream: LiveStream): Promise<Answer> {
  const end = await stream.rest();
  return new Answer(stream.exchange, undefined, end?.type);
}

function withKey(key: string | null, headers: Readonly<Record<string, string>> = {}): Record<string, string> {
  return { ...headers, ...(key !== null && { 'idempotency-key': key }) };
}
