import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';

/**
 * Writes, beside the suite, which file declares each check. Reports and `explain` read it. Another process finds it out, because places are
 * only noted if the hook is there before the suite is loaded.
 */
export function writeCheckFiles(folder: string): void {
  const table = execFileSync(process.execPath, ['scripts/where.ts', '--files']);
  writeFileSync(`${folder}/conformance/check-files.json`, table);
}
