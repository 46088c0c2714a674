import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, createClient, createConfig } from './.build/api/client/index.ts';
import { parseJson, writeJson } from './json.ts';
import { isMistake } from './mistakes.ts';

const REPEATS = 4;
const MAX_RETRY_AFTER = 120_000;
const GATEWAY_STATUSES: ReadonlySet<number> = new Set([408, 502, 503, 504]);

/** What the service answered. Without a status, the connection broke. */
export interface Reply {
  readonly status?: number;
  readonly code?: string | undefined;
  readonly dataCode?: string | undefined;
  /** In milliseconds. */
  readonly retryAfter?: number | undefined;
  readonly data?: unknown;
}

/** What a request leads to: a result, a repeat that counts, or a wait that does not. */
export type Next<Result> = { readonly done: Result } | { readonly repeat: Reply } | 'wait';

/** The caller has stopped reading. */
export class LeftError extends Error {}

/** Sends requests with the generated client, and repeats them. */
export class Requests {
  readonly #client: Client;

  constructor(baseUrl: string, token: string) {
    const bodies = isMistake('bigint-as-string') ? {} : { bodySerializer: writeJson };
    this.#client = createClient(
      createConfig({ baseUrl, auth: token, redirect: 'manual', parseAs: 'text', ...bodies }),
    );
  }

  /** Sends one request. Never rejects. */
  async call(
    request: (client: Client, signal: AbortSignal) => Promise<unknown>,
    timeout = 30_000,
  ): Promise<Reply> {
    const { data, error, response } = (await request(this.#client, AbortSignal.timeout(timeout))) as {
      data?: unknown;
      error?: unknown;
      response?: Response;
    };
    if (!response || (response.ok && error !== undefined)) return {};
    const { status } = response;
    if (!response.ok) return { status, retryAfter: retryAfterOf(response), ...codesOf(error) };
    if (typeof data === 'string') return { status, data: tryParse(data) };
    if (!(data instanceof ReadableStream)) return { status };
    if (/^text\/event-stream\b/i.test(response.headers.get('content-type') ?? '')) return { status, data };
    await data.cancel();
    return { status };
  }

  /** Calls `attempt` until it is done, with growing pauses. The last attempt may not ask for a repeat. */
  async repeat<Result>(
    attempt: (number: number, isLast: boolean) => Promise<Next<Result>>,
    {
      deadline = Number.POSITIVE_INFINITY,
      signal,
    }: { deadline?: number; signal?: AbortSignal | undefined } = {},
  ): Promise<Result> {
    let repeats = 0;
    for (let number = 0; ; number += 1) {
      const next = await attempt(number, repeats >= REPEATS);
      if (next !== 'wait' && 'done' in next) return next.done;
      const counts = next !== 'wait' || isMistake('in-progress-is-an-attempt');
      if (counts) repeats += 1;
      if (repeats > REPEATS || Date.now() > deadline) throw new Error('The turn has not ended in time.');
      const limit = counts ? Math.min(500 * 2 ** (repeats - 1), 8000) : 1000;
      const asked = (next === 'wait' ? undefined : next.repeat.retryAfter) ?? 0;
      const pause = Math.max(limit * (0.5 + Math.random() / 2), asked);
      await sleep(pause, undefined, signal ? { signal } : {}).catch(() => {
        throw new LeftError();
      });
    }
  }
}

export const isSuccess = ({ status = 0 }: Reply): boolean => status >= 200 && status < 300;

/** Whether the service may not have seen the request, or asks to send it later. */
export const isTransient = ({ status, retryAfter = 0 }: Reply): boolean =>
  (status === undefined || status === 429 || GATEWAY_STATUSES.has(status)) && retryAfter <= MAX_RETRY_AFTER;

function codesOf(error: unknown): Pick<Reply, 'code' | 'dataCode'> {
  const failure = (typeof error === 'object' && error !== null ? error : {}) as {
    message_code?: unknown;
    data?: { code?: unknown } | null;
  };
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
  return { code: text(failure.message_code), dataCode: text(failure.data?.code) };
}

function retryAfterOf({ headers }: Response): number | undefined {
  const value = headers.get('retry-after');
  if (value === null) return undefined;
  if (isMistake('retry-after-ms')) return Number(value) || undefined;
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}

function tryParse(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
