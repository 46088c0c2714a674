import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import scripts from '../../scripts/node/package.json' with { type: 'json' };
import { repositoryRoot } from '../../scripts/test/environment.ts';
import later from './package.json' with { type: 'json' };

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
export const NODES: readonly NodeRuntime[] = Object.entries({
  ...later.optionalDependencies,
  ...scripts.optionalDependencies,
})
  .map(([name, pin]) => describeNode(name, pin.replace(/^npm:.*@/, '')))
  .sort((one, other) => one.version.localeCompare(other.version, 'en', { numeric: true }));

function describeNode(name: string, version: string): NodeRuntime {
  const program = resolve(repositoryRoot, 'node_modules', name, 'bin/node');
  const platform = `${process.platform}-${process.arch}`;
  const missing = existsSync(program) ? undefined : `npm did not install ${name} on ${platform}`;
  return { name, version, program, missing };
}
