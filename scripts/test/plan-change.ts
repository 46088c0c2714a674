import type { Change } from './change.ts';
import { chooseTests, FAR, OTHER } from './choose-tests.ts';
import { testFiles } from './extras.ts';
import type { Gate } from './gates.ts';
import { readImports } from './import-graph.ts';
import type { Tier } from './select.ts';
import { outerFiles } from './tiers.ts';

/** What tests a change. */
export interface ChangePlan {
  readonly gates: readonly Gate[];
  /** Test files. */
  readonly files: readonly string[];
  /** `inner` if the change may touch everything. */
  readonly tier: Tier;
  /** What runs and what does not. */
  readonly summary: readonly string[];
}

/** Plans the gates and the tests of the inner tier that test a change. */
export async function planChange(
  gates: readonly Gate[],
  { base, files }: Change,
  seed: string,
): Promise<ChangePlan> {
  const outer = new Set(outerFiles());
  const inner = testFiles().filter((file) => !outer.has(file));
  // If imports cannot be read, a gate or a test says why.
  const graph = await readImports(inner).catch(() => undefined);
  const choice = graph && chooseTests(inner, graph, files, seed);
  const chosenGates = gates.flatMap((gate) => narrowGate(gate, files));
  const left = gates.filter(({ name }) => !chosenGates.some((gate) => gate.name === name));
  const difference = `${files.length} files differ from ${base}; PROOF_BASE names another commit`;
  if (choice === undefined)
    return { gates, files: inner, tier: 'inner', summary: [difference, 'they may touch everything'] };
  const { near, far, other, chosen } = choice;
  return {
    gates: chosenGates,
    files: chosen,
    tier: 'changed',
    summary: [
      difference,
      `left-out gates, which read none of these files: ${left.map(({ name }) => name).join(', ') || 'none'}`,
      `test files: all ${near.length} near the change, one in ${FAR} of the ${far.length} that reach it from afar, one in ${OTHER} of the ${other.length} others`,
      `left out: ${inner.length - chosen.length} of ${inner.length} test files, and the outer tier`,
    ],
  };
}

function narrowGate(gate: Gate, files: readonly string[]): readonly Gate[] {
  const read = files.filter((file) => gate.command.includes(file) || (gate.reads?.test(file) ?? true));
  if (read.length === 0) return [];
  return [gate.onlyFiles ? { ...gate, command: [...gate.command, ...gate.onlyFiles(read)] } : gate];
}
