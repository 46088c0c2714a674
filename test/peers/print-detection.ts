import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readArguments } from '../../scripts/read-arguments.ts';
import { isAbout } from './first-block.ts';
import { judge, MISTAKES } from './judge-peer.ts';

/*
 * `npm run detection`: runs the suite, as anybody runs it, against the server in Go with each of its mistakes, and prints what it reports, and
 * whether the first block of the report names a requirement of the section that the mistake violates. Each run takes most of a minute.
 * `--only BEGINNING` takes the mistakes whose ids begin this way; `--depth`, or `--explore` instead, is that of `check`.
 */
const values = readArguments({
  only: { type: 'string', default: '' },
  depth: { type: 'string', default: 'full' },
  explore: { type: 'string' },
});
const folder = join(import.meta.dirname, 'gohttp');
const program = '.build/server';
execFileSync('go', ['build', '-o', program, '.'], { cwd: folder });
const sources = ['main.go', 'turn.go'].map((file) => readFileSync(join(folder, file), 'utf8')).join('');
const built = MISTAKES.filter(({ id }) => id.startsWith(values.only) && sources.includes(`mistake("${id}")`));
const found = { failed: 0, warned: 0, missed: 0, open: 0 };
let named = 0;
const flags = values.explore ? ['--explore', values.explore] : ['--depth', values.depth];
for (const { id, section, open } of built) {
  const report = await judge({ name: 'gohttp', program: [program] }, { MISTAKE: id }, flags);
  const isFailed = report.failed.length > 0;
  const result = isFailed ? 'failed' : open ? 'open' : report.warned.length > 0 ? 'warned' : 'missed';
  found[result] += 1;
  const shown = isFailed ? report.failed : report.warned;
  const isNamed = isFailed && isAbout(report.firstBlock, section);
  if (isNamed) named += 1;
  const first = isFailed ? `, first block ${isNamed ? '' : 'not '}of section ${section}` : '';
  console.log(`${result} ${id}: ${shown.slice(0, 5).join(', ') || open || report.verdict}${first}`);
}
const decided = built.length - found.open;
console.log(
  `${found.failed} of ${decided} found, ${found.warned} more by warnings, ${found.missed} missed; ${found.open} others are left open by the document`,
);
console.log(
  `the first block names a requirement of the violated section for ${named} of ${found.failed} found`,
);
