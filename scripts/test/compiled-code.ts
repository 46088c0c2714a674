import { rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { repositoryRoot } from './environment.ts';

/**
 * Lets all processes of this run share the code that Node compiled, because tests start the same programs hundreds of times. The
 * folder starts empty: tests also run programs in temporary copies, whose code would pile up.
 */
export function shareCompiledCode(folder = resolve(repositoryRoot, 'reports/compiled-code')): void {
  rmSync(folder, { recursive: true, force: true });
  process.env.NODE_COMPILE_CACHE = folder;
}
