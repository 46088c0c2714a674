import { getHttpOperationsFromSpec } from '@stoplight/prism-http';
import { validateInput, validateOutput } from '@stoplight/prism-http/dist/validator/index.js';
import { beforeAll, describe, expect, it } from 'vitest';
import index from '../../../generated/operations.json' with { type: 'json' };
import { matchesContract } from '../../../generated/validators.js';
import { alarmsIn } from '../../../scripts/ledger/judge-reference.ts';
import { wholeRun } from '../../../scripts/ledger/whole-run.ts';
import { textOf } from '../../../src/conformance/drive/exchange-body.ts';
import type { LoggedExchange } from '../../../src/conformance/drive/logged-exchange.ts';

/** Prism reads the published bundle and validates with its own code: an independent check of a full run. */

type HttpOperation = Awaited<ReturnType<typeof getHttpOperationsFromSpec>>[number];

/** An exchange with JSON in both directions, and its operation. */
interface Seen {
  readonly operationId: string;
  readonly exchange: LoggedExchange;
  readonly resource: HttpOperation;
  readonly status: number;
  readonly body: unknown;
}

const seen: Seen[] = [];

beforeAll(async () => {
  const resources = await getHttpOperationsFromSpec('generated/openapi.json');
  const { exchanges, report } = await wholeRun();
  expect(alarmsIn(report, ['failed', 'warned'])).toEqual([]);
  for (const exchange of exchanges) {
    const { status, headers, end } = exchange;
    const operation = operationOf(exchange);
    const resource = resources.find(({ iid }) => iid === operation?.operationId);
    if (!operation || !resource || status === undefined || end !== 'server') continue;
    if (!headers?.['content-type']?.startsWith('application/json')) continue;
    const text = textOf(exchange);
    if (text.length < exchange.length) continue;
    seen.push({ operationId: operation.operationId, exchange, resource, status, body: JSON.parse(text) });
  }
});

describe('Prism and the suite, on the REST exchanges of a full run', () => {
  it('both see every operation, in hundreds of exchanges', () => {
    const operations = new Set(seen.map(({ operationId }) => operationId));
    expect(index.map(({ operationId }) => operationId).filter((id) => !operations.has(id))).toEqual([]);
    expect(seen.length).toBeGreaterThan(500);
  });

  it('find nothing wrong in the answers', () => {
    const problems = seen.flatMap((each) => {
      const said = problemsOf(each, each.body);
      return said.length > 0 ? [`${each.operationId} ${each.status}: ${said.join('; ')}`] : [];
    });
    expect([...new Set(problems)]).toEqual([]);
  });

  it('find nothing wrong in the requests that succeeded', () => {
    const problems = seen
      .filter(({ status }) => status < 300)
      .flatMap((each) => {
        const said = requestProblemsOf(each);
        return said.length > 0 ? [`${each.operationId}: ${said.join('; ')}`] : [];
      });
    expect([...new Set(problems)]).toEqual([]);
  });

  it('both find the same responses wrong when one member is removed, null or of another type', () => {
    const differences = new Map<string, string>();
    let wrong = 0;
    for (const each of onePerAnswer()) {
      const type = typeOf(each);
      for (const [where, body] of spoil(each.body)) {
        const isSound = matchesContract[type](body);
        if (!isSound) wrong += 1;
        if (isSound === (problemsOf(each, body).length === 0)) continue;
        if (!isSound && CONDITIONAL.test(where)) continue;
        differences.set(`${type} ${where}`, isSound ? 'only Prism' : 'only the contract');
      }
    }
    expect([...differences]).toEqual([]);
    expect(wrong).toBeGreaterThan(500);
  });
});

function operationOf({ request }: LoggedExchange) {
  const path = request.path.split('?')[0] ?? '';
  return index.find(
    ({ method, path: template }) =>
      method === request.method && new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`).test(path),
  );
}

function typeOf({ operationId, status }: Seen): keyof typeof matchesContract {
  const responses = index.find((each) => each.operationId === operationId)?.responses;
  const byStatus = responses as Readonly<Record<string, string>>;
  return (byStatus[status] ?? byStatus.default) as keyof typeof matchesContract;
}

/** The errors that Prism finds in a response. Prism accepts statuses that the operation does not list. */
function problemsOf({ resource, exchange, status }: Seen, body: unknown): string[] {
  const element = { statusCode: status, headers: exchange.headers ?? {}, body };
  return said(validateOutput({ resource, element }));
}

function requestProblemsOf({ resource, exchange }: Seen): string[] {
  const { path, headers, body } = exchange.request;
  const url = new URL(path, 'http://127.0.0.1');
  const element = {
    method: resource.method as 'get',
    url: { path: url.pathname, query: Object.fromEntries(url.searchParams) },
    headers: headers as Record<string, string>,
    body: body === undefined ? undefined : JSON.parse(String(body)),
  };
  return said(validateInput({ resource, element }));
}

interface Diagnostic {
  readonly path?: readonly (string | number)[];
  readonly message: string;
}

function said(result: ReturnType<typeof validateOutput> | ReturnType<typeof validateInput>): string[] {
  if (result._tag === 'Right') return [];
  return (result.left as readonly Diagnostic[]).map(
    ({ path = [], message }) => `${path.join('/')} ${message}`,
  );
}

/** Members that only a condition requires, depending on the key of a step. The published document does not assert them (decision 0047). */
const CONDITIONAL = /\/steps\/\*\/agent(_task_ids)?\b/;

/** The first exchange of each operation and status. */
function onePerAnswer(): Seen[] {
  return [...Map.groupBy(seen, ({ operationId, status }) => `${operationId} ${status}`).values()].flatMap(
    ([first]) => first ?? [],
  );
}

/** Every body that differs from this one in one member, which is absent, null or of another type. */
function* spoil(value: unknown): Generator<readonly [where: string, body: unknown]> {
  for (const path of pathsOf(value)) {
    const where = `/${path.map((key) => (typeof key === 'number' ? '*' : key)).join('/')}`;
    const change = (by: (holder: Record<string, unknown>, key: string) => void) => {
      const copy = structuredClone(value);
      const holder = path.slice(0, -1).reduce<unknown>((at, key) => (at as never)[key], copy);
      by(holder as Record<string, unknown>, String(path.at(-1)));
      return copy;
    };
    if (typeof path.at(-1) === 'string') {
      yield [`${where} removed`, change((holder, key) => delete holder[key])];
    }
    yield [`${where} null`, change((holder, key) => Object.assign(holder, { [key]: null }))];
    yield [
      `${where} retyped`,
      change((holder, key) =>
        Object.assign(holder, { [key]: typeof holder[key] === 'string' ? 12.5 : 'text' }),
      ),
    ];
  }
}

function pathsOf(value: unknown): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return [];
  const entries: [string | number, unknown][] = Array.isArray(value)
    ? value.slice(0, 1).map((item, index) => [index, item])
    : Object.entries(value);
  return entries.flatMap(([key, member]) => [[key], ...pathsOf(member).map((path) => [key, ...path])]);
}
