import { findByPrefix, findNearestIds } from '../conformance/lookup.ts';
import { loadRegistry } from '../conformance/registry.ts';
import { listRequirements } from '../conformance/report/explain.ts';
import { parseArguments, UsageError } from './arguments.ts';
import { EXIT, type Io } from './io.ts';
import { paintFor } from './standard-io.ts';

const FLAGS = {
  level: { type: 'string', choices: ['must', 'should', 'client', 'open'] },
  json: { type: 'boolean' },
} as const;

/** `conversation-api list [PREFIX]`: lists the requirements, one line for each. */
export async function list(args: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = parseArguments(args, FLAGS);
  const [prefix, ...more] = positionals;
  if (more.length > 0) throw new UsageError('list takes one prefix');
  const registry = loadRegistry();
  const within = prefix === undefined ? registry.requirements : findByPrefix(registry, prefix);
  if (prefix !== undefined && within.length === 0) {
    const nearest = findNearestIds(registry, prefix);
    const hint = nearest.length > 0 ? `; the nearest: ${nearest.join(', ')}` : '';
    throw new UsageError(`no requirement begins with ${prefix.slice(0, 100)}${hint}`);
  }
  const rows = within.filter(({ level }) => values.level === undefined || level === values.level);
  if (rows.length === 0) throw new UsageError(`no requirement under ${prefix} is of level ${values.level}`);
  const text = values.json
    ? JSON.stringify(rows, null, 2)
    : listRequirements(rows, paintFor(io.stdout)).join('\n');
  io.stdout.write(`${text}\n`);
  return EXIT.ok;
}
