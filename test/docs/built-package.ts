import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import manifest from '../../package.json' with { type: 'json' };
import { writeDeclarations } from '../../scripts/build/declarations.ts';
import { buildClient, buildConformance, clientEntries } from '../../scripts/build/modules.ts';
import { buildPrograms } from '../../scripts/build/programs.ts';
import { repositoryRoot } from '../../scripts/test/environment.ts';

/** A project with the package installed, built from the current sources, whatever dist contains. */
export interface Project {
  readonly folder: string;
  /** @returns the path of the file */
  write(file: string, text: string): string;
  remove(): void;
}

/** Packages that a guide uses and that a consumer has anyway. */
const borrowed = ['@types/node', 'undici-types', 'vitest', ...Object.keys(manifest.peerDependencies)];

/**
 * The package resolves through its own `exports`. Only the built part is written; the rest are links.
 * @param others packages of this repository that the project also has
 */
export async function buildProject(others: readonly string[] = []): Promise<Project> {
  const folder = mkdtempSync(join(tmpdir(), 'conversation-api-guides-'));
  const installed = join(folder, 'node_modules/conversation-api');
  const dist = join(installed, 'dist');
  mkdirSync(dist, { recursive: true });
  // A bundler may not read the manifest of a package through a link.
  copyFileSync(resolve(repositoryRoot, 'package.json'), join(installed, 'package.json'));
  link('generated', join(installed, 'generated'));
  await Promise.all([buildPrograms(dist), buildClient(dist)]);
  await buildConformance(dist);
  for (const entry of [...clientEntries, 'conformance/index']) writeDeclarations(entry, 'module', dist);
  writeDeclarations('alterations/index', 'commonjs', dist);
  for (const name of [...borrowed, ...others])
    link(`node_modules/${name}`, join(folder, 'node_modules', name));
  const write = (file: string, text: string) => {
    const place = join(folder, file);
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, text);
    return place;
  };
  write('package.json', '{ "private": true, "type": "module" }\n');
  write('tsconfig.json', JSON.stringify(compilerOptions));
  return { folder, write, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** As strict as consumers are, except for libraries: the package's own types are checked where it is installed. */
const compilerOptions = {
  extends: resolve(repositoryRoot, 'test/consumers/strict.json'),
  compilerOptions: {
    module: 'nodenext',
    lib: ['es2024'],
    types: ['node'],
    noUnusedLocals: true,
    erasableSyntaxOnly: true,
    skipLibCheck: true,
  },
  include: ['docs/*'],
};

function link(target: string, place: string): void {
  mkdirSync(dirname(place), { recursive: true });
  symlinkSync(resolve(repositoryRoot, target), place, 'junction');
}
