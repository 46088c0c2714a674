import { readFileSync, writeFileSync } from 'node:fs';

/**
 * The alterations that were generated before checks were derived from properties. Alterations depend on what the suite sees, so otherwise a
 * suite that looks at less would be measured against less. A line without indentation names operators. The lines below it name the places
 * (`family/place`) at which exactly these operators are tried.
 */
const FILE = new URL('../generated-before.txt', import.meta.url);

/** The ids of these alterations. */
export function readGeneratedBefore(): readonly string[] {
  let operators: readonly string[] = [];
  return readFileSync(FILE, 'utf8')
    .split('\n')
    .flatMap((line) => {
      if (line.startsWith(' ')) return operators.map((operator) => `${line.trim()}/${operator}`);
      operators = line.split(' ');
      return [];
    });
}

/** Replaces the file with the ids that are generated now. */
export function writeGeneratedBefore(ids: readonly string[]): void {
  const byPlace = Map.groupBy(ids, (id) => id.slice(0, id.lastIndexOf('/')));
  const operatorsOf = (all: readonly string[]) =>
    all
      .map((id) => id.slice(id.lastIndexOf('/') + 1))
      .sort()
      .join(' ');
  const byOperators = Map.groupBy([...byPlace].sort(), ([, all]) => operatorsOf(all));
  const lines = [...byOperators].flatMap(([operators, places]) => [
    operators,
    ...places.map(([place]) => ` ${place}`),
  ]);
  writeFileSync(FILE, `${lines.join('\n')}\n`);
}

/** Ids that were generated before but no longer are. They count as missed. */
export function listVanished(ids: readonly string[], before = readGeneratedBefore()): string[] {
  const today = new Set(ids);
  return before.filter((id) => !today.has(id)).map((id) => `no longer generated: ${id}`);
}
