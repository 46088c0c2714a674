import { execFile } from 'node:child_process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { buildPublishedClient } from '../client/runtimes/build.ts';
import { NODES } from '../runtimes/nodes.ts';

export interface AbortSoak {
  /** Each round runs every way of ending a call, in every phase of its answer. */
  readonly rounds: number;
  /** No process starts after this time, in milliseconds since the epoch. */
  readonly until: number;
}

export interface AbortTally {
  readonly rounds: number;
  /** Number of calls that were ended. */
  readonly calls: number;
  /** Versions of Node that ran. */
  readonly nodes: readonly string[];
  /** Calls that did not end, or ended with another outcome. */
  readonly problems: readonly string[];
}

const PROGRAM = fileURLToPath(new URL('../client/runtimes/garbage.js', import.meta.url));
/** Flags for forced and for natural garbage collection. */
const FLAGS = ['--expose-gc', '--max-old-space-size=60'];
const ENDS = new Set(['timeout', 'idle-timeout', 'aborted', 'stream-closed']);

/** Ends calls of the client after their garbage was collected: in every phase, on every version of Node, with forced and natural collection. */
export async function soakAborts({ rounds, until }: AbortSoak): Promise<AbortTally> {
  const nodes = NODES.filter(({ missing }) => missing === undefined);
  const client = await buildPublishedClient();
  const problems: string[] = [];
  let calls = 0;
  let done = 0;
  try {
    for (; done < rounds && Date.now() < until; done += 1) {
      for (const { program, version } of nodes) {
        for (const flag of FLAGS) {
          const args = [flag, PROGRAM, pathToFileURL(client.file).href];
          const { stdout, stderr } = await promisify(execFile)(program, args);
          const outcomes = stdout
            .trimEnd()
            .split('\n')
            .map((line): [string, string] => JSON.parse(line));
          calls += outcomes.length;
          const wrong = outcomes.filter(([, end]) => !ENDS.has(end)).map((outcome) => outcome.join(': '));
          if (stderr !== '') wrong.push(stderr);
          problems.push(...wrong.map((problem) => `Node ${version} ${flag}: ${problem}`));
        }
      }
    }
    return { rounds: done, calls, nodes: nodes.map(({ version }) => version), problems };
  } finally {
    client.remove();
  }
}
