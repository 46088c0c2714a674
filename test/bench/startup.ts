import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Figure } from './figure.ts';
import { compare } from './measure.ts';

const ROUNDS = 15;

/** Compares the run time of the built command with the start of Node itself. */
export async function benchStartup(): Promise<Figure[]> {
  const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
  const run =
    (...args: string[]) =>
    () => {
      const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
      if (status !== 0) throw new Error(`${args.join(' ')} exited with ${status}: ${stderr}`);
    };
  const times = await compare(
    {
      node: run('-e', '0'),
      version: run(at('dist/bin/conversation-api.cjs'), '--version'),
      check: run(at('dist/bin/conversation-api.cjs'), 'check', at('test/recordings/valid/plain.sse')),
    },
    ROUNDS,
  );
  const milliseconds = (time: number) =>
    `${(time * 1000).toFixed(0)} ms; node -e 0 ${(times.node * 1000).toFixed(0)} ms`;
  return [
    {
      name: '`conversation-api --version` to `node -e 0`',
      ratio: times.version / times.node,
      goal: { atMost: 1.3 },
      detail: milliseconds(times.version),
    },
    {
      name: '`conversation-api check` of a small file to `node -e 0`',
      ratio: times.check / times.node,
      goal: { atMost: 1.7 },
      detail: milliseconds(times.check),
    },
  ];
}
