import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { documents, type InlinedExample, type Json, messages, operations } from './document-examples.ts';
import { findExample } from './example-files.ts';

const inOpenapi = operations.flatMap(({ requestExamples = [], responses }) => [
  ...requestExamples,
  ...responses.flatMap(({ examples }) => examples),
]);
const inAsyncapi = messages.flatMap(({ examples }) => examples);

/** Validates with the components of the document itself, not with the validators that are generated from the same sources. */
function validatorOf(name: keyof typeof documents) {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  (addFormats as unknown as (ajv: Ajv2020) => void)(ajv);
  ajv.addSchema({ $id: name, ...(documents[name] as Json) });
  return (schema: Json, value: unknown): string => {
    const inDocument = JSON.stringify(schema).replaceAll('"$ref":"#', `"$ref":"${name}#`);
    const validate = ajv.compile(JSON.parse(inDocument));
    return validate(value) ? 'valid' : ajv.errorsText(validate.errors);
  };
}

const validate = { openapi: validatorOf('openapi'), asyncapi: validatorOf('asyncapi') };

describe.each([
  ['openapi', inOpenapi],
  ['asyncapi', inAsyncapi],
] as const)('an example in generated/%s.json', (document, examples) => {
  it.each(distinct(examples))('%s fits its schema', (_, { schema, value }) => {
    expect(validate[document](schema, value)).toBe('valid');
  });

  it.each(distinct(examples))('%s equals its file in spec/examples', (_, { type, name, value }) => {
    expect(findExample(type ?? '', name)).toEqual(value);
  });

  it('is refused when it does not fit the schema', () => {
    const example = examples.find(({ type }) => type !== undefined && type !== 'streams') as InlinedExample;
    expect(validate[document](example.schema, 'a text')).toContain('must be object');
  });
});

function distinct(examples: readonly InlinedExample[]): (readonly [string, InlinedExample])[] {
  return examples.map((example) => [`${example.place} ${example.name}`, example] as const);
}
