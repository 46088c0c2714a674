import { findByPrefix, findNearestIds } from '../conformance/registry/lookup.ts';
import { loadRegistry, type Registry } from '../conformance/registry/registry.ts';
import { listOpenPoints, listRequirements, listStatements } from '../conformance/report/explain.ts';
import type { Paint } from '../conformance/report/paint.ts';
import { parseArguments, UsageError } from './arguments.ts';
import { pointTo } from './explain.ts';
import { LIST_FLAGS } from './flags.ts';
import { EXIT, type Io } from './io.ts';
import { paintFor } from './standard-io.ts';
import { wrapFor } from './wrap.ts';

/** `conversation-api list [PREFIX]`: lists the requirements, or what a flag names, one line for each. */
export async function list(args: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = parseArguments(args, LIST_FLAGS);
  const [prefix, ...more] = positionals;
  if (more.length > 0) throw new UsageError('list takes one prefix');
  const registry = loadRegistry();
  if (OTHERS.some((name) => values[name])) return await listOthers(registry, values, prefix, io);
  const within = prefix === undefined ? registry.requirements : findByPrefix(registry, prefix);
  if (prefix !== undefined && within.length === 0) {
    const hint = pointTo(findNearestIds(registry, prefix));
    throw new UsageError(`no requirement begins with ${prefix.slice(0, 100)}; ${hint}`);
  }
  const rows = within.filter(({ level }) => values.level?.includes(level) ?? true);
  if (rows.length === 0)
    throw new UsageError(`no requirement under ${prefix} has the level ${values.level?.join(' or ')}`);
  const text = values.json
    ? JSON.stringify(rows, null, 2)
    : wrapFor(io.stdout, listRequirements(rows, paintFor(io.stdout)).join('\n'));
  io.stdout.write(`${text}\n`);
  return EXIT.ok;
}

/** The flags that make `list` print something other than requirements. */
const OTHERS = ['checks', 'statements', 'open-points', 'breakages', 'variants', 'fronts'] as const;
type Other = (typeof OTHERS)[number];

const KINDS: Readonly<Record<Other, string>> = {
  checks: 'check',
  statements: 'statement',
  'open-points': 'open point',
  breakages: 'breakage',
  variants: 'variant',
  fronts: 'front',
};

type OtherFlags = Readonly<Partial<Record<Other | 'json', boolean> & Record<'level', readonly string[]>>>;

async function listOthers(registry: Registry, values: OtherFlags, prefix = '', io: Io): Promise<number> {
  const [kind = 'statements', ...more] = OTHERS.filter((name) => values[name]);
  if (more.length > 0)
    throw new UsageError(`--${[kind, ...more].join(' and --')} are ${more.length + 1} lists; give one`);
  if (values.level !== undefined) throw new UsageError('--level works only for requirements');
  const isListed = ({ id }: { readonly id: string }) => id.toLowerCase().startsWith(prefix.toLowerCase());
  const { rows, lines } = await readOthers(kind, registry, isListed, paintFor(io.stdout));
  if (rows.length === 0) throw new UsageError(`no ${KINDS[kind]} begins with ${prefix.slice(0, 100)}`);
  io.stdout.write(
    `${values.json ? JSON.stringify(rows, null, 2) : wrapFor(io.stdout, lines().join('\n'))}\n`,
  );
  return EXIT.ok;
}

interface Others {
  readonly rows: readonly object[];
  lines(): readonly string[];
}

async function readOthers(
  kind: Other,
  registry: Registry,
  isListed: (row: { readonly id: string }) => boolean,
  paint: Paint,
): Promise<Others> {
  switch (kind) {
    case 'checks': {
      const { CHECKS, listChecks } = await import('../conformance/api/bundle.ts');
      const rows = CHECKS.filter(isListed).map(({ run: _, ...row }) => row);
      return { rows, lines: () => listChecks(rows, paint) };
    }
    case 'statements': {
      const rows = Object.values(registry.statements).filter(isListed);
      return { rows, lines: () => listStatements(rows, paint) };
    }
    case 'open-points': {
      const rows = Object.values(registry.openPoints).filter(isListed);
      return { rows, lines: () => listOpenPoints(rows, paint) };
    }
    case 'breakages':
    case 'variants':
    case 'fronts': {
      const { listAlterations } = await import('../alterations/list-alterations.ts');
      const rows = listAlterations(kind).filter(isListed);
      return {
        rows,
        lines: () =>
          listStatements(
            rows.map(({ id, behaviour: text }) => ({ id, text })),
            paint,
          ),
      };
    }
  }
}
