import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import openapi from '../../../generated/openapi.json' with { type: 'json' };
import { documentationUrl, withLinks } from '../../../scripts/generate/links.ts';
import { buildAsyncapi, buildOpenapi } from '../../../scripts/generate/published-documents.ts';
import { builtJson, problemsOf, smallSpec } from './small-spec.ts';

const point = '[A-01](https://pets.example/docs/open-points#a-01)';

describe('the published OpenAPI document', () => {
  it('collapses long lists of open points, each with its title', async () => {
    const { info } = JSON.parse(
      readFileSync(new URL('../../../generated/openapi.json', import.meta.url), 'utf8'),
    );
    const [, count, lines = ''] =
      /<details>\n<summary>Also left open: (\d+) points<\/summary>\n\n([\s\S]+)\n\n<\/details>$/.exec(
        info.description,
      ) ?? [];
    expect(lines.split('\n')).toHaveLength(Number(count));
    for (const line of lines.split('\n')) expect(line).toMatch(/^- \[A-\d+\]\(\S+\): \S/);
  });

  it('names the scope and the open points of an operation in its description', async () => {
    const { paths } = await builtJson(buildOpenapi, 'generated/openapi.json');
    expect(paths['/pets/{id}/stream'].post.description).toBe('Needs the scope `pets:read`.');
    expect(paths['/pets/{id}'].put.description).toBe(`Also left open:\n\n- ${point}: Length of a name`);
  });

  it('has a schema for each failure, with its code and data, and a choice of them in each response', async () => {
    const data = {
      type: 'object',
      required: ['until'],
      properties: { until: { description: 'When it is back.', type: 'integer' } },
    };
    const row = {
      ...(smallSpec().array('errors.yaml')[0] as object),
      channel: 'http',
      status: 404,
      responses: ['Failure'],
      data,
    };
    const spec = smallSpec({
      'errors.yaml': [row],
      'schemas/FailureResponse.yaml': { type: 'object', required: ['message_code'], properties: {} },
    });
    const document = await builtJson(buildOpenapi, 'generated/openapi.json', spec);
    expect(document.components.schemas.NoPetFailure).toMatchObject({
      title: 'NoPetFailure',
      description: 'There is no such pet. Look again.',
      required: ['message_code', 'data'],
      properties: {
        message_code: { type: 'string', const: 'no_pet' },
        data: { properties: { until: { type: 'integer', format: 'int64' } } },
      },
    });
    expect(document.components.responses.Failure.content['application/json'].schema).toEqual({
      title: 'FailureBody',
      anyOf: [
        { $ref: '#/components/schemas/NoPetFailure' },
        { $ref: '#/components/schemas/FailureResponse' },
      ],
    });
  });

  it('lists the scopes of each operation in its security requirements, where portals show them', () => {
    expect(openapi.paths['/api/v1/chats'].get.security).toEqual([{ bearer: ['chat:read'] }]);
    const operations = Object.values(openapi.paths).flatMap((item) =>
      Object.values(item).filter((member) => 'operationId' in member),
    );
    expect(operations.length).toBeGreaterThan(0);
    expect(operations.map(({ security }) => security)).toEqual(
      operations.map((operation) => [{ bearer: operation['x-required-scopes'] }]),
    );
  });

  it('shows for every failure of an operation the schema of its row', () => {
    const busy = openapi.components.schemas.ChatBusyFailure;
    expect(busy.properties.message_code.const).toBe('api_v1_chat_busy');
    expect(busy.properties.data.required).toEqual(['message_id']);
  });
});

it('a type that extends another is expanded and still names it', () => {
  const { ChatResponse } = openapi.components.schemas;
  expect(Object.keys(ChatResponse.properties)).toContain('message_code');
  expect(ChatResponse['x-extends']).toEqual([{ $ref: '#/components/schemas/SuccessEnvelope' }]);
});

it('the published AsyncAPI document has the same form', async () => {
  const { components } = await builtJson(buildAsyncapi, 'generated/asyncapi.json');
  expect(components.schemas.Pet.properties).toEqual({ name: { type: 'string' } });
});

describe('links', () => {
  it.each([
    ['Open (A-01).', `Open (${point}).`],
    ['`A-01=short` and ```\nA-01\n```', '`A-01=short` and ```\nA-01\n```'],
    [`Open (${point}).`, `Open (${point}).`],
  ])('make %j %j', (given, wanted) => {
    const linked = withLinks(
      { description: given, example: { description: given } },
      documentationUrl(smallSpec()),
    );
    expect(linked).toEqual({ description: wanted, example: { description: given } });
  });

  it('need a target', async () => {
    const spec = smallSpec({
      'openapi/openapi.yaml': { ...smallSpec().object('openapi/openapi.yaml'), externalDocs: {} },
    });
    expect(await problemsOf(() => buildOpenapi(spec))).toEqual([
      'spec/openapi/openapi.yaml#/externalDocs/url: expected a URL that ends in a slash',
    ]);
  });
});
