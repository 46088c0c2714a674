import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ApiFailure } from '../failures/api-failure.ts';
import { renderFailure } from '../failures/render.ts';
import { AnswerRounds } from './answer-rounds.ts';
import { type Framing, limitReading, type OnStreamOver, ResponseSink } from './event-sink.ts';
import type { ContentAnswer, HttpAnswer, JsonAnswer, LoggedFacts, StreamAnswer } from './exchange.ts';
import type { HttpLimits } from './limits.ts';
import { defect } from './refusals.ts';
import { callerIds, type LoggedRequest, type RequestLog } from './request-log.ts';
import { openStream, writeContent, writeJson } from './response.ts';
import { UnreadAnswers } from './unread-answers.ts';

/** Called with the operation, if it is one of the contract, and the status of each answer. */
export type OnAnswered = (operation: string | undefined, status: number) => void;

type AnyAnswer = HttpAnswer | ContentAnswer;

/** One request, and the reply to write its answer to. */
export interface Incoming {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Path template of the route, or the requested path if no route matches. */
  readonly route: string;
  /** The operation of the contract, if it is one. */
  readonly operation?: string | undefined;
  /** Whether a success is not logged. */
  readonly isQuiet?: boolean | undefined;
}

/**
 * Writes answers as HTTP. It writes to Node's response directly, because Fastify's own way (hooks, serializers, a promise) costs more
 * than the answer itself.
 */
export class Responder {
  readonly #onAnswered: OnAnswered;
  readonly #limits: HttpLimits;
  readonly #unread: UnreadAnswers;
  readonly #rounds = new AnswerRounds();
  readonly #log: RequestLog | undefined;
  /** Whether Fastify plugins may have set headers on the reply. */
  readonly #hasPlugins: boolean;
  readonly #framing: Framing | undefined;
  #streams = 0;
  /** Shared by all streams, because thousands of them may be open. */
  readonly #onStreamOver = () => {
    this.#streams -= 1;
  };

  constructor(
    limits: HttpLimits,
    log: RequestLog | undefined,
    hasPlugins: boolean,
    framing?: Framing | undefined,
    onAnswered: OnAnswered = () => {},
  ) {
    this.#onAnswered = onAnswered;
    this.#limits = limits;
    this.#unread = new UnreadAnswers(limits.unreadBytes);
    this.#log = log;
    this.#hasPlugins = hasPlugins;
    this.#framing = framing;
  }

  /** The number of open streams. */
  get streams(): number {
    return this.#streams;
  }

  /** Answers with the result of `ask`. An error is a defect: it is logged, and the client gets a plain 500. */
  answer(incoming: Incoming, ask: () => AnyAnswer | Promise<AnyAnswer>): void {
    if (this.#rounds.isSpent) this.#rounds.wait(() => this.#answerNow(incoming, ask));
    else this.#answerNow(incoming, ask);
  }

  #answerNow(incoming: Incoming, ask: () => AnyAnswer | Promise<AnyAnswer>): void {
    try {
      const answer = ask();
      if (answer instanceof Promise) {
        answer.then((settled) => this.#write(incoming, settled)).catch((error) => this.fail(incoming, error));
      } else {
        this.#write(incoming, answer);
      }
    } catch (error) {
      this.fail(incoming, error);
    }
  }

  refuse(incoming: Incoming, failure: ApiFailure, headers?: OutgoingHttpHeaders): void {
    const body = renderFailure(failure, incoming.request.id);
    this.#deliver(incoming, { status: failure.status, body }, headers);
  }

  fail(incoming: Incoming, error: unknown): void {
    this.#log?.failed(logged(incoming), error);
    if (incoming.reply.raw.headersSent) incoming.reply.raw.destroy();
    else this.refuse(incoming, defect());
  }

  #write(incoming: Incoming, answer: AnyAnswer): void {
    if ('open' in answer) this.#openStream(incoming, answer);
    else this.#deliver(incoming, answer);
  }

  #deliver(
    incoming: Incoming,
    answer: JsonAnswer | ContentAnswer,
    own: OutgoingHttpHeaders | undefined = answer.headers,
  ): void {
    const { reply } = incoming;
    const response = reply.raw;
    const { status } = answer;
    this.#onAnswered(incoming.operation, status);
    if (response.destroyed) {
      this.#log?.undelivered(logged(incoming), status, reply.elapsedTime, factsOf(answer));
      return;
    }
    const headers = withHeaders(this.#pluginHeaders(reply), own);
    const bytes =
      'content' in answer
        ? writeContent(response, status, answer.content, headers)
        : writeJson(response, status, answer.body, headers);
    this.#rounds.spend(bytes);
    limitReading(response, this.#limits);
    this.#unread.add(response);
    this.#log?.answered(logged(incoming), status, reply.elapsedTime, factsOf(answer));
  }

  /** Opens the stream even if the client has disconnected, because the turn behind it must start. */
  #openStream(incoming: Incoming, answer: StreamAnswer): void {
    const response = incoming.reply.raw;
    if (!response.destroyed)
      openStream(response, withHeaders(this.#pluginHeaders(incoming.reply), answer.headers));
    this.#streams += 1;
    this.#onAnswered(incoming.operation, answer.status);
    const onOver = this.#log ? this.#logStream(incoming, answer, this.#log) : this.#onStreamOver;
    const sink = new ResponseSink(response, this.#limits, onOver, this.#framing);
    try {
      answer.open(sink);
    } catch (error) {
      this.#log?.failed(logged(incoming), error);
      sink.fail();
    }
  }

  #pluginHeaders(reply: FastifyReply): OutgoingHttpHeaders | undefined {
    if (!this.#hasPlugins) return undefined;
    // Fastify would close the connection after a body that is too large, and a client that is still sending
    // could not read the answer.
    const { connection: _, ...headers } = reply.getHeaders();
    return headers as OutgoingHttpHeaders;
  }

  /** Logs the opening. The returned callback holds only what the last line needs, because a stream may last half an hour. */
  #logStream(incoming: Incoming, { logged: facts }: StreamAnswer, log: RequestLog): OnStreamOver {
    const request = logged(incoming);
    const opened = performance.now();
    log.streamOpened(request, incoming.reply.elapsedTime, facts);
    return (end, events) => {
      this.#onStreamOver();
      log.streamOver(request, end, events, performance.now() - opened, facts);
    };
  }
}

function withHeaders(
  plugins: OutgoingHttpHeaders | undefined,
  own: OutgoingHttpHeaders | undefined,
): OutgoingHttpHeaders | undefined {
  return own ? { ...plugins, ...own } : plugins;
}

function logged({ request, route, isQuiet = false }: Incoming): LoggedRequest {
  const { id, method, raw } = request;
  return { requestId: id, method, route, isQuiet, caller: callerIds(raw.headers) };
}

/** What the log says about an answer; for a refusal also its code. */
function factsOf(answer: JsonAnswer | ContentAnswer): LoggedFacts | undefined {
  const body = 'body' in answer && answer.status >= 400 ? answer.body : undefined;
  const failure = (body as { readonly message_code?: unknown } | null | undefined)?.message_code;
  return typeof failure === 'string' ? { ...answer.logged, failure } : answer.logged;
}
