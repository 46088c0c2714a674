import { renderFailure } from '../failures/render.ts';
import { unlisted } from '../failures/unlisted.ts';
import type { ContentAnswer, JsonAnswer } from '../http/exchange.ts';
import type { PlainRequest } from '../http/request.ts';
import type { ExtraRoute } from '../http/routes.ts';
import type { Decorator } from '../ports.ts';
import type { LineWriter } from '../service-log.ts';
import { curlOf } from './curl.ts';
import { type Entry, Journal, type JournalParts } from './journal.ts';
import { NextRequests, PlanError } from './next.ts';
import { type Filter, INSPECT, NEXT, renderPage } from './page.ts';

export interface Inspector {
  /** Keeps requests, and changes the next ones. It must be the last decorator, to see what clients see. */
  readonly decorator: Decorator;
  /** Receives the lines of the log about turns. */
  readonly lines: LineWriter;
  readonly routes: readonly ExtraRoute[];
}

/** A journal of the last requests with a page, and control over the next ones, for people who debug on this machine. */
export function createInspector(parts: JournalParts): Inspector {
  const journal = new Journal(parts);
  const next = new NextRequests();
  const shown = (request: PlainRequest) => {
    const filter = readFilter(request);
    const base = `http://${request.header('host') ?? '127.0.0.1'}`;
    return {
      filter,
      base,
      plans: next.plans,
      entries: journal.entries.filter((entry) => matches(entry, filter)),
    };
  };
  const routes: readonly ExtraRoute[] = [
    { method: 'GET', url: INSPECT, handle: (request) => page(renderPage(shown(request))) },
    {
      method: 'GET',
      url: `${INSPECT}.json`,
      handle(request) {
        const { entries, plans, base } = shown(request);
        const requests = entries.map((entry) => ({ ...entry, curl: curlOf(entry, base) }));
        return { status: 200, body: { requests, next: plans }, headers: NOT_STORED };
      },
    },
    {
      method: 'POST',
      url: NEXT,
      handle(request) {
        const isForm = request.header('content-type')?.startsWith('application/x-www-form-urlencoded');
        return isForm ? setByForm(next, request) : setByJson(next, request);
      },
    },
    {
      method: 'DELETE',
      url: NEXT,
      handle() {
        next.clear();
        return { status: 200, body: { next: [] } };
      },
    },
  ];
  return {
    decorator: { exchange: (exchange) => next.applyTo(journal.observe(exchange)) },
    lines: journal.lines,
    routes: routes.map(forOwnPages),
  };
}

/** Refuses requests that pages of other origins send. With `--cors`, they could even read the answers. */
function forOwnPages(route: ExtraRoute): ExtraRoute {
  return {
    ...route,
    handle(request) {
      const origin = request.header('origin');
      if (origin === undefined || origin === `http://${request.header('host')}`) return route.handle(request);
      return refuse(request, 'forbidden', 'Only pages of this server may inspect it.');
    },
  };
}

function setByForm(next: NextRequests, request: PlainRequest): JsonAnswer | ContentAnswer {
  const form = new URLSearchParams(request.body?.toString());
  if (form.has('clear')) {
    next.clear();
    return BACK;
  }
  const [fault, script] = [form.get('faults'), form.get('script')?.trim()];
  return set(next, request, BACK, () => ({
    ...(fault && { faults: [fault] }),
    ...(script && { script: JSON.parse(script) }),
    times: Number(form.get('times') ?? 1),
  }));
}

function setByJson(next: NextRequests, request: PlainRequest): JsonAnswer | ContentAnswer {
  return set(next, request, undefined, () => JSON.parse(request.body?.toString() ?? ''));
}

function set(
  next: NextRequests,
  request: PlainRequest,
  answer: ContentAnswer | undefined,
  read: () => unknown,
): JsonAnswer | ContentAnswer {
  try {
    next.add(read());
    return answer ?? { status: 200, body: { next: next.plans } };
  } catch (error) {
    if (error instanceof PlanError) return refuse(request, 'invalid-request', `${error.message}.`);
    if (error instanceof SyntaxError) return refuse(request, 'invalid-request', 'That is not JSON.');
    throw error;
  }
}

function refuse(
  { requestId }: PlainRequest,
  id: 'forbidden' | 'invalid-request',
  message: string,
): JsonAnswer {
  const failure = unlisted(id, message);
  return { status: failure.status, body: renderFailure(failure, requestId) };
}

function readFilter({ query }: PlainRequest): Filter {
  const read = (name: string) => [query[name] ?? ''].flat()[0] ?? '';
  return { chat: read('chat'), credential: read('credential'), failed: read('failed') !== '' };
}

function matches({ chatId, credential, failure, status }: Entry, filter: Filter): boolean {
  if (filter.chat !== '' && chatId !== filter.chat) return false;
  if (filter.credential !== '' && credential !== filter.credential) return false;
  return !filter.failed || failure !== undefined || (status ?? 0) >= 400;
}

const NOT_STORED = { 'cache-control': 'no-store' };
const BACK: ContentAnswer = { status: 303, content: Buffer.alloc(0), headers: { location: INSPECT } };

function page(html: string): ContentAnswer {
  return {
    status: 200,
    content: Buffer.from(html),
    headers: {
      ...NOT_STORED,
      'content-type': 'text/html; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'",
    },
  };
}
