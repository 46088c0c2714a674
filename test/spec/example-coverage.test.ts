import { describe, expect, it } from 'vitest';
import errors from '../../generated/errors.json' with { type: 'json' };
import events from '../../generated/events.json' with { type: 'json' };
import index from '../../generated/operations.json' with { type: 'json' };
import { type DocumentedOperation, messages, operations } from './document-examples.ts';
import { valueExamples } from './example-files.ts';

/** The examples that an operation should have but lacks. */
function missingExamples({ operationId, requestExamples, responses }: DocumentedOperation): string[] {
  const rows = errors.filter((row) => row.channel === 'http' && row.operations.includes(operationId));
  const successes = responses.filter(({ status }) => status.startsWith('2'));
  return [
    ...(requestExamples?.length === 0 ? ['a request'] : []),
    ...(successes.length === 0 ? ['a success'] : []),
    ...successes.filter(({ examples }) => examples.length === 0).map(({ status }) => `the success ${status}`),
    ...rows
      .filter(
        ({ status, example }) =>
          !responses.some(
            (response) =>
              response.status === String(status) &&
              response.examples.some(({ name }) => name === example || name.startsWith(`${example}-`)),
          ),
      )
      .map(({ status, example }) => `${status} ${example}`),
  ];
}

describe('the examples are complete:', () => {
  it('the document and the index have the same operations', () => {
    expect(operations.map(({ operationId }) => operationId)).toEqual(
      index.map(({ operationId }) => operationId),
    );
    expect(operations).toHaveLength(20);
  });

  it.each(operations.map((operation) => [operation.operationId, operation] as const))(
    '%s shows a request, each success and each failure',
    (_, operation) => {
      expect(missingExamples(operation)).toEqual([]);
    },
  );

  it.each(index.filter(({ request }) => request !== null).map(({ operationId }) => operationId))(
    '%s has a request body, and the document shows an example of it',
    (operationId) => {
      expect(
        operations.find((each) => each.operationId === operationId)?.requestExamples?.length,
      ).toBeGreaterThan(0);
    },
  );

  it.each(events.map(({ event }) => event))('the event %s has an example', (event) => {
    expect(messages.find(({ name }) => name === event)?.examples.length).toBeGreaterThan(0);
  });

  it.each(['tool_approval', 'plan_approval', 'elicitation', 'auth_required'])(
    'the interaction %s has an example',
    (kind) => {
      const asked = messages.find(({ name }) => name === 'message.action_required')?.examples ?? [];
      expect(asked.map(({ value }) => (value as { kind: string }).kind)).toContain(kind);
    },
  );

  it.each(errors.filter(({ channel }) => channel === 'event').map(({ message_code }) => message_code))(
    'the error code %s has an example',
    (code) => {
      const failed = messages.find(({ name }) => name === 'message.error')?.examples ?? [];
      expect(failed.map(({ value }) => (value as { code: string }).code)).toContain(code);
    },
  );

  it('each example of a request, a response or an event is shown somewhere', () => {
    const shown = new Set(
      [
        ...operations.flatMap(({ requestExamples = [], responses }) => [
          ...requestExamples,
          ...responses.flatMap(({ examples }) => examples),
        ]),
        ...messages.flatMap(({ examples }) => examples),
      ].map(({ type, name }) => `${type}/${name}`),
    );
    const types = new Set([...shown].map((each) => each.split('/')[0]));
    const hidden = valueExamples.filter(({ type, name }) => types.has(type) && !shown.has(`${type}/${name}`));
    expect(hidden.map(({ type, name }) => `${type}/${name}`)).toEqual([]);
  });

  it('a missing example is reported with its operation', () => {
    const [operation] = operations.filter(({ operationId }) => operationId === 'createSkill');
    const bare = { ...(operation as DocumentedOperation), requestExamples: [], responses: [] };
    expect(missingExamples(bare)).toEqual(
      expect.arrayContaining(['a request', 'a success', '422 references-invalid']),
    );
  });
});
