import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ApiFailure } from '../failures/api-failure.ts';
import { renderFailure } from '../failures/render.ts';
import { limitTaking, type OnStreamOver, ResponseSink } from './event-sink.ts';
import type { HttpAnswer, JsonAnswer, StreamAnswer } from './exchange.ts';
import type { Framing } from './framing.ts';
import type { HttpLimits } from './limits.ts';
import { defect } from './refusals.ts';
import type { LoggedRequest, RequestLog } from './request-log.ts';
import { openStream, writeJson } from './response.ts';

/** One request with the way to answer it. */
export interface Asked {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Path template of the route, or the path as it came. */
  readonly route: string;
}

/**
 * Turns answers into HTTP. It writes to Node's response itself: what Fastify would add (hooks, serializers, a promise)
 * costs more than the answer.
 */
export class Responder {
  readonly #limits: HttpLimits;
  readonly #log: RequestLog | undefined;
  /** Whether plugins may have set headers on the reply. */
  readonly #hasPlugins: boolean;
  readonly #framing: Framing | undefined;

  constructor(
    limits: HttpLimits,
    log: RequestLog | undefined,
    hasPlugins: boolean,
    framing?: Framing | undefined,
  ) {
    this.#limits = limits;
    this.#log = log;
    this.#hasPlugins = hasPlugins;
    this.#framing = framing;
  }

  /** Answers with what `ask` returns. What it throws is a defect: it is logged, and the client sees a plain 500. */
  answer(asked: Asked, ask: () => HttpAnswer | Promise<HttpAnswer>): void {
    try {
      const answer = ask();
      if (answer instanceof Promise) {
        answer.then((settled) => this.#write(asked, settled)).catch((error) => this.fail(asked, error));
      } else {
        this.#write(asked, answer);
      }
    } catch (error) {
      this.fail(asked, error);
    }
  }

  refuse(asked: Asked, failure: ApiFailure, headers?: OutgoingHttpHeaders): void {
    const { status } = failure;
    this.#writeJson(asked, { status, body: renderFailure(failure, asked.request.id) }, headers);
  }

  fail(asked: Asked, error: unknown): void {
    this.#log?.failed(logged(asked), error);
    if (asked.reply.raw.headersSent) asked.reply.raw.destroy();
    else this.refuse(asked, defect());
  }

  #write(asked: Asked, answer: HttpAnswer): void {
    if ('open' in answer) this.#openStream(asked, answer);
    else this.#writeJson(asked, answer, answer.headers);
  }

  #writeJson(asked: Asked, { status, body, logged: facts }: JsonAnswer, headers?: OutgoingHttpHeaders): void {
    const { reply } = asked;
    const response = reply.raw;
    if (response.destroyed) {
      this.#log?.unheard(logged(asked), status, reply.elapsedTime, facts);
      return;
    }
    writeJson(response, status, body, withHeaders(this.#pluginHeaders(reply), headers));
    limitTaking(response, this.#limits);
    this.#log?.answered(logged(asked), status, reply.elapsedTime, facts);
  }

  /** Opens the stream even if the client has gone: the turn behind it goes on, and must be told. */
  #openStream(asked: Asked, answer: StreamAnswer): void {
    const response = asked.reply.raw;
    if (!response.destroyed)
      openStream(response, withHeaders(this.#pluginHeaders(asked.reply), answer.headers));
    const sink = new ResponseSink(
      response,
      this.#limits,
      this.#log && this.#logStream(asked, answer, this.#log),
      this.#framing,
    );
    try {
      answer.open(sink);
    } catch (error) {
      this.#log?.failed(logged(asked), error);
      sink.fail();
    }
  }

  #pluginHeaders(reply: FastifyReply): OutgoingHttpHeaders | undefined {
    if (!this.#hasPlugins) return undefined;
    // Fastify would close after a body that is too large; reading on lets a client that still sends see the answer.
    const { connection: _, ...headers } = reply.getHeaders();
    return headers as OutgoingHttpHeaders;
  }

  /** Logs the opening. Keeps only what the last line needs, since the stream may last for half an hour. */
  #logStream(asked: Asked, { logged: facts }: StreamAnswer, log: RequestLog): OnStreamOver {
    const request = logged(asked);
    const opened = performance.now();
    log.streamOpened(request, asked.reply.elapsedTime, facts);
    return (end, events) => log.streamOver(request, end, events, performance.now() - opened, facts);
  }
}

function withHeaders(
  plugins: OutgoingHttpHeaders | undefined,
  own: OutgoingHttpHeaders | undefined,
): OutgoingHttpHeaders | undefined {
  return own ? { ...plugins, ...own } : plugins;
}

function logged({ request, route }: Asked): LoggedRequest {
  return { requestId: request.id, method: request.method, route };
}
