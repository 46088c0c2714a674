import { describe, expect, it } from 'vitest';
import { Judgement } from '../../../../src/conformance/judge/judgement.ts';
import { withoutNulls } from '../../../../src/conformance/judge/shape/null-for-absent.ts';
import { ShapeJudge } from '../../../../src/conformance/judge/shape-judge.ts';
import { loadRegistry } from '../../../../src/conformance/registry/registry.ts';

const REQUEST_ID = '8b1f3c8e-2d0a-4f6b-9a57-1d2e3f405162';
const CATALOG = { models: [], permission_modes: ['manual', 'auto'] };
const ERROR = { code: 'upstream_error', message: 'The model failed', retryable: false };
const STEP = {
  key: 'tool',
  label: 'A tool',
  label_code: 'tool',
  status: 'done',
  timestamp: '2026-03-02T08:30:02Z',
};
const levels = new Map(loadRegistry().requirements.map(({ id, level }) => [id, level]));

function failuresOf(type: string, value: unknown): string[] {
  const judgement = new Judgement();
  const judge = new ShapeJudge(judgement, (requirement, details) =>
    judgement.report(requirement, undefined, details),
  );
  judge.judge(type, withoutNulls(type, value), JSON.stringify(value).length, '');
  return [...judgement.rows].flatMap(([id, { violations }]) =>
    violations > 0 ? [`${levels.get(id)} ${id}`] : [],
  );
}

describe('null', () => {
  it.each([
    [
      'the details of an error',
      'MessageError',
      { ...ERROR, details: null, agents: null, agent_runs: null },
      ERROR,
    ],
    [
      'the details of a failure',
      'FailureResponse',
      { message_code: 'x', data: null, meta: { request_id: REQUEST_ID, error_details: null } },
      { message_code: 'x', meta: { request_id: REQUEST_ID } },
    ],
    [
      'the agent of a question',
      'ElicitationRequired',
      { kind: 'elicitation', payload: { mode: null, requested_schema: { title: null } }, agent: null },
      { kind: 'elicitation', payload: { mode: null, requested_schema: { title: null } } },
    ],
    [
      'a member of another type with the same base',
      'MessageCompleted',
      { prompt: null, usage: null },
      { usage: null },
    ],
    [
      'members of a step in a list, but for those that mean something',
      'MessageStep',
      { steps: [{ ...STEP, detail: null, tokens: null, duration: null }] },
      { steps: [{ ...STEP, duration: null }] },
    ],
    [
      'nothing in data of the client',
      'MessageCompleted',
      { metadata: { a: null } },
      { metadata: { a: null } },
    ],
    [
      'nothing that is promised',
      'MessageDelta',
      { text: null, replace: false },
      { text: null, replace: false },
    ],
    ['no block of the catalog', 'Catalog', { ...CATALOG, agents: null }, { ...CATALOG, agents: null }],
  ] as const)('stands for %s', (_, type, value, seen) => {
    expect(withoutNulls(type, value)).toEqual(seen);
  });

  it('leaves a value without such a member as it is', () => {
    const value = { steps: [{ ...STEP, duration: null }] };
    expect(withoutNulls('MessageStep', value)).toBe(value);
  });
});

it.each([
  ['for optional members', 'MessageError', { ...ERROR, details: null }, []],
  ['for a promised member', 'MessageError', { ...ERROR, code: null }, ['must events.error.code']],
  [
    'for a member whose presence is our decision',
    'ErrorDetails',
    {
      schema_version: 1,
      service: null,
      service_code: 'x',
      dependency: null,
      operation: null,
      failure_kind: 'x',
      operation_outcome: 'x',
      retryable: false,
      retry_action: 'none',
      request_id: REQUEST_ID,
    },
    ['should failures.details.members'],
  ],
  [
    'for a block of the catalog',
    'Catalog',
    { ...CATALOG, libraries: null },
    ['must catalog.libraries.array'],
  ],
  [
    'for the task of a step inside a task',
    'Step',
    { ...STEP, agent: { task_id: null, name: 'Analyst' } },
    ['must agents.task.id-string'],
  ],
])('a server that writes null %s', (_, type, value, violated) => {
  expect(failuresOf(type, value)).toEqual(violated);
});
