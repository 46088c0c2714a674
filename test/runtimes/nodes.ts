import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import scripts from '../../scripts/node/package.json' with { type: 'json' };
import { repositoryRoot } from '../../scripts/test/environment.ts';
import others from './package.json' with { type: 'json' };

/** A Node that the package is tested on. */
export interface NodeRuntime {
  /** The package that brings it. */
  readonly name: string;
  /** As it is pinned, without `v`. */
  readonly version: string;
  readonly program: string;
  /** Why it is not there: its packages are for one platform, and npm skips them elsewhere. */
  readonly missing: string | undefined;
}

/** All of them, the oldest first. */
export const NODES: readonly NodeRuntime[] = [
  ...describeNodes(others.optionalDependencies, import.meta.dirname),
  ...describeNodes(scripts.optionalDependencies, repositoryRoot),
].sort((one, other) => one.version.localeCompare(other.version, 'en', { numeric: true }));

/** @param pins versions by the names of the packages @param folder where they are installed */
function describeNodes(pins: Readonly<Record<string, string>>, folder: string): NodeRuntime[] {
  return Object.entries(pins).map(([name, pin]) => describeNode(name, pin.replace(/^npm:.*@/, ''), folder));
}

function describeNode(name: string, version: string, folder: string): NodeRuntime {
  const program = resolve(folder, 'node_modules', name, 'bin/node');
  const platform = `${process.platform}-${process.arch}`;
  const missing = existsSync(program) ? undefined : `npm did not install ${name} on ${platform}`;
  return { name, version, program, missing };
}
