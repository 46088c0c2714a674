import { VirtualClock } from '../../../scripts/simulation/virtual-clock.ts';
import { createClientIn } from '../../../src/client/client.ts';
import type { Client, ClientOptions, Fetch } from '../../../src/client/index.ts';
import { runtimeOf, settle } from './settle.ts';

export const TOKEN = 'token-of-the-back-office';

/** A request that the client sent. */
export interface Sent {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  /** Empty when the request has no body. */
  readonly body: string;
  readonly signal: AbortSignal;
  readonly request: Request;
}

/** Answers one request. */
export type Reply = (sent: Sent) => Response | Promise<Response>;

export interface ScriptedService {
  readonly client: Client;
  readonly clock: VirtualClock;
  readonly sent: Sent[];
  /** Advances the clock until the promise has settled. */
  settle<Value>(promise: Promise<Value>, limit?: number): Promise<Value>;
}

/** Creates a service that gives these replies in order, and a client for it. Time stands still until a test advances the clock. */
export function scriptService(
  replies: readonly Reply[],
  options: Partial<ClientOptions> = {},
): ScriptedService {
  const clock = new VirtualClock();
  const sent: Sent[] = [];
  const fetch: Fetch = async (target, init) => {
    const request = new Request(target, init);
    const { method, url, headers } = request;
    const { signal } = init;
    const each = { method, url, headers, body: await request.text(), signal, request };
    sent.push(each);
    const reply = replies[sent.length - 1];
    if (!reply) throw new Error(`the script has no reply to request ${sent.length}`);
    if (signal.aborted) throw signal.reason;
    return reply(each);
  };
  const client = createClientIn(runtimeOf(clock), {
    baseUrl: 'https://service.test',
    token: TOKEN,
    fetch,
    ...options,
  });
  return { client, clock, sent, settle: (promise, limit) => settle(clock, promise, limit) };
}

/** Replies with JSON, or with a text unchanged. */
export function answer(body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Reply {
  return () =>
    new Response(typeof body === 'string' ? body : JSON.stringify(body), {
      status,
      headers: { 'content-type': 'application/json', ...headers },
    });
}

/** Replies with a failure of the service. */
export function failure(
  status: number,
  message_code: string,
  rest: Readonly<Record<string, unknown>> = {},
  headers?: Readonly<Record<string, string>>,
): Reply {
  return answer({ status: 'error', message: 'No.', message_code, ...rest }, status, headers);
}

export const inProgress = failure(409, 'api_v1_turn_in_progress');

/** Fails to connect. */
export const unreachable: Reply = () => Promise.reject(new TypeError('fetch failed'));

/** Sends nothing until the client aborts the request. */
export const mute: Reply = ({ signal }) =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
