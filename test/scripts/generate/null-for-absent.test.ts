import { expect, it } from 'vitest';
import { accepts, matchesContract } from '../../../generated/validators.js';

const STEP = {
  key: 'tool',
  label: 'A tool',
  label_code: 'tool',
  status: 'done',
  timestamp: '2026-03-02T08:30:02Z',
};
const ERROR = { code: 'upstream_error', message: 'The model failed', retryable: false };
const CATALOG = { models: [], permission_modes: ['manual', 'auto'] };
const TURN = {
  id: 9525,
  chat_id: '5f1c9a52-6d1e-4c0b-9a35-0e6f2b7d4c11',
  role: 'assistant',
  content: 'The store opens at nine.',
  status: 'completed',
  agent_runs: [],
  created_at: '2026-03-02T08:30:02Z',
};

it.each([
  ['is accepted', 'MessageError', { ...ERROR, details: null, agents: null }, true],
  ['is accepted where our decision requires the member', 'TurnMessage', { ...TURN, steps: null }, true],
  [
    'is not accepted where the type that extends another requires it',
    'TurnMessage',
    { ...TURN, content: null },
    false,
  ],
  [
    'is not accepted where a condition requires it',
    'Step',
    { ...STEP, agent: { task_id: null, name: 'Ada' } },
    false,
  ],
  ['is not accepted in the catalog', 'Catalog', { ...CATALOG, agents: null }, false],
  ['is not accepted in a request', 'SendTurnRequest', { content: 'Hello', model_id: null }, false],
] as const)('null for a member that a type does not require (A-141) %s', (_, type, value, isAccepted) => {
  expect(accepts[type](value)).toBe(isAccepted);
  expect(matchesContract[type](value)).toBe(false);
});
