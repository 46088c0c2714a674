import { Readable } from 'node:stream';
import { mediaTypeOf } from '../judge/headers.ts';
import { isRefusalStatus, isSuccessStatus } from '../judge/status.ts';
import { discard } from './polite-transport.ts';
import { pause as waitFor } from './run-clock.ts';
import { describeHead, kindOf, NO_STATUS, operationOf } from './strangers.ts';
import { type Pause, type Transport, TransportFailure, type WireRequest, type WireResponse } from './wire.ts';

/** The first pause between plain requests while something else answers them, in milliseconds of the real clock. Doubles each time. */
const FIRST_PAUSE = 250;
/** The probability with which the service may be blamed for what something else answered by chance. */
const WRONG_BLAME = 1e-8;
/** The lowest share of strange answers that is assumed, so that a single one never blames the service. */
const LEAST_SHARE = 0.01;
/** The highest share that is assumed, so that the number of attempts is bounded. */
const MOST_SHARE = 0.7;

const NOT_IMPLEMENTED = 501;
/** Refusals that gateways send for whole operations. */
const OF_GATEWAYS: ReadonlySet<number> = new Set([401, 403, 407, 429]);

export interface DoubtOptions {
  /** Reads that the service answers for any client with a token. One of them is enough. */
  readonly plain: readonly WireRequest[];
  /** The `Authorization` headers of the profile. What a request without one of them gets, up to a refusal without a body, is open. */
  readonly credentials: ReadonlySet<string>;
  /** Aborted when the run ends early. */
  readonly stop: AbortSignal;
}

/** A transport whose answers are the service's. */
export interface DoubtingTransport extends Transport {
  /** Waits until the service answers plain requests. @returns false if it does not in time */
  recover(): Promise<boolean>;
}

/**
 * A transport that decides whose answers count. What does not come from the service proves nothing about the request, and neither does a
 * connection that breaks before there is an answer: a read is repeated, and the check of any other request has to be repeated. The service is to blame only if this request alone keeps failing while plain ones beside
 * it succeed, so often that chance cannot explain it: then its answer is passed on like any other.
 *
 * @throws TransportFailure `stranger` for a request of which the service's answer is unknown
 */
export function doubtStrangers(inner: Transport, options: DoubtOptions): DoubtingTransport {
  const { limits, clock, strangers } = inner;
  const confirmed = new Set<string>();
  /** What was repeated often enough, of operations that were not answered until then. */
  const blocked = new Set<string>();
  /** By operation, how many of its answers in a row were strange. */
  const streaks = new Map<string, number>();
  /** The operations that the service has answered, and those that have succeeded. */
  const answered = new Set<string>();
  const succeeded = new Set<string>();
  /** By operation, the answers to requests that were sent once. */
  const seen = new Map<string, { strange: number; all: number }>();
  let isDown = false;
  let recovering: Promise<boolean> | undefined;
  let turn: Promise<unknown> = Promise.resolve();

  async function attempt(request: WireRequest, signal?: AbortSignal, pause?: Pause): Promise<WireResponse> {
    const response = await inner.send(request, signal, pause).catch((error) => withoutHead(error, signal));
    if (!response.isStrange) answered.add(operationOf(request));
    if (!response.isStrange && isSuccessStatus(response.status)) succeeded.add(operationOf(request));
    return response.isStrange && isOpen(request, response) ? { ...response, isStrange: false } : response;
  }

  /** Of an operation that nothing but a gateway ever answers, nothing is known. A route that is missing is the service's own fault. */
  function mayBlame({ status, headers }: WireResponse, operation: string): boolean {
    if (answered.has(operation) || status === NOT_IMPLEMENTED) return true;
    if (status === NO_STATUS) return false;
    if (status < 400) return mediaTypeOf(headers) !== 'text/html';
    return isRefusalStatus(status) && !OF_GATEWAYS.has(status);
  }

  function isOpen({ headers: { authorization = '' } }: WireRequest, { status }: WireResponse): boolean {
    return isRefusalStatus(status) && !options.credentials.has(authorization);
  }

  /** Whether the service answers one of the plain reads. */
  async function answersPlain(): Promise<boolean> {
    for (const request of options.plain) {
      try {
        const response = await inner.send(request, options.stop);
        await discard(response);
        count('plain', response);
        if (!response.isStrange) return true;
      } catch (error) {
        if (options.stop.aborted) throw error;
      }
    }
    return false;
  }

  async function waitForPlain(): Promise<boolean> {
    const until = clock.now() + (isDown ? 0 : limits.outage);
    for (let duration = FIRST_PAUSE; !(await answersPlain()); duration *= 2) {
      isDown = clock.now() >= until;
      if (isDown) return false;
      await waitFor(clock, Math.min(duration, until - clock.now()), options.stop);
    }
    isDown = false;
    return true;
  }

  function recover(): Promise<boolean> {
    recovering ??= waitForPlain().finally(() => {
      recovering = undefined;
    });
    return recovering;
  }

  function count(operation: string, { isStrange }: WireResponse): void {
    const counts = seen.get(operation) ?? { strange: 0, all: 0 };
    counts.all += 1;
    if (isStrange) counts.strange += 1;
    seen.set(operation, counts);
  }

  /** How many strange answers of an operation in a row cannot be chance, as often as the others are answered by something else. */
  function enough(operation: string): number {
    const others = [...seen].flatMap(([name, counts]) => (name === operation ? [] : [counts]));
    const sum = (member: 'strange' | 'all') => others.reduce((total, counts) => total + counts[member], 0);
    const share = Math.min(MOST_SHARE, Math.max(LEAST_SHARE, sum('strange') / Math.max(1, sum('all'))));
    return Math.ceil(Math.log(WRONG_BLAME) / Math.log(share));
  }

  /** Sends a request again and again, next to plain ones, until the service answers it, or is certainly to blame. */
  async function confirm(
    request: WireRequest,
    first: WireResponse,
    signal: AbortSignal | undefined,
    pause: Pause | undefined,
  ): Promise<WireResponse> {
    const kind = kindOf(request, first);
    const operation = operationOf(request);
    const what =
      first.broken?.message ??
      `${operation} was answered by something else than the service (${describeHead(first)})`;
    const leave = async (strange: WireResponse): Promise<never> => {
      await discard(strange);
      throw first.broken ?? new TransportFailure('stranger', what);
    };
    let response = first;
    for (let times = 1; ; times += 1) {
      if (confirmed.has(kind)) return response;
      strangers.note(request, response);
      if (blocked.has(kind) && !answered.has(operation)) return leave(response);
      // An empty success cannot be seen twice if the request took effect. It counts if the operation never has another.
      const isSuccess = isSuccessStatus(response.status) && !succeeded.has(operation);
      const streak = isSuccess ? (streaks.get(operation) ?? 0) + 1 : 0;
      streaks.set(operation, streak);
      // Different numbers of plain requests, so that no regular pattern hits this request alone.
      for (let plain = 0; plain <= times % 3; plain += 1)
        if (!(await recover()))
          throw new TransportFailure('unreachable', `the service does not answer any more: ${what}`);
      if (Math.max(times, streak) >= enough(operation)) {
        if (!mayBlame(response, operation)) {
          blocked.add(kind);
          return leave(response);
        }
        // The next connection may break by chance, or because another request made the service fail.
        if (response.status !== NO_STATUS) confirmed.add(kind);
        strangers.acquit(kind);
        return response;
      }
      await discard(response);
      response = await attempt(request, signal, pause);
      if (response.isStrange && kindOf(request, response) === kind) continue;
      if (response.isStrange) return leave(response);
      return request.method === 'GET' ? response : { ...response, isRepeatOf: what };
    }
  }

  return {
    limits,
    clock,
    strangers,
    recover,
    async send(request, signal, pause) {
      const response = await attempt(request, signal, pause);
      if (!confirmed.has(kindOf(request, response))) count(operationOf(request), response);
      if (!response.isStrange) {
        streaks.delete(operationOf(request));
        return response;
      }
      if (confirmed.has(kindOf(request, response))) return response;
      // After the end of a run, whatever is not found is cleaned up.
      if (options.stop.aborted && isRefusalStatus(response.status)) return response;
      // One at a time: a request that makes the service fail would make others fail that are sent with it.
      const result = turn.then(() => confirm(request, response, signal, pause));
      turn = result.catch(() => {});
      return { ...(await result), isDelayed: true };
    },
    close: () => inner.close(),
  };
}

/** A connection that broke before the head of a response, in the form of an answer. @throws anything else, as it is */
function withoutHead(error: unknown, signal: AbortSignal | undefined): WireResponse {
  if (signal?.aborted || !(error instanceof TransportFailure) || error.problem !== 'broken') throw error;
  return { status: NO_STATUS, headers: {}, body: Readable.from([]), isStrange: true, broken: error };
}
