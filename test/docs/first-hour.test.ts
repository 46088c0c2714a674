import { execFile, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { repositoryRoot, testEnvironment } from '../../scripts/test/environment.ts';
import { findPort } from '../find-port.ts';
import { readFences } from './fence.ts';

const page = readFileSync(resolve(repositoryRoot, 'docs/first-hour.md'), 'utf8');
const program = readFences(page).find(({ language }) => language === 'python')?.code ?? '';
const hasPython = spawnSync('python3', ['--version']).status === 0;

/** A run of `check` on the page: its arguments, its exit code, and the first line of its report. */
const RUN = /^\$ npx --no conversation-api (check "\$URL" .*?) +#.*exit code (\d)\n(.*)$/gm;
const shown = [...page.matchAll(RUN)].map(([, args = '', code, verdict = '']) => ({
  args,
  code: Number(code),
  verdict: withoutNumbers(verdict),
}));

/** Numbers of requirements change with the suite. */
function withoutNumbers(line: string): string {
  return line.replaceAll(/(?<![\d.:])\d+(?= )/g, '…');
}

function judge(args: string, url: string, cwd: string): Promise<{ code: number; verdict: string }> {
  const words = [resolve(repositoryRoot, 'src/cli/main.ts'), ...args.replaceAll('"$URL"', url).split(' ')];
  const env = { ...testEnvironment(), CONVERSATION_API_TOKEN: 'my-token' };
  return new Promise((done) => {
    const child = execFile(process.execPath, words, { cwd, env }, (_, stdout) => {
      const [verdict = ''] = stdout.replace(url, 'http://127.0.0.1:8080').split('\n');
      done({ code: child.exitCode ?? -1, verdict: withoutNumbers(verdict) });
    });
  });
}

it.skipIf(!hasPython)('the server of docs/first-hour.md gets the verdicts that the page shows', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'first-hour-'));
  const port = await findPort();
  const ready = "print('ready', flush=True)\nThreadingHTTPServer";
  writeFileSync(
    join(folder, 'server.py'),
    program.replace('8080', String(port)).replace(/^ThreadingHTTPServer/m, ready),
  );
  const server = spawn('python3', ['server.py'], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    await new Promise((done) => server.stdout.once('data', done));
    expect(shown.map(({ code }) => code)).toEqual([3, 0, 1, 1]);
    for (const { args, code, verdict } of shown)
      expect(await judge(args, `http://127.0.0.1:${port}`, folder), args).toEqual({ code, verdict });
  } finally {
    server.kill();
    rmSync(folder, { recursive: true, force: true });
  }
});
