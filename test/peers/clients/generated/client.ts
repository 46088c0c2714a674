import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from './.build/api/client/index.ts';
import * as api from './.build/api/sdk.gen.ts';
import type {
  ActionRequired,
  ListedMessage,
  RespondElicitationRequest,
  RespondPlanRequest,
  StreamEvent,
  TurnMessage,
} from './.build/api/types.gen.ts';
import { parseJson, writeJson } from './json.ts';
import { isMistake } from './mistakes.ts';
import { afterError, afterRefusal, type Outcome, outcomeOf } from './outcome.ts';
import { isSuccess, isTransient, LeftError, type Next, type Reply, Requests } from './requests.ts';
import { readEvents } from './sse.ts';
import { View, type Watch } from './view.ts';

export interface Turn {
  readonly chatId: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** How to answer a question, by its kind. */
export interface Answers {
  readonly tool_approval?: 'approve' | 'decline';
  readonly plan_approval?: RespondPlanRequest['action'];
  readonly elicitation?: Pick<RespondElicitationRequest, 'action' | 'content'>;
  readonly auth_required?: 'cancel';
}

interface Page<Item> {
  readonly data: readonly Item[];
  readonly meta?: { readonly total?: number };
}

const MINUTE = 60_000;

/** A client of the service. `timeScale` says how many times faster than the clock the service runs. */
export class ConversationClient {
  readonly #requests: Requests;
  readonly #minute: number;

  constructor({ baseUrl, token, timeScale = 1 }: { baseUrl: string; token: string; timeScale?: number }) {
    this.#requests = new Requests(baseUrl, token);
    this.#minute = MINUTE / timeScale;
  }

  /** Sends a turn and waits for its end. */
  send(turn: Turn): Promise<Outcome> {
    const headers = { 'Idempotency-Key': newKey(turn) };
    const body = bodiesOf(turn);
    const timeout = 35 * this.#minute;
    return this.#requests.repeat<Outcome>(
      async (number, isLast) => {
        const options = { path: { chat_id: turn.chatId }, headers, ...body(number) };
        const reply = await this.#requests.call(
          (client, signal) => api.sendMessage({ client, signal, ...options }),
          timeout,
        );
        if (!isSuccess(reply)) return afterRefusal(reply, isLast);
        const message = (reply.data as { data?: Partial<TurnMessage> } | undefined)?.data;
        if (isMistake('empty-200-is-an-answer')) return { done: outcomeOf(message ?? {}) };
        if (typeof message?.content === 'string') return { done: outcomeOf(message) };
        return isLast ? { done: { status: 'failed' } } : { repeat: reply };
      },
      { deadline: Date.now() + timeout },
    );
  }

  /** Sends a turn and reads its stream, over several connections if they break. @throws LeftError when `signal` aborts */
  stream(turn: Turn, watch: Watch = {}, key = newKey(turn)): Promise<Outcome> {
    const body = bodiesOf(turn);
    const view = new View(watch);
    return this.#requests.repeat<Outcome>(async (number, isLast) => {
      view.connect();
      const connection = new AbortController();
      const opening = setTimeout(() => connection.abort(), 30_000);
      const signal = AbortSignal.any([connection.signal, ...(watch.signal ? [watch.signal] : [])]);
      try {
        // The generated `streamMessage` loses the code of a refusal, so this calls the generated client itself.
        const reply = await this.#requests.call((client) =>
          client.post({
            url: '/api/v1/chats/{chat_id}/messages/stream',
            security: [{ scheme: 'bearer', type: 'http' }],
            path: { chat_id: turn.chatId },
            headers: { 'Idempotency-Key': key },
            ...body(number),
            parseAs: 'stream',
            signal,
          }),
        );
        clearTimeout(opening);
        const next = isSuccess(reply)
          ? await this.#outcome(reply, view, connection, isLast)
          : afterRefusal(reply, isLast);
        if (watch.signal?.aborted) throw new LeftError();
        return next;
      } finally {
        clearTimeout(opening);
        connection.abort();
      }
    }, watch);
  }

  /** Sends a turn, leaves its stream at the first text, and gets the outcome from the listing, or with the key. */
  async leave(turn: Turn): Promise<Outcome> {
    const key = newKey(turn);
    const left = new AbortController();
    let messageId: number | bigint | undefined;
    const onStart = (id: number | bigint) => {
      messageId = id;
    };
    try {
      return await this.stream(turn, { signal: left.signal, onText: () => left.abort(), onStart }, key);
    } catch (error) {
      if (!(error instanceof LeftError)) throw error;
    }
    if (isMistake('leave-cancels')) await this.cancel(turn.chatId);
    for (const deadline = Date.now() + 35 * this.#minute; Date.now() < deadline; await sleep(500)) {
      const messages = await this.messages(turn.chatId);
      const listed = isMistake('leave-takes-last')
        ? messages.at(-1)
        : messages.find(({ id }) => id === messageId);
      if (listed?.status === 'pending') continue;
      if (listed && isMistake('leave-any-status-completed')) return outcomeOf(listed, 'completed');
      if (listed?.status === 'completed' || listed?.status === 'cancelled') return outcomeOf(listed);
      break;
    }
    // Only the key tells the outcome of a turn that has failed or is not listed.
    return this.stream(turn, {}, key);
  }

  /** Cancels the running turn of a chat. Its stream says how it ends. */
  async cancel(chatId: string): Promise<void> {
    // A turn that has ended answers 200 as well, so it is safe to repeat the request.
    await this.#requests.repeat<void>(async (_number, isLast) => {
      const reply = await this.#requests.call((client, signal) =>
        api.cancelTurn({ client, signal, path: { chat_id: chatId }, body: {} }),
      );
      return isTransient(reply) && !isLast ? { repeat: reply } : { done: undefined };
    });
  }

  messages(chatId: string): Promise<readonly ListedMessage[]> {
    return this.#pages<ListedMessage>(200, (client, signal, query) =>
      api.listMessages({ client, signal, path: { chat_id: chatId }, query }),
    );
  }

  /** The ids of all chats, in the order of the service. */
  async chats(size: number): Promise<readonly string[]> {
    const chats = await this.#pages<{ id: string }>(size, (client, signal, query) =>
      api.listChats({ client, signal, query }),
    );
    return chats.map(({ id }) => id);
  }

  /** Answers a question. Only the stream says what becomes of it. */
  async answer(chatId: string, question: ActionRequired, answers: Answers): Promise<void> {
    await this.#requests.repeat<void>(async (_number, isLast) => {
      const reply = await this.#requests.call(async (client, signal) =>
        answerTo({ client, signal, path: { chat_id: chatId } }, question, answers),
      );
      const isPending =
        reply.code === 'api_v1_service_unavailable' ||
        reply.code === 'api_v1_interaction_backend_unavailable' ||
        reply.status === 429 ||
        (isMistake('generic-retry-of-decisions') && isTransient(reply));
      return isPending && !isLast ? { repeat: reply } : { done: undefined };
    });
  }

  /** Reads a stream, and says what follows from it. */
  async #outcome(
    { data }: Reply,
    view: View,
    connection: AbortController,
    isLast: boolean,
  ): Promise<Next<Outcome>> {
    const end = data instanceof ReadableStream ? await this.#read(data, view, connection) : undefined;
    if (end?.type === 'message.error') return afterError(end.data.code ?? undefined, isLast);
    if (end?.type === 'message.completed' || end?.type === 'message.cancelled') {
      const outcome = outcomeOf(end.data, end.type === 'message.completed' ? 'completed' : 'cancelled');
      if (!isMistake('replay-appended')) return { done: outcome };
      return { done: { ...outcome, text: view.append(end.data.content) } };
    }
    if (isMistake('close-is-the-end') && view.text) return { done: { status: 'completed', text: view.text } };
    return isLast ? { done: { status: 'failed' } } : { repeat: {} };
  }

  /** Reads a stream to its terminal event. Nothing is returned if the connection breaks, or is silent for a minute. */
  async #read(
    body: ReadableStream<Uint8Array>,
    view: View,
    connection: AbortController,
  ): Promise<StreamEvent | undefined> {
    let idle: NodeJS.Timeout | undefined;
    const windUp = () => {
      clearTimeout(idle);
      if (!isMistake('no-watchdog')) idle = setTimeout(() => connection.abort(), this.#minute);
    };
    windUp();
    const events = readEvents(body, isMistake('watchdog-ignores-pings') ? () => {} : windUp);
    try {
      for (;;) {
        const next = await events.next().catch(() => undefined);
        if (!next?.value) return undefined;
        const { type, data } = next.value;
        if (type !== 'ping' && isMistake('watchdog-ignores-pings')) windUp();
        const event = { type, data: parseJson(data) } as StreamEvent;
        if (view.take(event)) return event;
      }
    } finally {
      clearTimeout(idle);
      await events.return();
    }
  }

  async #pages<Item extends { readonly id: string | number }>(
    size: number,
    list: (client: Client, signal: AbortSignal, query: { page: number; size: number }) => Promise<unknown>,
  ): Promise<readonly Item[]> {
    // Items move to other pages while the list changes.
    const items = new Map<string | number, Item>();
    let expected: number | undefined;
    for (let page = 1; ; page += 1) {
      const read = await this.#requests.repeat<Page<Item> | undefined>(async (_number, isLast) => {
        const reply = await this.#requests.call((client, signal) => list(client, signal, { page, size }));
        const body = reply.data as Page<Item> | undefined;
        if (isSuccess(reply) && Array.isArray(body?.data)) return { done: body };
        return (isTransient(reply) || isSuccess(reply)) && !isLast ? { repeat: reply } : { done: undefined };
      });
      // A page after the last one may be refused.
      if (!read && page === 1) throw new Error('The list could not be read.');
      for (const item of read?.data ?? []) items.set(item.id, item);
      expected ??= read?.meta?.total ?? 0;
      const isShort = !read || read.data.length < size;
      if (isMistake('pages-by-total') ? items.size >= expected : isShort) return [...items.values()];
    }
  }
}

function answerTo(
  options: { client: Client; signal: AbortSignal; path: { chat_id: string } },
  question: ActionRequired,
  { tool_approval, plan_approval, elicitation }: Answers,
) {
  const { action_id } = question;
  switch (question.kind) {
    case 'tool_approval': {
      const approved = tool_approval === 'approve';
      const decisions = question.payload.tools.map(({ tool_use_id }) => ({ tool_use_id, approved }));
      return api.approveTool({ ...options, body: { action_id, decisions } });
    }
    case 'plan_approval':
      return api.respondPlan({ ...options, body: { action_id, action: plan_approval ?? 'reject' } });
    case 'elicitation': {
      const { action, content } = elicitation ?? { action: 'cancel' };
      const answer = action === 'accept' && content ? { content } : {};
      return api.respondElicitation({ ...options, body: { action_id, action, ...answer } });
    }
    case 'auth_required':
      if (isMistake('auth-cancels-turn')) return api.cancelTurn({ ...options, body: { action_id } });
      return api.cancelAuth({ ...options, body: { action_id } });
  }
}

function newKey({ chatId, body }: Turn): string {
  if (!isMistake('key-from-content')) return crypto.randomUUID();
  return createHash('sha256')
    .update(chatId + writeJson(body))
    .digest('hex');
}

/** The body of each attempt, as options of the generated client. All attempts send the same bytes. */
function bodiesOf({
  body,
}: Turn): (number: number) => { body: never; bodySerializer?: (text: unknown) => unknown } {
  if (isMistake('bigint-as-string')) return () => ({ body: body as never });
  const text = writeJson(body);
  const sorted = writeJson(Object.fromEntries(Object.entries(body).toSorted(([a], [b]) => (a < b ? -1 : 1))));
  return (number) => ({
    body: (number > 0 && isMistake('body-from-outbox') ? sorted : text) as never,
    bodySerializer: (written) => written,
  });
}
