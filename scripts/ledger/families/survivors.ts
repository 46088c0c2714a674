import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** Why alterations survive. */
export type SurvivorReason = 'open' | 'unstated' | 'equivalent';

/** One entry of survivors.yaml. */
export interface SurvivorEntry {
  /** Ids of alterations; `*` stands for any text. */
  readonly ids: readonly string[];
  /**
   * `open`: an open point allows it. `unstated`: the service document does not mention it. `equivalent`: no message differs, or
   * the difference has no meaning.
   */
  readonly reason: SurvivorReason;
  /** The open point, if the reason is `open`. */
  readonly point?: string;
  readonly because: string;
  /** Whether it survives in some runs only, since it depends on which checks run beside each other. */
  readonly sometimes?: true;
}

const FILE = new URL('../survivors.yaml', import.meta.url);

/** @throws Error for an invalid entry */
export function readSurvivors(): readonly SurvivorEntry[] {
  const entries = parse(readFileSync(FILE, 'utf8')) as readonly SurvivorEntry[];
  for (const { ids, reason, point, because } of entries) {
    const isReason = ['open', 'unstated', 'equivalent'].includes(reason);
    const hasPoint = reason !== 'open' || /^A-\d+$/.test(point ?? '');
    if (!isReason || !hasPoint || !because || ids.length === 0)
      throw new Error(
        `survivors.yaml: the entry of ${ids?.[0]} needs ids, a reason (and its open point), and because`,
      );
  }
  return entries;
}

/** The first entry that explains why an alteration survives. */
export function explainSurvivor(entries: readonly SurvivorEntry[], id: string): SurvivorEntry | undefined {
  return entries.find(({ ids }) => ids.some((pattern) => matchesPattern(pattern, id)));
}

/** Whether an id matches a pattern, in which `*` stands for any text. */
export function matchesPattern(pattern: string, id: string): boolean {
  const expression = expressions.get(pattern) ?? compile(pattern);
  expressions.set(pattern, expression);
  return expression.test(id);
}

/** Compiled patterns, since each one is matched against thousands of ids. */
const expressions = new Map<string, RegExp>();

function compile(pattern: string): RegExp {
  const parts = pattern.split('*').map((part) => part.replaceAll(/[\\^$.|?+()[\]{}]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`);
}
