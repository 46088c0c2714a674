import { mkdirSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { repositoryRoot } from './environment.ts';

/**
 * Lets all processes of this run share the code that Node compiled, because tests start the same programs hundreds of times. They also share
 * the built contracts and a run of the whole suite against the sound server. The folders start empty, because tests also work in temporary
 * copies, whose code would pile up.
 */
export function shareWork(): void {
  process.env.NODE_COMPILE_CACHE = emptied('reports/compiled-code');
  process.env.CONTRACT_BUILDS = emptied('reports/contract-builds');
  process.env.WHOLE_RUNS = emptied('reports/whole-runs');
}

function emptied(name: string): string {
  const folder = resolve(repositoryRoot, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return folder;
}
