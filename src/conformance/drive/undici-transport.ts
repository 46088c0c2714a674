import { isEventStream } from '../judge/headers.ts';
import { ForeignPathError, hasDotSegments, urlBelow } from '../recorder/target-url.ts';
import type { OnGarbage } from '../recordings/garbage.ts';
import { explainFailure } from './explain-failure.ts';
import { IncomingResponse } from './incoming-response.ts';
import { LargeBodies } from './large-bodies.ts';
import type { DriveLimits } from './limits.ts';
import { type Connector, openDispatcher } from './open-dispatcher.ts';
import { waitOutRefusals } from './polite-transport.ts';
import { readBody } from './read-body.ts';
import { recogniseStrangers } from './recognising-transport.ts';
import { machineClock, type RunClock } from './run-clock.ts';
import { Strangers } from './strangers.ts';
import type { Dispatcher } from './undici.ts';
import { type Pause, type Transport, TransportFailure, type WireRequest, type WireResponse } from './wire.ts';

export interface TransportOptions {
  /** Base URL of the target, without a trailing slash. */
  readonly baseUrl: string;
  readonly limits: DriveLimits;
  /** The clock of the run; the system clock by default. */
  readonly clock?: RunClock | undefined;
  /** Opens connections; over TCP by default. */
  readonly connect?: Connector | undefined;
  /** Certificates in PEM that are trusted in addition to the usual ones. */
  readonly ca?: string | undefined;
  /** Whether to use HTTP_PROXY, HTTPS_PROXY and NO_PROXY from the environment. */
  readonly usesProxy?: boolean;
  /** Called after each chunk of a large body. */
  readonly onGarbage?: OnGarbage | undefined;
}

/** An HTTP/1.1 transport that enforces the limits, marks what does not come from the service, and waits when it is asked to. */
export function openTransport(options: TransportOptions): Transport {
  return waitOutRefusals(recogniseStrangers(openPlainTransport(options)));
}

function openPlainTransport({
  baseUrl,
  limits,
  clock = machineClock,
  connect,
  ca,
  usesProxy = true,
  onGarbage,
}: TransportOptions): Transport {
  const base = new URL(baseUrl);
  const dispatcher = openDispatcher({ limits, ca, usesProxy, connect });
  // Two streams, since a long stream may wait for an action that depends on another stream.
  const large = { body: new LargeBodies(1), stream: new LargeBodies(2) };
  return {
    limits,
    clock,
    strangers: new Strangers(),
    async send(wire: WireRequest, signal?: AbortSignal, pause?: Pause): Promise<WireResponse> {
      const { origin, pathname, search } = locate(base, wire.path);
      const { patience = 0 } = wire;
      const explain = (error: unknown) => (signal?.aborted ? error : explainFailure(error, limits));
      const incoming = new IncomingResponse({ limits, clock, patience, signal, explain });
      dispatcher.dispatch(
        {
          origin,
          path: `${pathname}${search}`,
          method: wire.method as Dispatcher.HttpMethod,
          headers: wire.headers,
          body: wire.body ?? null,
        },
        incoming,
      );
      const head = await incoming.head;
      const headers = joinHeaders(head.headers);
      const kind = isEventStream(headers) ? 'stream' : 'body';
      if (kind === 'stream') incoming.idle = limits.streamIdle;
      const body = readBody(incoming, headers['content-encoding'], {
        mostBytes: kind === 'stream' ? limits.streamBytes : limits.bytes,
        large: large[kind],
        explain,
        onGarbage,
        pause,
      });
      return { status: head.status, headers, body };
    },
    close: () => dispatcher.destroy(),
  };
}

/**
 * Paths contain ids from the target. An id with `..` or a separator could direct the request to a different resource.
 *
 * @throws TransportFailure `unsendable` for such a path, and for one that points to another server
 */
function locate(baseUrl: URL, path: string): URL {
  const [plain = ''] = path.split('?', 1);
  if (hasDotSegments(path) || /[\\#\s]/.test(plain)) {
    throw new TransportFailure(
      'unsendable',
      'the target sent an id that cannot be part of a path; nothing was sent',
    );
  }
  try {
    return urlBelow(baseUrl, path);
  } catch (error) {
    if (!(error instanceof ForeignPathError)) throw error;
    throw new TransportFailure('unsendable', `${error.message}; nothing was sent`, { cause: error });
  }
}

function joinHeaders(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
    ),
  );
}
