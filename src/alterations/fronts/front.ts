import type { RequestListener } from 'node:http';
import type { Decorator } from '../../reference/ports.ts';
import { wireWithClock } from '../decorators/ports.ts';
import { lag } from './lag.ts';
import { type FrontRequest, OCCASIONS } from './occasions.ts';
import { PAGES, type Page } from './pages.ts';
import { type Assemble, twoInstances } from './two-instances.ts';

/** Something between a client and a sound service. */
export interface Front {
  readonly id: string;
  /** What it does, in one sentence. */
  readonly behaviour: string;
  open(start: Assemble): Decorator;
}

type Interfere = (request: FrontRequest, ...exchange: Parameters<RequestListener>) => boolean;

/** Pages crossed with the occasions on which they are shown, connections that break, and services that are not one. */
export const FRONTS: readonly Front[] = [
  ...PAGES.flatMap((page) =>
    Object.keys(OCCASIONS).map((occasion) => ({
      id: `${page.id}@${occasion}`,
      behaviour: `Something before the service answers ${page.status} itself (${describeOccasion(occasion)}).`,
      open: () => before(when(occasion, showing(page))),
    })),
  ),
  ...Object.keys(OCCASIONS).map((occasion) => ({
    id: `reset@${occasion}`,
    behaviour: `Connections are reset without an answer (${describeOccasion(occasion)}).`,
    open: () => before(when(occasion, reset)),
  })),
  {
    id: 'reset@mid-stream',
    behaviour: 'Every tenth stream is cut after its second event.',
    open: () => before(cutStreams),
  },
  { id: 'lag-300ms', behaviour: 'Reads show what was true 300 ms before.', open: () => lag(300) },
  {
    id: 'two-instances',
    behaviour: 'Requests go by turns to two instances that share no state.',
    open: twoInstances,
  },
];

function describeOccasion(occasion: string): string {
  return occasion.replaceAll('-', ' ');
}

function when(occasion: string, interfere: Interfere): Interfere {
  const isNow = OCCASIONS[occasion];
  return (request, ...exchange) => isNow?.(request) === true && interfere(request, ...exchange);
}

function showing({ status, headers, body }: Page): Interfere {
  return (_, request, response) => {
    request.resume();
    response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) });
    response.end(body);
    return true;
  };
}

const reset: Interfere = (_, request) => {
  request.socket.destroy();
  return true;
};

const cutStreams: Interfere = ({ earlier }, request, response) => {
  if (!request.url?.endsWith('/messages/stream') || earlier % 10 !== 0) return false;
  const write = response.write.bind(response);
  let events = 0;
  response.write = ((...piece: Parameters<typeof write>) => {
    const isOpen = write(...piece);
    events += 1;
    if (events === 2) request.socket.destroy();
    return isOpen;
  }) as typeof response.write;
  return false;
};

/** Looks at each request before the service. @param interfere returns whether it answered */
function before(interfere: Interfere): Decorator {
  return wireWithClock((clock) => (listener) => {
    let since: number | undefined;
    let earlier = 0;
    return (request, response) => {
      const now = clock.elapsed();
      since ??= now;
      const seen = { method: request.method ?? '', url: request.url ?? '', earlier, elapsed: now - since };
      earlier += 1;
      if (!interfere(seen, request, response)) listener(request, response);
    };
  });
}
