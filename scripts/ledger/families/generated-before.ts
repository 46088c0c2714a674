import { readFileSync, writeFileSync } from 'node:fs';

/**
 * How many alterations each operator of a family generated before. Alterations depend on what the suite sees, so otherwise a suite that looks at
 * less would be measured against less. Each line is a count and `family/operator`.
 */
const FILE = new URL('../generated-before.txt', import.meta.url);

/** Alterations by `family/operator`. */
export type Counts = ReadonlyMap<string, number>;

export function readGeneratedBefore(): Counts {
  const lines = readFileSync(FILE, 'utf8').trimEnd().split('\n');
  return new Map(
    lines.map((line) => {
      const [count, name = ''] = line.split(' ');
      return [name, Number(count)];
    }),
  );
}

/** Replaces the file with the counts of what is generated now. */
export function writeGeneratedBefore(ids: readonly string[]): void {
  const lines = [...countByOperator(ids)].sort().map(([name, count]) => `${count} ${name}`);
  writeFileSync(FILE, `${lines.join('\n')}\n`);
}

/** Operators that generate less than before. They count as missed. */
export function listVanished(ids: readonly string[], before: Counts = readGeneratedBefore()): string[] {
  const today = countByOperator(ids);
  return [...before]
    .map(([name, count]) => ({ name, count, now: today.get(name) ?? 0 }))
    .filter(({ count, now }) => now < count)
    .map(({ name, count, now }) => `${name} generates ${now} alterations, ${count} before`);
}

/** An id is `family/place/operator`, and a place may have slashes. */
function countByOperator(ids: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const id of ids) {
    const name = `${id.slice(0, id.indexOf('/'))}${id.slice(id.lastIndexOf('/'))}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}
