import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { EXTRAS } from '../scripts/test/extras.ts';

const root = resolve(import.meta.dirname, '..');

type Target = string | { readonly [condition: string]: Target };

interface Manifest {
  readonly exports: Readonly<Record<string, Target>>;
  readonly typesVersions: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta: Readonly<Record<string, { readonly optional?: boolean }>>;
  readonly allowScripts?: Readonly<Record<string, boolean>>;
}

interface Lockfile {
  readonly packages: Readonly<
    Record<string, { readonly resolved?: string; readonly hasInstallScript?: boolean }>
  >;
}

/** The folders with their own lock file. No test needs Lighthouse. */
const folders = ['.', 'portal/lighthouse', ...EXTRAS];

const readJson = (file: string): unknown => JSON.parse(readFileSync(resolve(root, file), 'utf8'));
const manifest = readJson('package.json') as Manifest;

const filesOf = (target: Target): readonly string[] =>
  typeof target === 'string' ? [target] : Object.values(target).flatMap(filesOf);

const targets = Object.entries(manifest.exports).flatMap(([entry, target]) =>
  filesOf(target).map((file) => ({ entry, file })),
);

it.each(targets.filter(({ file }) => !file.startsWith('./dist/')))(
  'exports $entry as $file, which exists',
  ({ file }) => {
    expect(existsSync(resolve(root, file.replace('/*', '')))).toBe(true);
  },
);

it.each(['scripts/node', ...folders])('pins every dependency of %s exactly', (folder) => {
  const { dependencies, devDependencies, optionalDependencies } = readJson(
    `${folder}/package.json`,
  ) as Manifest;
  const versions = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies });
  expect(versions).not.toEqual([]);
  const pin = /^(npm:[\w-]+@)?\d+\.\d+\.\d+$/;
  expect(versions.filter(([, version]) => !pin.test(version))).toEqual([]);
});

it('shows every entry also to tools that ignore exports', () => {
  const [known] = Object.values(manifest.typesVersions);
  const typed = Object.keys(manifest.exports).filter(
    (entry) => !/\.yaml$|^\.\/spec|package\.json$/.test(entry),
  );
  expect(['.', ...Object.keys(known ?? {}).map((entry) => `./${entry}`)].sort()).toEqual(typed.sort());
});

it('installs nothing else for consumers', () => {
  const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = manifest;
  expect({ dependencies, optionalDependencies }).toEqual({});
  const needed = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional);
  expect(needed).toEqual([]);
});

describe.each(folders)('the lock file of %s', (folder) => {
  const { packages } = readJson(`${folder}/package-lock.json`) as Lockfile;

  it('names no registry', () => {
    const urls = Object.values(packages).flatMap(({ resolved }) => resolved ?? []);
    expect(urls.filter((url) => url.includes('://'))).toEqual([]);
  });

  it('lets no dependency run an install script', () => {
    const { allowScripts = {} } = readJson(`${folder}/package.json`) as Manifest;
    const withScript = Object.entries(packages)
      .filter(([, entry]) => entry.hasInstallScript)
      .map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length));
    expect(withScript.filter((name) => allowScripts[name] !== false)).toEqual([]);
  });

  // The npm of older Node versions does not know `allowScripts`.
  it('is installed without scripts by every npm', () => {
    const settings = readFileSync(resolve(root, folder, '.npmrc'), 'utf8').split('\n');
    expect(settings).toContain('ignore-scripts=true');
  });
});

it('installs one shared TypeScript, since each takes up to 70 MB', () => {
  const { packages } = readJson('package-lock.json') as Lockfile;
  const copies = Object.keys(packages).filter((path) => /(^|\/)node_modules\/typescript$/.test(path));
  expect(copies).toEqual(['node_modules/typescript']);
});
