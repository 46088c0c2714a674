import type { ExtraRoute } from './http/routes.ts';

/** What the operator's tools can read. */
export interface OperatorFacts {
  /** The metrics, in the text format of Prometheus. */
  metrics(): string;
  /** Whether the server can handle requests now. It may throw if it cannot. */
  isReady(): boolean;
}

/**
 * The routes for the operator's tools, which are not part of the contract. They need no token, and reveal nothing about credentials, chats
 * or the content of turns.
 */
export function operatorRoutes({ metrics, isReady }: OperatorFacts): readonly ExtraRoute[] {
  return [
    {
      method: 'GET',
      url: '/metrics',
      isQuiet: true,
      handle: () => ({ status: 200, content: Buffer.from(metrics()), headers: METRICS_HEADERS }),
    },
    {
      method: 'GET',
      url: '/healthz',
      isQuiet: true,
      handle: () => ({ status: 200, body: { status: 'alive' } }),
    },
    {
      method: 'GET',
      url: '/readyz',
      isQuiet: true,
      handle: () =>
        attempt(isReady)
          ? { status: 200, body: { status: 'ready' } }
          : { status: 503, body: { status: 'not ready' } },
    },
  ];
}

const METRICS_HEADERS = {
  'content-type': 'text/plain; version=0.0.4; charset=utf-8',
  'cache-control': 'no-store',
};

function attempt(isReady: () => boolean): boolean {
  try {
    return isReady();
  } catch {
    return false;
  }
}
