import { describe, expect, it } from 'vitest';
import { BOUNDS } from '../../../src/reference/connectors/bounds.ts';
import { QuestionRefused, readQuestion } from '../../../src/reference/connectors/question.ts';

const requestedSchema = { type: 'object', properties: { branch: { type: 'string', pattern: '^Q' } } };

describe('a question of a connector', () => {
  it('is in form mode by default', () => {
    const question = { message: 'Which branch?', mode: 'form', requestedSchema };
    expect(readQuestion({ message: 'Which branch?', requestedSchema })).toEqual(question);
    expect(readQuestion(question)).toEqual(question);
  });

  it.each([
    ['without parameters', undefined],
    ['in another mode', { mode: 'url', message: 'Sign in', url: 'https://a.example', elicitationId: '1' }],
    ['without a message', { requestedSchema }],
    ['with a message that is too long', { message: 'x'.repeat(BOUNDS.questionLength + 1), requestedSchema }],
    ['without a schema', { message: 'Which?' }],
    ['with a schema of a list', { message: 'Which?', requestedSchema: { type: 'array' } }],
    ['with invalid properties', { message: 'Which?', requestedSchema: { type: 'object', properties: [] } }],
    [
      'with an object in the object',
      { message: 'Which?', requestedSchema: { type: 'object', properties: { a: { type: 'object' } } } },
    ],
    ['with an object or nothing in the object', withProperty({ type: ['object', 'null'] })],
    ['with an object among alternatives', withProperty({ anyOf: [{ type: 'object' }, { type: 'null' }] })],
    ['with a list of objects', withProperty({ type: 'array', items: { properties: {} } })],
    ['with a schema that nests too deeply', withProperty({ default: nested(BOUNDS.schemaDepth) })],
    [
      'with a schema that is too large',
      {
        message: 'Which?',
        requestedSchema: { type: 'object', description: 'x'.repeat(BOUNDS.schemaLength) },
      },
    ],
  ])('%s is refused', (_, params) => {
    expect(() => readQuestion(params)).toThrow(QuestionRefused);
  });
});

function withProperty(property: Record<string, unknown>) {
  return { message: 'Which?', requestedSchema: { type: 'object', properties: { a: property } } };
}

function nested(levels: number): unknown {
  return levels === 0 ? null : [nested(levels - 1)];
}
