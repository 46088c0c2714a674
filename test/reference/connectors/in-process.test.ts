import { describe, expect, it } from 'vitest';
import type { Question, QuestionAnswer } from '../../../src/reference/connectors/connectors.ts';
import { callOf, inProcess, neverAborted, openConnectors } from './calling.ts';

describe('the connector in this process', () => {
  it('offers tools that change data and tools that do not', async () => {
    const tools = await openConnectors().tools(inProcess, neverAborted());
    expect(tools.map(({ name, isReadOnly }) => [name, isReadOnly])).toEqual([
      ['find_tickets', true],
      ['close_ticket', false],
      ['order_books', false],
      ['ask_person', true],
    ]);
  });

  it.each([
    [
      'find_tickets',
      { label: 'order' },
      '[{"ticket":4415,"label":"order","subject":"A customer at Quayside asks when the order will come"}]',
    ],
    [
      'find_tickets',
      { label: 'supplier-delay', text: 'PARCEL' },
      '[{"ticket":4410,"label":"supplier-delay","subject":"The parcel from Fenwick Press has not arrived"}]',
    ],
    ['find_tickets', { text: 'nothing of the kind' }, '[]'],
    ['close_ticket', { ticket: '4410' }, 'Ticket 4410 is closed.'],
    ['close_ticket', { ticket: 4410, comment: 'The parcel arrived.' }, 'Ticket 4410 is closed.'],
    ['order_books', { title: 'Moby Dick', copies: 3 }, '3 of "Moby Dick" ordered.'],
  ])('runs %s %j', async (tool, input, text) => {
    expect(await openConnectors().call(inProcess, callOf(tool, input))).toEqual({ text, isError: false });
  });

  it.each([
    ['close_ticket', {}],
    ['order_books', { title: 'Moby Dick', copies: 0 }],
    ['ask_person', { message: 'Which branch?' }],
  ])('returns a refusal of %s %j as a result, and throws nothing', async (tool, input) => {
    const { text, isError } = await openConnectors().call(inProcess, callOf(tool, input));
    expect(isError).toBe(true);
    expect(text).toContain(`Invalid arguments for tool ${tool}`);
  });
});

/** Makes the connector ask a question, and answers it. */
async function ask(schema: unknown, answer: QuestionAnswer) {
  const questions: Question[] = [];
  const elicit = async (question: Question) => {
    questions.push(question);
    return answer;
  };
  const message = 'Which branch should be searched?';
  const result = await openConnectors().call(
    inProcess,
    callOf('ask_person', { message, schema }, { elicit }),
  );
  return { questions, result };
}

describe('a question', () => {
  it('is asked unchanged, including keywords that the SDK does not know', async () => {
    const schema = {
      type: 'object',
      title: 'Branch',
      properties: {
        branch: { type: 'string', pattern: '^[A-Z]', 'x-hint': 'one of four' },
        copies: { enum: [1, 2, 3] },
        days: { type: 'array', items: { type: 'string' } },
      },
      required: ['branch'],
      additionalProperties: false,
    };
    const content = { branch: 'Quayside', copies: 2, days: ['Monday'] };

    const { questions, result } = await ask(schema, { action: 'accept', content });

    expect(questions).toEqual([
      { message: 'Which branch should be searched?', mode: 'form', requestedSchema: schema },
    ]);
    expect(result).toEqual({ text: JSON.stringify({ action: 'accept', content }), isError: false });
  });

  it.each(['decline', 'cancel'] as const)('may be answered with %s', async (action) => {
    const { result } = await ask({ type: 'object', properties: {} }, { action });
    expect(result).toEqual({ text: `{"action":"${action}"}`, isError: false });
  });

  it.each([
    [
      'does not match its schema',
      { type: 'object', properties: { branch: { type: 'integer' } } },
      { branch: 'Quayside' },
    ],
    ['is not flat', { type: 'object', properties: {} }, { branch: { name: 'Quayside' } }],
    [
      'cannot be checked, since the schema is invalid',
      { type: 'object', properties: { branch: { $ref: '#/nowhere' } } },
      { branch: 'Quayside' },
    ],
  ])('whose answer %s gives an error as its result', async (_, schema, content) => {
    const { result } = await ask(schema, { action: 'accept', content });
    expect(result.isError).toBe(true);
  });

  it('is checked against its own schema, even if another had the same $id', async () => {
    const schemaOf = (type: string) => ({
      $id: 'https://a.example/form',
      type: 'object',
      properties: { branch: { type } },
    });
    const connectors = openConnectors();
    const askFor = (type: string) =>
      connectors.call(
        inProcess,
        callOf(
          'ask_person',
          { message: 'Which?', schema: schemaOf(type) },
          {
            elicit: async () => ({ action: 'accept', content: { branch: 'Quayside' } }),
          },
        ),
      );
    expect((await askFor('integer')).isError).toBe(true);
    expect((await askFor('string')).isError).toBe(false);
  });

  it('is not checked against patterns, which could take forever', async () => {
    const schema = { type: 'object', properties: { branch: { type: 'string', pattern: '^(a+)+$' } } };
    const content = { branch: `${'a'.repeat(60)}!` };
    expect((await ask(schema, { action: 'accept', content })).result.isError).toBe(false);
  });

  it.each([
    ['a schema that is not an object', { type: 'string' }],
    ['an object within the object', { type: 'object', properties: { branch: { type: 'object' } } }],
  ])('with %s is not asked', async (_, schema) => {
    const { questions, result } = await ask(schema, { action: 'cancel' });
    expect(questions).toEqual([]);
    expect(result).toMatchObject({ isError: true, text: expect.stringContaining('flat object') });
  });
});
