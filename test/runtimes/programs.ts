import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import manifest from './package.json' with { type: 'json' };

/** A runtime that the client is tested on. */
export interface RuntimeProgram {
  /** The package that provides it. */
  readonly name: string;
  /** The pinned version, without `v`. */
  readonly version: string;
  readonly program: string;
  /** Why it is missing: its packages are for one platform, and npm skips them elsewhere. */
  readonly missing: string | undefined;
}

const pins = manifest.optionalDependencies;

export const BUN = pinned('@oven/bun-linux-x64-baseline', 'bin/bun');
export const DENO = pinned('@deno/linux-x64-glibc', 'deno');
/** The compiler of Hermes, the engine of React Native. */
export const HERMES = pinned('hermes-compiler', 'hermesc/linux64-bin/hermesc');
/** The runtime of Cloudflare Workers. */
export const WORKERD = pinned('@cloudflare/workerd-linux-64', 'bin/workerd');

/** @param program its path in the package @param folder where the package is installed */
export function describeProgram(
  name: string,
  version: string,
  program: string,
  folder: string,
): RuntimeProgram {
  const path = resolve(folder, 'node_modules', name, program);
  const platform = `${process.platform}-${process.arch}`;
  const missing = existsSync(path) ? undefined : `npm did not install ${name} on ${platform}`;
  return { name, version, program: path, missing };
}

function pinned(name: keyof typeof pins, program: string): RuntimeProgram {
  return describeProgram(name, pins[name], program, import.meta.dirname);
}
