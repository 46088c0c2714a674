import { describe, expect, it } from 'vitest';
import type { Edition } from '../../../scripts/compatibility/compare.ts';
import type { JsonObject } from '../../../scripts/generate/spec.ts';
import { changesOf, editionOf, editionWithOperation } from './small-edition.ts';

type Row = readonly [before: JsonObject, after: JsonObject, forwards: string, backwards: string];

const json = (schema: JsonObject) => ({ 'application/json': { schema } });
const query = (more: JsonObject = {}) => ({ parameters: [{ name: 'size', in: 'query', ...more }] });
const status = (...codes: readonly string[]) => ({
  responses: Object.fromEntries(codes.map((code) => [code, { description: code }])),
});

const rows: readonly Row[] = [
  [
    {},
    query(),
    'additive op > query size: the parameter was added',
    'breaking op > query size: the parameter was removed',
  ],
  [
    {},
    query({ required: true }),
    'breaking op > query size: the parameter was added',
    'breaking op > query size: the parameter was removed',
  ],
  [
    query(),
    query({ required: true }),
    'breaking op > query size: is required now',
    'additive op > query size: is no longer required',
  ],
  [
    query({ schema: { maximum: 200 } }),
    query({ schema: { maximum: 100 } }),
    'breaking op > query size: `maximum` is now 100, was 200',
    'additive op > query size: `maximum` is now 200, was 100',
  ],
  [
    query({ schema: { default: 50 } }),
    query({ schema: { default: 20 } }),
    'breaking op > query size: `default` is now 20, was 50',
    'breaking op > query size: `default` is now 50, was 20',
  ],
  [
    {},
    { requestBody: { content: {} } },
    'additive op > request: the body was added',
    'breaking op > request: the body was removed',
  ],
  [
    {},
    { requestBody: { required: true, content: {} } },
    'breaking op > request: the body was added',
    'breaking op > request: the body was removed',
  ],
  [
    { requestBody: { content: {} } },
    { requestBody: { required: true, content: {} } },
    'breaking op > request: is required now',
    'additive op > request: is no longer required',
  ],
  [
    { requestBody: { content: {} } },
    { requestBody: { content: json({}) } },
    'additive op > request: the media type "application/json" was added',
    'breaking op > request: the media type "application/json" was removed',
  ],
  [
    status('200'),
    status('200', '409'),
    'additive op > response 409: the status was added',
    'breaking op > response 409: the status was removed',
  ],
  [
    status('200'),
    status('200', '202'),
    'breaking op > response 202: the status was added',
    'breaking op > response 202: the status was removed',
  ],
  [
    { responses: { 200: { content: json({}) } } },
    { responses: { 200: { content: { ...json({}), 'text/csv': {} } } } },
    'additive op > response 200 > text/csv: the media type was added',
    'breaking op > response 200 > text/csv: the media type was removed',
  ],
  [
    { responses: { 200: {} } },
    { responses: { 200: { headers: { 'Retry-After': {} } } } },
    'additive op > response 200 > header Retry-After: the header was added',
    'breaking op > response 200 > header Retry-After: the header was removed',
  ],
  [
    { responses: { 200: { headers: { 'Retry-After': {} } } } },
    { responses: { 200: { headers: { 'Retry-After': { required: true } } } } },
    'additive op > response 200 > header Retry-After: is required now',
    'breaking op > response 200 > header Retry-After: is no longer required',
  ],
  [
    { responses: { 200: {} } },
    { responses: { 200: { 'x-decision': 'A-07' } } },
    'breaking op > response 200: is now our decision ("A-07"), was promised',
    'additive op > response 200: is promised now, was our decision ("A-07")',
  ],
  [
    { requestBody: {} },
    { requestBody: { 'x-decision': 'A-27' } },
    'additive op > request: is now our decision ("A-27"), was promised',
    'breaking op > request: is promised now, was our decision ("A-27")',
  ],
  [
    { 'x-required-scopes': ['chat:read'] },
    { 'x-required-scopes': ['chat:read', 'skills:read'] },
    'breaking op: `x-required-scopes` has gained "skills:read"',
    'additive op: `x-required-scopes` has lost "skills:read"',
  ],
  [
    { security: [{ bearer: [] }] },
    { security: [{ bearer: [] }, { key: [] }] },
    'additive op: `security` has gained {"key":[]}',
    'breaking op: `security` has lost {"key":[]}',
  ],
  [
    { security: [] },
    { security: [{ bearer: [] }, {}] },
    'additive op: `security` has gained {"bearer":[]}',
    'breaking op: `security` has lost {"bearer":[]}',
  ],
  [
    { summary: 'Send' },
    { summary: 'Send a turn' },
    'editorial op: `summary` reads otherwise',
    'editorial op: `summary` reads otherwise',
  ],
];

it.each(rows.map(([before, after, forwards, backwards]) => ({ before, after, forwards, backwards })))(
  '$forwards',
  ({ before, after, forwards, backwards }) => {
    const [old, now] = [editionWithOperation(before), editionWithOperation(after)];
    expect([changesOf(old, now), changesOf(now, old)]).toEqual([[forwards], [backwards]]);
  },
);

describe('an operation', () => {
  const bare = editionOf({ openapi: { paths: { '/op': {} } } });
  const full = editionWithOperation({});

  it('may be added, but not removed', () => {
    expect([changesOf(bare, full), changesOf(full, bare)]).toEqual([
      ['additive op: the operation was added'],
      ['breaking op: the operation was removed'],
    ]);
  });

  it('keeps its path and its name', () => {
    const moved = editionOf({ openapi: { paths: { '/other': { post: { operationId: 'op' } } } } });
    expect(changesOf(full, moved)).toEqual([
      'breaking /op: the path was removed',
      'additive /other: the path was added',
    ]);
    expect(changesOf(full, editionWithOperation({ operationId: 'send' }))).toEqual([
      'breaking send: `operationId` is now "send", was "op"',
    ]);
  });

  it('has the security of the document unless it has its own', () => {
    const withRoot = (security: unknown) =>
      editionOf({ openapi: { ...full.openapi, ...(security === undefined ? {} : { security }) } });
    const own = editionOf({ openapi: { ...editionWithOperation({ security: [{ bearer: [] }] }).openapi } });
    expect(changesOf(withRoot(undefined), withRoot([{ bearer: [] }]))).toEqual([
      'additive op: `security` has gained {"bearer":[]}',
      'breaking op: `security` has lost {}',
    ]);
    expect(changesOf(withRoot([{ bearer: [] }]), own)).toEqual([
      'editorial openapi.json: the same is written in another way',
    ]);
  });
});

it('reports a change of a shared part once for each place, with one source', () => {
  const edition = (maximum: number) =>
    editionOf({
      openapi: {
        paths: Object.fromEntries(
          ['a', 'b'].map((id) => [
            `/${id}`,
            { get: { operationId: id, parameters: [{ $ref: '#/components/parameters/Size' }] } },
          ]),
        ),
        components: { parameters: { Size: { name: 'size', in: 'query', schema: { maximum } } } },
      },
    });
  expect(changesOf(edition(2), edition(1))).toEqual([
    'breaking a > query size: `maximum` is now 1, was 2',
    'breaking b > query size: `maximum` is now 1, was 2',
  ]);
});

it.each([
  [
    { openapi: '3.1.1' },
    { openapi: '3.1.2' },
    'editorial openapi.json: `openapi` is now "3.1.2", was "3.1.1"',
  ],
  [
    { openapi: '3.1.1' },
    { openapi: '3.2.0' },
    'breaking openapi.json: `openapi` is now "3.2.0", was "3.1.1"',
  ],
  [{ info: { title: 'a' } }, { info: { title: 'b' } }, 'editorial openapi.json: `title` reads otherwise'],
  [
    { servers: [{ url: 'a' }] },
    { servers: [{ url: 'a' }, { url: 'b' }] },
    'additive server b: the server was added',
  ],
  [
    { components: { schemas: { A: {} } } },
    { components: { schemas: {} } },
    'breaking type A: the type was removed',
  ],
  [
    { components: { schemas: {} } },
    { components: { schemas: { A: {} } } },
    'additive type A: the type was added',
  ],
  [
    { components: { securitySchemes: { bearer: { 'x-scopes': { a: 'Read' } } } } },
    { components: { securitySchemes: { bearer: { 'x-scopes': {} } } } },
    'breaking security bearer > scope a: the scope was removed',
  ],
])('reads the head of the document: %j to %j', (before, after, said) => {
  expect(changesOf(editionOf({ openapi: before }), editionOf({ openapi: after }))).toEqual([said]);
});

it('ignores the version, which is judged separately', () => {
  const edition = (version: string) => editionOf({ openapi: { info: { version } } });
  expect(changesOf(edition('1.0.0'), edition('1.0.1'))).toEqual([]);
});

it('follows references through names that a pointer has to escape', () => {
  const edition = editionWithOperation({
    parameters: [{ $ref: '#/components/parameters/a~1b~0c' }],
    responses: {},
  });
  const components = (required: boolean) => ({
    parameters: { 'a/b~c': { name: 'size', in: 'query', required } },
  });
  const [before, after] = [false, true].map((required) =>
    editionOf({ openapi: { ...edition.openapi, components: components(required) } }),
  ) as [Edition, Edition];
  expect(changesOf(before, after)).toEqual(['breaking op > query size: is required now']);
});

it('refuses circular references', () => {
  const edition = editionWithOperation(
    { parameters: [{ $ref: '#/components/parameters/A' }] },
    {
      parameters: {
        A: { $ref: '#/components/parameters/B' },
        B: { $ref: '#/components/parameters/A' },
      },
    },
  );
  expect(() => changesOf(edition, edition)).toThrow('#/components/parameters/A leads back to itself');
});

it.each([
  ['the document', { webhooks: {} }, 'openapi.json: no rule says what a change of `webhooks` means'],
  [
    'an operation',
    { paths: { '/op': { post: { operationId: 'op', callbacks: {} } } } },
    'op: no rule says what a change of `callbacks` means',
  ],
  [
    'a response',
    { paths: { '/op': { post: { operationId: 'op', responses: { 200: { constructor: {} } } } } } },
    'op > response 200: no rule says what a change of `constructor` means',
  ],
])('refuses a member of %s without a rule', (_, openapi, message) => {
  const edition = editionOf({ openapi });
  expect(() => changesOf(edition, edition)).toThrow(message);
});
