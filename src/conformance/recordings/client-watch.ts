import type { RequirementId } from '../../../generated/ids.d.ts';
import {
  AFTER_FAILED_ANSWER,
  isUnknownOutcome,
  mayHaveHadEffects,
  UNKNOWN_OUTCOMES,
} from '../judge/client-duties.ts';
import { lowerCased } from '../judge/headers.ts';
import { isObject, parseServiceJson } from '../judge/json.ts';
import type { Judgement } from '../judge/judgement.ts';
import { ANSWERS, matchOperation, SENDS } from '../judge/operations.ts';
import { BoundedSet, keyOf } from '../judge/rules/bounded-set.ts';
import type { ExchangeWatcher } from '../judge/stream-facts.ts';

/** Chats that are remembered at once. The one that was not used for the longest time is forgotten first. */
const MOST_CHATS = 1000;
/** Questions of a chat that are remembered. */
const MOST_QUESTIONS = 32;
/** Characters in which an id and its copy may differ if a client trims it or encodes it again. */
const DECORATION = /[^\p{L}\p{N}]/gu;
const VERBATIM = 'stream.action.verbatim-id';
/** Ids up to this length may begin alike by chance, in characters. */
const SHORTEST = 8;

export interface SentRequest {
  readonly method: string;
  readonly path: string;
  /** By name, in any case. Undefined if the input lacks them. */
  readonly headers: Readonly<Record<string, string>> | undefined;
  readonly body: Uint8Array | undefined;
  /** In milliseconds of the recording's clock. */
  readonly at: number;
}

/** What tells sends apart. */
interface Send {
  readonly key: string;
  readonly body: string;
  readonly at: number;
}

/** A send after which the same turn may not simply be sent anew. */
interface Unsettled extends Send {
  readonly row: RequirementId;
  readonly because: string;
  /** What a client has to do before it sends the turn with another key. */
  readonly asks: 'the same key' | 'a look';
  isLooked: boolean;
}

/** What is remembered of a chat. */
class Chat {
  readonly asked = new BoundedSet(MOST_QUESTIONS);
  /** The requirement that forbids another answer to a question, and since when, by the question's id. */
  readonly closed = new Map<string, { readonly row: RequirementId; readonly at: number }>();
  unsettled: Unsettled | undefined;
}

/**
 * Judges the clients of a recording by the requirements that requests alone can show. Clients that use the same chat count as one. The
 * memory is bounded.
 */
export class ClientWatch {
  readonly #judgement: Judgement;
  readonly #chats = new Map<string, Chat>();

  constructor(judgement: Judgement) {
    this.#judgement = judgement;
  }

  /** @returns what follows the answer; undefined if it shows nothing about a client */
  watch({ method, path, headers, body, at }: SentRequest, exchange: number): ExchangeWatcher | undefined {
    const match = matchOperation(method, path);
    const [chatId] = match?.parameters ?? [];
    if (!match || chatId === undefined) return undefined;
    const { operationId } = match.operation;
    if (operationId === 'listMessages') {
      const { unsettled } = this.#chats.get(keyOf(chatId)) ?? {};
      if (unsettled && at >= unsettled.at) unsettled.isLooked = true;
      return undefined;
    }
    if (!body) return undefined;
    if (SENDS.includes(operationId)) {
      const key = headers && lowerCased(headers)['idempotency-key'];
      if (key === undefined) return undefined;
      const text = Buffer.from(body).toString('latin1');
      return this.#send(this.#chat(chatId), { key: keyOf(key), body: keyOf(text), at }, exchange);
    }
    const id = ANSWERS.includes(operationId) ? readActionId(body) : undefined;
    return id === undefined ? undefined : this.#answer(this.#chat(chatId), id, at, exchange);
  }

  #chat(id: string): Chat {
    const name = keyOf(id);
    const chat = this.#chats.get(name) ?? new Chat();
    this.#chats.delete(name);
    this.#chats.set(name, chat);
    const [oldest] = this.#chats.keys();
    if (this.#chats.size > MOST_CHATS && oldest !== undefined) this.#chats.delete(oldest);
    return chat;
  }

  #send(chat: Chat, sent: Send, exchange: number): ExchangeWatcher {
    const isRepeat = this.#judgeRepeat(chat, sent, exchange);
    const unsettle = (at: number, row: RequirementId, because: string, asks: Unsettled['asks']) => {
      chat.unsettled = { ...sent, at, row, because, asks, isLooked: false };
    };
    const unsettleUnknown = (at: number, code: unknown, place: 'event' | 'answer') => {
      if (!isUnknownOutcome(code)) return;
      const { [place]: row, mustRepeat } = UNKNOWN_OUTCOMES[code];
      // Where the client only has to ask, it has asked by now.
      if (mustRepeat || !isRepeat) unsettle(at, row, code, 'the same key');
    };
    return {
      event(type, data, at) {
        if (!isObject(data)) return;
        if (type === 'message.action_required' && typeof data.action_id === 'string')
          chat.asked.add(data.action_id);
        if (type !== 'message.error') return;
        unsettleUnknown(at, data.code, 'event');
        if (mayHaveHadEffects(data))
          unsettle(at, 'events.error.check-before-repeating', String(data.code), 'a look');
      },
      answered(status, body, at) {
        if (status >= 400 && isObject(body) && isObject(body.data))
          unsettleUnknown(at, body.data.code, 'answer');
      },
    };
  }

  /**
   * Another turn than the unsettled one shows nothing: a user may have gone on. Nor does one that was sent before.
   *
   * @returns whether it is the unsettled turn with the same key
   */
  #judgeRepeat(chat: Chat, sent: Send, exchange: number): boolean {
    const { unsettled } = chat;
    if (!unsettled || sent.at < unsettled.at) return false;
    chat.unsettled = undefined;
    if (unsettled.body !== sent.body) return false;
    const { row, because, asks, key, isLooked } = unsettled;
    const hasSameKey = key === sent.key;
    if (asks === 'a look' && hasSameKey) {
      chat.unsettled = unsettled;
      return true;
    }
    if (hasSameKey || (asks === 'a look' && isLooked)) this.#judgement.exercise(row);
    else
      this.#judgement.reportClient(row, exchange, {
        expected: `after ${because}, ${asks === 'a look' ? 'the messages are listed before the turn is sent again' : 'the same turn with the same key'}`,
        actual: 'the same turn with another key',
      });
    return hasSameKey;
  }

  #answer(chat: Chat, id: string, sentAt: number, exchange: number): ExchangeWatcher {
    const name = keyOf(id);
    const closed = chat.closed.get(name);
    if (closed && sentAt >= closed.at)
      this.#judgement.reportClient(closed.row, exchange, {
        expected: 'a decision that is not sent again',
        actual: `another answer to ${id}`,
      });
    if (chat.asked.has(id)) this.#judgement.exercise(VERBATIM);
    return {
      event() {},
      answered: (status, body, at) => {
        if (status === 404) this.#judgeId(chat, id, exchange);
        const code = isObject(body) ? body.message_code : undefined;
        const closing = AFTER_FAILED_ANSWER.find(
          (each) => each.asks === 'no repeat' && each.status === status && each.code === code,
        );
        if (!closing || chat.closed.size >= MOST_QUESTIONS) return;
        chat.closed.set(name, { row: closing.row, at });
        this.#judgement.exercise(closing.row);
      },
    };
  }

  /** The service does not know the id. It may be that of a question that is gone, unless it resembles a known one. */
  #judgeId({ asked }: Chat, id: string, exchange: number): void {
    if (asked.has(id)) return;
    const original = [...asked.values()].find((each) => isCopy(plain(each), plain(id)));
    if (original !== undefined)
      this.#judgement.reportClient(VERBATIM, exchange, { expected: original, actual: id });
  }
}

/** Whether a text is another one, or one whose end was lost or lengthened. */
function isCopy(one: string, other: string): boolean {
  return Math.min(one.length, other.length) > SHORTEST && (one.startsWith(other) || other.startsWith(one));
}

const watches = new WeakMap<Judgement, ClientWatch>();

/** The watch for everything that a judgement is about, such as the recordings of a folder. */
export function clientsOf(judgement: Judgement): ClientWatch {
  const known = watches.get(judgement) ?? new ClientWatch(judgement);
  watches.set(judgement, known);
  return known;
}

function plain(id: string): string {
  return id.replaceAll(DECORATION, '').toLowerCase();
}

/** @returns undefined if the request has none */
function readActionId(bytes: Uint8Array): string | undefined {
  try {
    const body = parseServiceJson(new TextDecoder().decode(bytes));
    return isObject(body) && typeof body.action_id === 'string' ? body.action_id : undefined;
  } catch {
    return undefined;
  }
}
