import { createHook } from 'node:async_hooks';
import { expect, it } from 'vitest';
import { alarmsIn, judgeReference, type ReferenceRun } from '../../../scripts/ledger/judge-reference.ts';
import { CHECKS } from '../../../src/conformance/suite/index.ts';

/** Seeds that once raised an alarm stay here. The commit that added each gives the reason. */
const SEEDS = [1, 7] as const;

/**
 * The kinds of Node resources that may exist in a simulation. Each is tracked by `untilIdle`, or does nothing by itself. A new kind, such as work
 * in the thread pool or a machine timer, could let time pass while some code still has work to do.
 */
const SEEN = [
  'PROMISE',
  'TickObject',
  'Microtask',
  'Immediate',
  // Fills the cache of randomUUID, synchronously.
  // Watched while it works.
  'ZLIB',
  // Only names for callbacks, from `AsyncLocalStorage.bind`, Fastify and Node's HTTP.
  'bound-anonymous-fn',
  'step',
  'sweep',
  'content-type-parser:run',
  'HTTPINCOMINGMESSAGE',
  'HTTPCLIENTREQUEST',
];

/** Node keeps the Date header of its answers for up to a second. */
const DATE_HEADER = /setUnrefTimeout[\s\S]*node:internal\/http/;
const OF_THE_RUNNER = /node_modules\/(vitest|@vitest|tinypool|birpc)\//;

it('uses no machine timer, and no resource that the idleness check cannot see', async () => {
  const unseen = new Set<string>();
  const hook = createHook({
    init(_, kind) {
      if (SEEN.includes(kind)) return;
      const stack = String(new Error(kind).stack);
      if (!DATE_HEADER.test(stack) && !OF_THE_RUNNER.test(stack)) unseen.add(stack);
    },
  });
  // Loads everything that each simulation loads before its clock starts.
  await judgeReference({ checks: CHECKS.slice(0, 1) });
  Error.stackTraceLimit = 30;
  hook.enable();
  await judgeReference({ checks: CHECKS });
  hook.disable();
  expect([...unseen]).toEqual([]);
});

/** The outcomes in the order in which the checks ended. */
const outcomesOf = ({ outcomes }: ReferenceRun) =>
  outcomes.map(({ check, status, reason }) => [check.id, status, reason]);

it.each(SEEDS)(
  'finds nothing at the sound server, twice in the same order, for any order of ready events (seed %i)',
  async (simulationSeed) => {
    const one = await judgeReference({ checks: CHECKS, simulationSeed });
    const other = await judgeReference({ checks: CHECKS, simulationSeed });
    expect(alarmsIn(one.report, ['failed', 'warned'])).toEqual([]);
    expect(one.report.incomplete).toEqual([]);
    expect(one.report.verdict).toBe('conformant');
    expect(outcomesOf(one)).toEqual(outcomesOf(other));
  },
);
