import type { Found } from './lookup.ts';
import type { OpenPoint, Registry, Requirement, Statement } from './registry.ts';

type Known = Exclude<Found, { kind: 'none' }>;

/** What was looked up, with all that it names, for programs. */
export type Sourced = Known & {
  readonly requirements: readonly Requirement[];
  readonly statements: readonly Statement[];
  readonly openPoints: readonly OpenPoint[];
};

/** Adds the requirements, statements and open points that something names. */
export function withSources(found: Known, registry: Registry): Sourced {
  const requirements = requirementsOf(found, registry);
  const failures = found.kind === 'failures' ? found.failures : [];
  const points = [...requirements, ...failures].flatMap(({ openPoints = [] }) => openPoints);
  return {
    ...found,
    requirements,
    statements: pick(
      registry.statements,
      requirements.flatMap(({ statements }) => statements),
    ),
    openPoints: pick(registry.openPoints, points),
  };
}

function requirementsOf(found: Known, registry: Registry): readonly Requirement[] {
  switch (found.kind) {
    case 'requirement':
      return [found.requirement];
    case 'requirements':
      return found.requirements;
    case 'failures':
      return registry.requirements.filter(({ id }) =>
        found.failures.some(({ requirement }) => requirement === id),
      );
    case 'statement':
      return registry.requirements.filter(({ statements }) => statements.includes(found.statement.id));
    case 'open-point':
      return registry.requirements.filter(({ openPoints = [] }) => openPoints.includes(found.openPoint.id));
  }
}

/** The entries of a table with these ids, each once. */
function pick<Entry>(table: Readonly<Record<string, Entry>>, ids: readonly string[]): readonly Entry[] {
  return [...new Set(ids)].flatMap((id) => table[id] ?? []);
}
