import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '..');

type Target = string | Readonly<Record<string, string>>;

interface Manifest {
  readonly exports: Readonly<Record<string, Target>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

interface Lockfile {
  readonly packages: Readonly<
    Record<string, { readonly resolved?: string; readonly hasInstallScript?: boolean }>
  >;
}

const readJson = (file: string): unknown => JSON.parse(readFileSync(resolve(root, file), 'utf8'));
const manifest = readJson('package.json') as Manifest & { readonly allowScripts: Record<string, boolean> };
const lockfile = readJson('package-lock.json') as Lockfile;

const targets = Object.entries(manifest.exports).flatMap(([entry, target]) =>
  (typeof target === 'string' ? [target] : Object.values(target)).map((file) => ({ entry, file })),
);

it.each(targets.filter(({ file }) => !file.startsWith('./dist/')))(
  'exports $entry as $file, which exists',
  ({ file }) => {
    expect(existsSync(resolve(root, file.replace('/*', '')))).toBe(true);
  },
);

it.each(['package.json', 'scripts/node/package.json'])('pins every dependency of %s exactly', (file) => {
  const { dependencies, devDependencies, optionalDependencies } = readJson(file) as Manifest;
  const versions = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies });
  expect(versions).not.toEqual([]);
  expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
});

it('makes consumers install nothing else', () => {
  const { dependencies, optionalDependencies, peerDependencies } = manifest;
  expect({ dependencies, optionalDependencies, peerDependencies }).toEqual({});
});

it('commits a lockfile that names no registry', () => {
  const urls = Object.values(lockfile.packages).flatMap(({ resolved }) => resolved ?? []);
  expect(urls.filter((url) => url.includes('://'))).toEqual([]);
});

it('lets no dependency run a script when it is installed', () => {
  const withScript = Object.entries(lockfile.packages)
    .filter(([, entry]) => entry.hasInstallScript)
    .map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length));
  expect(withScript.filter((name) => manifest.allowScripts[name] !== false)).toEqual([]);
});
