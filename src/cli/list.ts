import { findByPrefix, findNearestIds } from '../conformance/lookup.ts';
import { loadRegistry, type Registry } from '../conformance/registry.ts';
import { listOpenPoints, listRequirements, listStatements } from '../conformance/report/explain.ts';
import { parseArguments, UsageError } from './arguments.ts';
import { pointTo } from './explain.ts';
import { LIST_FLAGS } from './flags.ts';
import { EXIT, type Io } from './io.ts';
import { paintFor } from './standard-io.ts';

/** `conversation-api list [PREFIX]`: lists the requirements, statements or open points, one line for each. */
export async function list(args: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = parseArguments(args, LIST_FLAGS);
  const [prefix, ...more] = positionals;
  if (more.length > 0) throw new UsageError('list takes one prefix');
  const registry = loadRegistry();
  if (values.statements || values['open-points']) return listOthers(registry, values, prefix, io);
  const within = prefix === undefined ? registry.requirements : findByPrefix(registry, prefix);
  if (prefix !== undefined && within.length === 0) {
    const hint = pointTo(findNearestIds(registry, prefix));
    throw new UsageError(`no requirement begins with ${prefix.slice(0, 100)}; ${hint}`);
  }
  const rows = within.filter(({ level }) => values.level?.includes(level) ?? true);
  if (rows.length === 0)
    throw new UsageError(`no requirement under ${prefix} is of level ${values.level?.join(' or ')}`);
  const text = values.json
    ? JSON.stringify(rows, null, 2)
    : listRequirements(rows, paintFor(io.stdout)).join('\n');
  io.stdout.write(`${text}\n`);
  return EXIT.ok;
}

type OtherFlags = Readonly<
  Partial<Record<'statements' | 'open-points' | 'json', boolean> & Record<'level', readonly string[]>>
>;

function listOthers(registry: Registry, values: OtherFlags, prefix: string | undefined, io: Io): number {
  if (values.statements && values['open-points'])
    throw new UsageError('--statements and --open-points are two lists; give one');
  if (values.level !== undefined) throw new UsageError('--level is for requirements; only they have a level');
  const isListed = ({ id }: { readonly id: string }) => id.startsWith(prefix?.toUpperCase() ?? '');
  const statements = values.statements ? Object.values(registry.statements).filter(isListed) : [];
  const points = values.statements ? [] : Object.values(registry.openPoints).filter(isListed);
  const rows = [...statements, ...points];
  const kind = values.statements ? 'statement' : 'open point';
  if (rows.length === 0) throw new UsageError(`no ${kind} begins with ${prefix?.slice(0, 100)}`);
  const paint = paintFor(io.stdout);
  const text = values.json
    ? JSON.stringify(rows, null, 2)
    : (values.statements ? listStatements(statements, paint) : listOpenPoints(points, paint)).join('\n');
  io.stdout.write(`${text}\n`);
  return EXIT.ok;
}
