import type { StreamEvent } from '../../../generated/types.d.ts';
import type { Clock } from '../clock.ts';
import { mapAnswer } from '../exchange-scope.ts';
import type { EventSink, Exchange, HttpAnswer, HttpRequest } from '../http/exchange.ts';
import type { MaskSecrets } from '../secrets/secret-mask.ts';
import type { LineWriter } from '../service-log.ts';
import { describeRequest, type ShownRequest } from './shown-request.ts';

/** The number of requests that the journal keeps. */
const MOST_REQUESTS = 200;
/** The number of questions, and of lines of the log, that it keeps for each request. */
const MOST_PARTS = 20;
/** Characters of an id, which a client may have made up. */
const LONGEST_ID = 100;
/** Characters of an answer's message. */
const LONGEST_MESSAGE = 500;

/** A request with what became of it. Every text of others is masked and bounded. */
export interface Entry extends ShownRequest {
  readonly requestId: string;
  /** ISO 8601, in UTC. */
  readonly at: string;
  /** Absent while the request is not answered. */
  status?: number;
  /** Milliseconds until the answer, or until the end of the stream; absent before. */
  ms?: number;
  /** The id of the credential; absent if the token is unknown. */
  credential?: string;
  chatId?: string;
  messageId?: number;
  /** The code that the client got. */
  failure?: string;
  /** The text that the client got with it. */
  message?: string;
  /** How many events of a stream were sent, by type. */
  events?: Record<string, number>;
  readonly questions: { readonly actionId: string; readonly kind: string }[];
  /** What the log says about the turn of the request, with causes. */
  readonly lines: Readonly<Record<string, unknown>>[];
}

export interface JournalParts {
  readonly clock: Pick<Clock, 'now' | 'elapsed'>;
  readonly mask: MaskSecrets;
}

/** Keeps the last requests to operations of the contract, for people who debug. */
export class Journal {
  readonly #parts: JournalParts;
  readonly #entries = new Map<string, Entry>();

  constructor(parts: JournalParts) {
    this.#parts = parts;
  }

  /** The entries, latest first. */
  get entries(): readonly Entry[] {
    return [...this.#entries.values()].reverse();
  }

  /** Keeps what passes through an exchange. */
  observe(exchange: Exchange): Exchange {
    return (request) => {
      const entry = this.#begin(request);
      const began = this.#parts.clock.elapsed();
      const end = () => {
        entry.ms = Math.round(this.#parts.clock.elapsed() - began);
      };
      return mapAnswer(exchange(request), (answer) => this.#answered(entry, answer, end));
    };
  }

  /** Receives the lines of the log about turns. Their members are masked already. */
  readonly lines: LineWriter = {
    info: (members, msg) => this.#add(members, msg),
    warn: (members, msg) => this.#add(members, msg),
    error: (members, msg) => this.#add(members, msg),
  };

  #begin(request: HttpRequest): Entry {
    const { clock, mask } = this.#parts;
    const chatId = request.path.chat_id;
    const entry: Entry = {
      requestId: request.requestId,
      at: new Date(clock.now()).toISOString(),
      ...describeRequest(request, mask),
      ...(chatId !== undefined && { chatId: mask(chatId).slice(0, LONGEST_ID).toLowerCase() }),
      questions: [],
      lines: [],
    };
    this.#entries.set(entry.requestId, entry);
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > MOST_REQUESTS && oldest !== undefined) this.#entries.delete(oldest);
    return entry;
  }

  #answered(entry: Entry, answer: HttpAnswer, end: () => void): HttpAnswer {
    const { credential, chat_id, message_id } = answer.logged ?? {};
    entry.status = answer.status;
    if (credential !== undefined) entry.credential = String(credential);
    if (chat_id !== undefined) entry.chatId = String(chat_id);
    if (message_id !== undefined) entry.messageId = Number(message_id);
    end();
    if ('open' in answer) return { ...answer, open: (sink) => answer.open(this.#watch(entry, sink, end)) };
    if (answer.status >= 400) this.#fail(entry, answer.body);
    return answer;
  }

  #fail(entry: Entry, body: unknown): void {
    const { message_code, message } = (body ?? {}) as Readonly<Record<string, unknown>>;
    if (typeof message_code === 'string') entry.failure = message_code;
    if (typeof message === 'string') entry.message = this.#parts.mask(message).slice(0, LONGEST_MESSAGE);
  }

  #watch(entry: Entry, sink: EventSink, end: () => void): EventSink {
    const events: Record<string, number> = {};
    entry.events = events;
    return {
      send: (event) => {
        events[event.type] = (events[event.type] ?? 0) + 1;
        this.#see(entry, event);
        sink.send(event);
      },
      end() {
        end();
        sink.end();
      },
      room: () => sink.room?.(),
      onGone: (callback) => sink.onGone(callback),
    };
  }

  #see(entry: Entry, event: StreamEvent): void {
    switch (event.type) {
      case 'message.start':
        entry.messageId = event.data.message_id;
        break;
      case 'message.action_required':
        if (entry.questions.length < MOST_PARTS)
          entry.questions.push({ actionId: event.data.action_id, kind: event.data.kind });
        break;
      case 'message.error':
        entry.failure = event.data.code;
        entry.message = this.#parts.mask(event.data.message).slice(0, LONGEST_MESSAGE);
        break;
      default:
    }
  }

  #add(members: object, msg: string): void {
    const { request_id, chat_id: _, ...rest } = members as Readonly<Record<string, unknown>>;
    const entry = this.#entries.get(String(request_id));
    if (!entry || entry.lines.length >= MOST_PARTS) return;
    entry.lines.push({ msg, ...rest });
    if (typeof rest.failure === 'string') entry.failure ??= rest.failure;
    if (typeof rest.message_id === 'number') entry.messageId ??= rest.message_id;
  }
}
