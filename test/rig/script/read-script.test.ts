import { expect, it } from 'vitest';
import { readScript } from '../../../src/rig/script/read-script.ts';

const PLAN = { title: 'Hours', context: 'Easter', steps: [{ step: 1, action: 'Write' }], notes: '' };

it.each<readonly [unknown]>([
  [[]],
  [[{ say: '' }]],
  [[{ say: 'a', pieces: 3 }]],
  [[{ echo: 'given' }, { echo: 'results' }]],
  [[{ reason: 'a' }]],
  [[{ call: { tool: 'a' } }]],
  [[{ call: [{ tool: 'a', input: {} }, { tool: 'b' }] }]],
  [[{ plan: PLAN }]],
  [[{ plan: { ...PLAN, steps: [{ step: 'one', action: 'Write', tool: 'a' }] } }]],
  [
    [
      {
        delegate: [
          { agent: 21, task: 'a' },
          { name: 'b', task: 'c', script: [{ hang: true }] },
        ],
      },
    ],
  ],
  [[{ ask: { message: 'a', schema: { type: 'object' } } }]],
  [[{ wait: 0.5 }, { wait: 86_400 }]],
  [[{ fail: 'outage' }, { fail: 'refusal' }, { fail: 'unreachable' }]],
  [[{ failover: true }, { hang: true }]],
])('reads %j', (value) => {
  expect(readScript(value)).toBe(value);
});

it.each<readonly [unknown]>([
  [null],
  ['[]'],
  [{ say: 'a' }],
  [[null]],
  [['say']],
  [[[]]],
  [[{}]],
  [[{ sing: 'a' }]],
  [[{ say: 1 }]],
  [[{ say: 'a' }, { say: 'b', peices: 3 }]],
  [[{ say: 'a', hang: true }]],
  [[{ say: 'a', pieces: 0 }]],
  [[{ say: 'a', pieces: 1.5 }]],
  [[{ reason: 'a', pieces: 2 }]],
  [[{ echo: 'everything' }]],
  [[{ echo: 'constructor' }]],
  [[{ call: 'a' }]],
  [[{ call: [] }]],
  [[{ call: Array.from({ length: 101 }, () => ({ tool: 'a' })) }]],
  [[{ call: { tool: 'a', input: [] } }]],
  [[{ call: { tool: 'a', arguments: {} } }]],
  [[{ plan: { title: 'a' } }]],
  [[{ plan: { ...PLAN, steps: [{ step: 1 }] } }]],
  [[{ delegate: { task: 'a' } }]],
  [[{ delegate: [] }]],
  [[{ delegate: [{ agent: 21 }] }]],
  [[{ delegate: [{ agent: '21', task: 'a' }] }]],
  [[{ delegate: [{ task: 'a', script: [{ sing: 'a' }] }] }]],
  [[{ ask: { message: 'a' } }]],
  [[{ ask: { message: 'a', schema: null } }]],
  [[{ wait: -1 }]],
  [[{ wait: 86_401 }]],
  [[{ wait: '1' }]],
  [[{ fail: true }]],
  [[{ failover: false }]],
  [[{ hang: 'true' }]],
  [[JSON.parse('{"say":"a","__proto__":{}}')]],
])('does not accept %j as a script', (value) => {
  expect(readScript(value)).toBeUndefined();
});

it('does not accept a value that is nested too deeply', () => {
  const nested = (levels: number) =>
    JSON.parse(`${'[{"call":{"tool":"a","input":{"a":'}${'['.repeat(levels)}${']'.repeat(levels)}}}}]`);
  expect(readScript(nested(50))).toBeDefined();
  expect(readScript(nested(64))).toBeUndefined();
  expect(readScript(nested(60_000))).toBeUndefined();
});
