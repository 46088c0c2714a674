import { execFileSync, spawn } from 'node:child_process';
import { get } from 'node:http';
import { fileURLToPath } from 'node:url';
import type { Figure } from '../figure.ts';
import { PROGRAM, readUrl, stopper } from './processes.ts';
import { HEADERS } from './service.ts';

const ROUNDS = 10;
const GOAL = { atMost: 300 };
const WHEN_MISSED = 'most of it is reading the bundle and parsing the seed, which a busy machine draws out';

/** Measures the time from start to first answer, for the command and for a server inside a program. Takes the best of ten rounds. */
export async function benchStarting(): Promise<Figure[]> {
  const times = { node: Infinity, command: Infinity, inside: Infinity };
  await timeCommand('SIGTERM');
  for (let round = 0; round < ROUNDS; round++) {
    times.node = Math.min(times.node, timeNode());
    times.command = Math.min(times.command, await timeCommand('SIGKILL'));
    times.inside = Math.min(times.inside, timeInside());
  }
  const toNode = `${times.node.toFixed(0)} ms for node -e 0`;
  return [
    {
      name: '`conversation-api serve`, start to first answer',
      amount: { value: times.command, unit: 'ms' },
      goal: GOAL,
      whenMissed: WHEN_MISSED,
    },
    {
      name: '`conversation-api serve`, start to first answer, to `node -e 0`',
      ratio: times.command / times.node,
      detail: toNode,
    },
    {
      name: '`startReferenceServer()` to first answer, where it is imported',
      amount: { value: times.inside, unit: 'ms' },
      goal: GOAL,
      whenMissed: WHEN_MISSED,
    },
  ];
}

function timeNode(): number {
  const begun = performance.now();
  execFileSync(process.execPath, ['-e', '0']);
  return performance.now() - begun;
}

/** @param end how the command is ended afterwards. Only one that may end by itself keeps its compiled code. */
async function timeCommand(end: NodeJS.Signals): Promise<number> {
  const begun = performance.now();
  const child = spawn(process.execPath, [PROGRAM, 'serve', '--port', '0', '--log', 'none'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const stop = stopper(child, end);
  try {
    const url = await readUrl(child);
    await readAnswer(`${url}/api/v1/chats`);
    return performance.now() - begun;
  } finally {
    await stop();
  }
}

/** Does not use `fetch`, whose first call is slow. */
function readAnswer(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, { headers: HEADERS, agent: false }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${url} answered ${answer.statusCode}`));
      answer.resume().on('end', resolve);
    }).on('error', reject);
  });
}

function timeInside(): number {
  const script = fileURLToPath(new URL('./first-answer.cjs', import.meta.url));
  const [status, time] = execFileSync(process.execPath, [script], { encoding: 'utf8' }).split(' ');
  if (status !== '200') throw new Error(`the server inside a program answered ${status}`);
  return Number(time);
}
