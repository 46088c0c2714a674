import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { writeDeclarations } from '../../../scripts/build/declarations.ts';
import { clientEntries } from '../../../scripts/build/modules.ts';
import { repositoryRoot } from '../../../scripts/test/environment.ts';

/** A project with the types of the package installed, built from the current sources. */
export interface InstalledTypes {
  readonly folder: string;
  remove(): void;
}

/** The package resolves through its own `exports`. Only the types of the client are written; the rest are links. */
export function installTypes(): InstalledTypes {
  const folder = mkdtempSync(join(tmpdir(), 'conversation-api-types-'));
  const installed = join(folder, 'node_modules/conversation-api');
  for (const name of ['package.json', 'generated']) link(name, join(installed, name));
  for (const entry of clientEntries) writeDeclarations(entry, 'module', join(installed, 'dist'));
  for (const name of ['@types/node', 'undici-types']) {
    link(`node_modules/${name}`, join(folder, 'node_modules', name));
  }
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

function link(target: string, place: string): void {
  mkdirSync(dirname(place), { recursive: true });
  symlinkSync(resolve(repositoryRoot, target), place, 'junction');
}
