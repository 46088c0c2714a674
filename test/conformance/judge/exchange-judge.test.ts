import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ExchangeJudge } from '../../../src/conformance/judge/exchange-judge.ts';
import { Judgement } from '../../../src/conformance/judge/judgement.ts';
import { loadRegistry } from '../../../src/conformance/registry/registry.ts';
import { violated } from './judging.ts';
import { mutate } from './mutations.ts';

interface Operation {
  readonly method: string;
  readonly path: string;
  readonly responses: Readonly<Record<string, string>>;
}

const root = new URL('../../../', import.meta.url);
const read = (path: string) => JSON.parse(readFileSync(new URL(path, root), 'utf8'));
const operations: readonly Operation[] = read('generated/operations.json');
const levels = new Map(loadRegistry().requirements.map(({ id, level }) => [id, level]));

/** Every example of a success, with its operation. */
const EXAMPLES = operations.flatMap(({ method, path, responses }) =>
  Object.entries(responses)
    .filter(([status, type]) => status.startsWith('2') && type.endsWith('Response'))
    .flatMap(([status, type]) =>
      readdirSync(new URL(`spec/examples/${type}/`, root)).map((file) => ({
        name: `${method} ${path} ${file}`,
        method,
        path: path.replaceAll(/\{[^}]+\}/g, '7'),
        status: Number(status),
        body: read(`spec/examples/${type}/${file}`) as unknown,
      })),
    ),
);

function judge(request: { method: string; path: string }, status: number, body: unknown): Judgement {
  const judgement = new Judgement();
  const judging = new ExchangeJudge(judgement, request, { exchange: 3 });
  judging.respond({ status, headers: { 'content-type': 'application/json; charset=utf-8' } });
  const bytes = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  for (let start = 0; start < bytes.length; start += 100) judging.push(bytes.subarray(start, start + 100));
  judging.end('server');
  return judgement;
}

describe('a JSON response', () => {
  it.each(EXAMPLES)('is conformant as the example of $name', ({ method, path, status, body }) => {
    const judgement = judge({ method, path }, status, body);
    expect(violated(judgement)).toEqual([]);
    expect(judgement.rows.get('envelope.meta.request-id')).toMatchObject({ exercised: true });
  });

  it.each(EXAMPLES)('is judged in every member of $name', ({ method, path, status, body }) => {
    const found = new Set<string>();
    for (const { value } of mutate(body))
      for (const id of violated(judge({ method, path }, status, value))) found.add(id);
    const musts = [...found].filter((id) => levels.get(id) === 'must');
    expect(musts).toEqual(expect.arrayContaining(['envelope.status.success', 'envelope.meta.request-id']));
    expect([...found].every((id) => levels.has(id))).toBe(true);
  });

  it('is found under any base path, with a query', () => {
    const { method, status, body } =
      EXAMPLES.find(({ name }) => name.includes('/chats ')) ?? (EXAMPLES[0] as (typeof EXAMPLES)[number]);
    const path = 'https://chat.example/tenant/7/api/v1/chats?page=1';
    expect(violated(judge({ method, path }, status, { ...(body as object), status: 'ok' }))).toEqual([
      'envelope.status.success',
    ]);
  });

  it.each([
    ['of an unknown operation', 'GET', '/api/v1/users', 200, { any: 'thing' }],
    ['of another service', 'GET', '/other', 200, '<html>'],
    ['that a gateway wrote', 'GET', '/api/v1/chats', 502, '<html>Bad gateway</html>'],
    ['that names no code', 'GET', '/api/v1/chats', 500, { error: 'no' }],
    ['to nobody known', 'GET', '/api/v1/chats', 401, { message: 'no', meta: {} }],
  ])('%s is not judged by the contract', (_, method, path, status, body) => {
    expect(violated(judge({ method, path }, status, body))).toEqual([]);
  });

  it.each(readdirSync(new URL('spec/examples/FailureResponse/', root)))(
    'is sound as the failure %s',
    (file) => {
      const body = read(`spec/examples/FailureResponse/${file}`);
      expect(violated(judge({ method: 'GET', path: '/api/v1/chats' }, 503, body))).toEqual([]);
    },
  );

  it.each([
    { message: 'no', meta: { request_id: 'of the service' } },
    { message_code: 17 },
    { message_code: null },
  ])('that only the service defines needs a code, which is a string: %j', (body) => {
    expect(violated(judge({ method: 'GET', path: '/api/v1/chats' }, 500, body))).toEqual([
      'failures.code.message-code',
    ]);
  });

  it('of an outage is judged by its types', () => {
    const body = read('spec/examples/FailureResponse/turn-failed.json');
    const changed = {
      ...body,
      meta: { ...body.meta, error_details: { ...body.meta?.error_details, retry_action: 'again' } },
    };
    expect(violated(judge({ method: 'GET', path: '/api/v1/chats' }, 502, changed))).toContain(
      'failures.details.retry-action',
    );
  });
});
