import { expect, it } from 'vitest';
import { readPlan } from '../../../src/reference/turns/read-plan.ts';

const plan = (changes: object) => ({ title: '', context: '', steps: [], notes: '', ...changes });

it.each<[string, Record<string, unknown>, object]>([
  ['makes missing members empty', { title: null }, plan({})],
  [
    'shows texts of another type as JSON',
    { title: { en: 'Close' }, notes: [1] },
    plan({ title: '{"en":"Close"}', notes: '[1]' }),
  ],
  ['reads steps that are texts', { steps: ['Close it'] }, plan({ steps: [{ step: 1, action: 'Close it' }] })],
  [
    'reads a single step that is in no list',
    { steps: { step: 'a', action: 'Close it' } },
    plan({ steps: [{ step: 'a', action: 'Close it' }] }),
  ],
  ['reads steps in one text', { steps: 'Close it' }, plan({ steps: [{ step: 1, action: 'Close it' }] })],
  [
    'shows members of a step of another type as JSON',
    { steps: [{ step: true, action: ['a'], tool: { name: 'close_ticket' } }] },
    plan({ steps: [{ step: 'true', action: '["a"]', tool: '{"name":"close_ticket"}' }] }),
  ],
  [
    'shows a step that is a list as JSON',
    { steps: [{ action: 'a' }, [1, 2]] },
    plan({
      steps: [
        { step: 1, action: 'a' },
        { step: 2, action: '[1,2]' },
      ],
    }),
  ],
])('%s', (_what, input, expected) => {
  expect(readPlan(input)).toEqual(expected);
});
