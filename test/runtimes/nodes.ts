import scripts from '../../scripts/node/package.json' with { type: 'json' };
import { repositoryRoot } from '../../scripts/test/environment.ts';
import others from './package.json' with { type: 'json' };
import { describeProgram, type RuntimeProgram } from './programs.ts';

/** The versions of Node that the package is tested on, the oldest first. */
export const NODES: readonly RuntimeProgram[] = [
  ...describeNodes(others.optionalDependencies, import.meta.dirname),
  ...describeNodes(scripts.optionalDependencies, repositoryRoot),
].sort((one, other) => one.version.localeCompare(other.version, 'en', { numeric: true }));

/** @param pins versions by the names of the packages @param folder where they are installed */
function describeNodes(pins: Readonly<Record<string, string>>, folder: string): RuntimeProgram[] {
  return Object.entries(pins)
    .filter(([name]) => name.startsWith('node-'))
    .map(([name, pin]) => describeProgram(name, pin.replace(/^npm:.*@/, ''), 'bin/node', folder));
}
