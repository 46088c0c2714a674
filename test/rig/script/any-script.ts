import fc from 'fast-check';
import type { Act, Script, ScriptedTask } from '../../../src/rig/script/act.ts';

/** Text with characters that can break a carrier: quotes, backticks, line ends, control characters, lone surrogates. */
export const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom('`', '"', '\\', '\n', '\r', '\u2028', '\ud83d', '\ude00', ' ', 'a') }),
);

/** A JSON object after a round trip, which turns -0 into 0. */
const anyObject = fc
  .dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }))
  .map((object) => JSON.parse(JSON.stringify(object)) as Record<string, unknown>);

const anyCall = fc.record({ tool: anyText, input: anyObject }, { requiredKeys: ['tool'] });

const anyPlan = fc.record({
  title: anyText,
  context: anyText,
  steps: fc.array(
    fc.record(
      { step: fc.oneof(fc.nat(), anyText), action: anyText, tool: anyText },
      { requiredKeys: ['step', 'action'] },
    ),
    { maxLength: 3 },
  ),
  notes: anyText,
});

const spokenAct = fc.oneof(
  fc.record({ say: anyText, pieces: fc.integer({ min: 1, max: 9 }) }, { requiredKeys: ['say'] }),
  fc.record({ reason: anyText }),
  fc.record({ echo: fc.constantFrom('given' as const, 'results' as const) }),
);
const silentAct = fc.oneof(
  fc.record({ wait: fc.nat({ max: 86_400 }) }),
  fc.record({ fail: fc.constantFrom('outage' as const, 'refusal' as const, 'unreachable' as const) }),
  fc.constant({ failover: true as const }),
  fc.constant({ hang: true as const }),
);
const toolAct = fc.oneof(
  fc.record({ call: fc.oneof(anyCall, fc.array(anyCall, { minLength: 1, maxLength: 3 })) }),
  fc.record({ plan: anyPlan }),
  fc.record({ ask: fc.record({ message: anyText, schema: anyObject }) }),
);
const plainScript: fc.Arbitrary<Act[]> = fc.array(fc.oneof(spokenAct, silentAct, toolAct), { maxLength: 4 });

const anyTask: fc.Arbitrary<ScriptedTask> = fc.record(
  { agent: fc.integer(), name: anyText, task: anyText, script: plainScript },
  { requiredKeys: ['task'] },
);

export const anyScript: fc.Arbitrary<Script> = fc.array(
  fc.oneof(
    spokenAct,
    silentAct,
    toolAct,
    fc.record({ delegate: fc.array(anyTask, { minLength: 1, maxLength: 3 }) }),
  ),
  { maxLength: 6 },
);
