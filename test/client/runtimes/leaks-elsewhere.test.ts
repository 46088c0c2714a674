import { it } from 'vitest';
import { NODES } from '../../runtimes/nodes.ts';
import { BUN, DENO, type RuntimeProgram, WORKERD } from '../../runtimes/programs.ts';
import { expectNoLeaks, expectNoLeaksInWorkerd, LEAK_TIMEOUT } from './measure-leaks.ts';

interface Elsewhere extends RuntimeProgram {
  readonly runtime: string;
  expectNoLeaks(program: string, signal: AbortSignal): Promise<void>;
}

/** All runtimes except the Node of the tests, which leaks.test.ts covers. */
const ELSEWHERE: readonly Elsewhere[] = [
  ...NODES.filter(({ version }) => `v${version}` !== process.version).map((node) => ({
    ...node,
    runtime: 'Node',
    expectNoLeaks: (program: string, signal: AbortSignal) => expectNoLeaks(program, ['--expose-gc'], signal),
  })),
  { ...BUN, runtime: 'Bun', expectNoLeaks: (program, signal) => expectNoLeaks(program, [], signal) },
  {
    ...DENO,
    runtime: 'Deno',
    expectNoLeaks: (program, signal) =>
      expectNoLeaks(program, ['run', '--allow-all', '--no-lock', '--v8-flags=--expose-gc'], signal),
  },
  { ...WORKERD, runtime: 'workerd', expectNoLeaks: expectNoLeaksInWorkerd },
];

it.for(ELSEWHERE)(
  'calls of every kind leave no memory, listeners, timers or connections behind on $runtime $version',
  { timeout: LEAK_TIMEOUT },
  async ({ program, missing, expectNoLeaks }, { skip, signal }) => {
    skip(missing !== undefined, missing);
    await expectNoLeaks(program, signal);
  },
);
