/**
 * `npm run picture`: draws what a command prints as docs/check.svg, the picture of the README. With `--check` it writes nothing, and says whether
 * the picture is current.
 */
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { drawTerminal } from './picture/draw-terminal.ts';
import { readArguments } from './read-arguments.ts';

const ROOT = resolve(import.meta.dirname, '..');
const PICTURE = resolve(ROOT, 'docs/check.svg');
const ARGUMENTS = ['check', 'docs/broken-stream.sse'];

const { check } = readArguments({ check: { type: 'boolean', default: false } });
const picture = drawTerminal(`conversation-api ${ARGUMENTS.join(' ')}`, await runInColour());
if (!check) {
  writeFileSync(PICTURE, picture);
} else if (readFileSync(PICTURE, 'utf8') !== picture) {
  process.stderr.write('docs/check.svg does not show what the command prints; run `npm run picture`\n');
  process.exitCode = 1;
}

/** @returns what the command prints on a terminal with colours; its exit code is that of its verdict */
function runInColour(): Promise<string> {
  const { NO_COLOR: _, ...environment } = process.env;
  const options = { cwd: ROOT, env: { ...environment, FORCE_COLOR: '1' } };
  return new Promise((done) => {
    execFile(process.execPath, ['src/cli/main.ts', ...ARGUMENTS], options, (_error, stdout) => done(stdout));
  });
}
