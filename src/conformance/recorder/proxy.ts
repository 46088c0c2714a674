import {
  type ClientRequest,
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { type HostGuard, isLoopback } from '../../loopback/index.ts';
import type { StreamEnd } from '../judge/rules/rule.ts';
import { forwardResponseHeaders } from './forward-headers.ts';
import { Outages } from './outages.ts';
import { classOf, type Outcome } from './outcomes.ts';
import { OWN_ANSWERS, type OwnAnswer } from './own-answers.ts';
import type { RecordLimits } from './record-limits.ts';
import type { RecordedExchange } from './recorded-exchange.ts';
import type { Recorder } from './recorder.ts';
import { TargetConnections, type TargetOptions } from './target-connections.ts';
import { ForeignPathError, urlBelow } from './target-url.ts';

export interface ProxyOptions extends TargetOptions {
  /** Decides by the Host header whether a request is forwarded; undefined to forward all. */
  readonly hostGuard?: HostGuard | undefined;
  readonly recorder: Recorder;
  readonly limits: RecordLimits;
  /** A monotonic clock, in milliseconds. */
  now(): number;
  /** Called for each answer of the proxy's own. An outage of the target is reported apart. */
  onAnswer(reason: OwnAnswer, problem: string): void;
  /** Called when a forwarded exchange is over. */
  onOutcome(outcome: Outcome): void;
  /** Gets one line when the target stops responding, and one when it responds again. */
  onOutage(line: string): void;
}

/**
 * A server that forwards every request to the target and every response to the client, byte by byte as they arrive and no faster
 * than the other side reads them. Bytes are recorded after they were forwarded.
 */
export function createProxy(options: ProxyOptions): Server {
  const { limits } = options;
  const pass = new Passage(options);
  const server = createServer({
    maxHeaderSize: limits.headerBytes,
    // The target decides how long a request may take.
    requestTimeout: 0,
    requireHostHeader: false,
    noDelay: true,
  });
  server.maxHeadersCount = 0;
  for (const event of ['request', 'checkContinue', 'checkExpectation'])
    server.on(event, (request: IncomingMessage, response: ServerResponse) => pass.open(request, response));
  server.on('close', () => pass.close());
  return server;
}

/** What a request meets on a connection that the target has closed. */
const CLOSED: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE']);

/** The beginning of a request target that is a URL. */
const ABSOLUTE = /^https?:\/\//i;

class Passage {
  readonly #options: ProxyOptions;
  readonly #connections: TargetConnections;
  readonly #outages: Outages;
  #inFlight = 0;

  constructor(options: ProxyOptions) {
    this.#options = options;
    const { now, onOutage } = options;
    this.#connections = new TargetConnections(options);
    this.#outages = new Outages({ now, onLine: onOutage });
  }

  close(): void {
    this.#connections.close();
  }

  open(request: IncomingMessage, response: ServerResponse): void {
    const { recorder } = this.#options;
    const { method = 'GET', url = '/', rawHeaders: headers } = request;
    const path = this.#pathOrRefusal(request);
    if (typeof path !== 'string') {
      this.#refuse(response, ...path);
      return;
    }
    let upstream: ClientRequest;
    try {
      upstream = this.#connections.open(request, path, response.shouldKeepAlive);
    } catch (error) {
      this.#refuse(
        response,
        'invalid-request',
        `the request cannot be forwarded (${(error as Error).message})`,
      );
      return;
    }
    this.#inFlight += 1;
    response.once('close', () => {
      this.#inFlight -= 1;
    });
    const exchange = recorder.begin({ method, path: url, headers });
    passRequest(request, upstream, exchange);
    this.#passAnswer(request, response, upstream, exchange);
  }

  /** The path below the target to which a request is forwarded, or why it is not forwarded. */
  #pathOrRefusal(request: IncomingMessage): string | [OwnAnswer, string] {
    const { headers, url = '/' } = request;
    const { inFlight } = this.#options.limits;
    if (this.#options.hostGuard?.(headers.host) === false)
      return ['other-server', 'the Host header does not name this machine'];
    if (!this.#isForTarget(request))
      return [
        'other-server',
        `the recorder is no general proxy, and forwards only to ${this.#options.target.origin}`,
      ];
    const path = this.#pathBelowTarget(url);
    if (path === undefined) return ['invalid-request', 'the request target is not a path below the target'];
    if (this.#connections.isLoop(request)) return ['loop', 'the target is this recorder itself'];
    if (this.#inFlight >= inFlight)
      return ['too-many-exchanges', `there are already ${inFlight} concurrent exchanges`];
    return path;
  }

  /**
   * Whether a request is for the target. A request target that is a URL (RFC 9112, 3.2.2) names a server, which may be the target or this
   * recorder; a client that uses the recorder as its general proxy names others, and its tokens are not for the target.
   */
  #isForTarget({ url = '/', socket }: IncomingMessage): boolean {
    if (!ABSOLUTE.test(url)) return true;
    const named = URL.parse(url);
    if (!named) return false;
    const isRecorder = isLoopback(named.hostname) && Number(named.port || 80) === socket.localPort;
    return named.origin === this.#options.target.origin || (named.protocol === 'http:' && isRecorder);
  }

  /** Path and query of a request for the target; undefined if the request is not for it. */
  #pathBelowTarget(requestTarget: string): string | undefined {
    const path = pathOf(requestTarget);
    try {
      if (path !== undefined) urlBelow(this.#options.target, path);
      return path;
    } catch (error) {
      if (error instanceof ForeignPathError) return undefined;
      throw error;
    }
  }

  #passAnswer(
    request: IncomingMessage,
    response: ServerResponse,
    upstream: ClientRequest,
    exchange: RecordedExchange | undefined,
  ): void {
    let isSettled = false;
    const settle = (how: StreamEnd, outcome: Outcome) => {
      if (isSettled) return;
      isSettled = true;
      exchange?.end(how);
      this.#options.onOutcome(outcome);
    };
    const fail = (problem: string, isClosed = false) => {
      if (isSettled) return;
      // Without the recorder, the client would also see its connection end without a response, and could repeat what is safe to repeat.
      const isSilent = response.headersSent || (isClosed && upstream.reusedSocket);
      settle('error', isSilent ? 'target-broke-off' : 'target-down');
      upstream.destroy();
      if (isSilent) response.destroy();
      else this.#refuse(response, 'target-down', problem);
    };
    upstream.on('continue', () => response.writeContinue());
    upstream.on('error', (error: NodeJS.ErrnoException) =>
      fail(describeFailure(error), CLOSED.has(error.code ?? '')),
    );
    upstream.on('close', () => {
      if (!response.headersSent) fail('the target closed the connection without a response', true);
    });
    upstream.on('response', (answer) => {
      try {
        passHead(answer, response);
      } catch (error) {
        fail(`the target sent an invalid HTTP response (${(error as Error).message})`);
        return;
      }
      this.#outages.responded();
      answer.pipe(response);
      sendHead(response);
      if (exchange) recordAnswer(answer, exchange);
      answer.on('error', () => fail('the connection to the target broke'));
      answer.on('end', () => {
        settle('server', classOf(answer.statusCode));
        // The target may have responded without reading the whole request.
        if (request.complete) return;
        request.unpipe(upstream).resume();
        upstream.destroy();
      });
    });
    response.on('error', () => {});
    response.on('close', () => {
      if (isSettled) return;
      settle('client', response.headersSent ? 'client-left' : 'no-response');
      upstream.destroy();
    });
  }

  /** Answers a request itself, because there is no response of the target. */
  #refuse(response: ServerResponse, reason: OwnAnswer, problem: string): void {
    this.#options.onAnswer(reason, problem);
    if (reason === 'target-down') this.#outages.lost(problem);
    const body = `conversation-api record: ${problem}\n`;
    response.writeHead(OWN_ANSWERS[reason], {
      'content-type': 'text/plain; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      connection: 'close',
    });
    response.end(body);
  }
}

function passRequest(
  request: IncomingMessage,
  upstream: ClientRequest,
  exchange: RecordedExchange | undefined,
): void {
  request.on('error', () => {});
  const { 'content-length': length, 'transfer-encoding': coding } = request.headers;
  if (length === undefined && coding === undefined) {
    upstream.end();
    exchange?.endRequest();
    return;
  }
  request.pipe(upstream);
  if (!exchange) return;
  request.on('data', (bytes: Uint8Array) => exchange.pushRequest(bytes));
  request.on('end', () => exchange.endRequest());
}

function recordAnswer(answer: IncomingMessage, exchange: RecordedExchange): void {
  exchange.respond(answer.statusCode ?? 0, answer.rawHeaders);
  answer.on('data', (bytes: Uint8Array) => exchange.push(bytes));
}

function passHead(answer: IncomingMessage, response: ServerResponse): void {
  response.sendDate = false;
  const { statusCode = 0, statusMessage = '', rawHeaders } = answer;
  response.writeHead(statusCode, statusMessage, forwardResponseHeaders(rawHeaders));
}

/**
 * Sends a head to which no body has been added, since the first event may come much later. What the target sent together with its head is
 * added first, so that both leave in one packet.
 */
function sendHead(response: ServerResponse): void {
  process.nextTick(() => {
    // `flushHeaders` would send each byte of a header beyond ASCII as two.
    if (!response.writableEnded) response.write('', 'latin1');
  });
}

/** Path and query of a request target, which may be a URL (RFC 9112, 3.2.2). */
function pathOf(target: string): string | undefined {
  if (target.startsWith('/')) return target;
  const url = ABSOLUTE.test(target) ? URL.parse(target) : null;
  return url ? url.pathname + url.search : undefined;
}

function describeFailure({ code, message }: NodeJS.ErrnoException): string {
  return `the target sent no complete response (${code ?? message})`;
}
