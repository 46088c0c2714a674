import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, ftruncateSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Random, seededRandom } from '../../scripts/test/random.ts';

export interface DiskSoak {
  readonly disks: number;
  readonly seed: number;
  /** No server starts after this time, in milliseconds since the epoch. */
  readonly until?: number;
}

export interface DiskTally {
  readonly disks: number;
  /** Turns that clients saw completed before the disk was full. */
  readonly completed: number;
  /** Turns and chats that failed because the disk was full. */
  readonly failed: number;
  /** Completed turns that were lost, and servers that stopped or no longer answered. */
  readonly problems: readonly string[];
}

const MAIN = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));
/** Limits the size of files to a number of blocks of BLOCK bytes, and becomes the program. A larger write fails, as on a full disk. */
const LIMITED = 'ulimit -f "$1" && shift && exec "$@"';
/** The number of blocks that the store of a server needs to start. */
const LEAST = 1200;
const MOST_MORE = 3000;
const BLOCK = 512;
/** The number of bytes that the log may have, enough for a few lines. */
const LOG_ROOM = 4096;
/** The number of consecutive failures after which the disk counts as full. */
const ENOUGH_FAILURES = 6;
/** After this many turns without a failure, the limit does not work. */
const MOST_TURNS = 2000;
/** Far more pages than a turn that did not fit can have. */
const MOST_QUESTIONS = 500;
const HEADERS = { authorization: 'Bearer harbor-main', 'content-type': 'application/json' };
/** Only ends a request that hangs. */
const PATIENCE = 60_000;

interface Turn {
  readonly chatId: string;
  readonly content: string;
}

/**
 * Lets the disk of servers become full in the middle of turns, for their data and their log at the same time. The servers must keep serving
 * existing data. After a restart with room, all turns that were reported as completed must be there with their complete text.
 */
export async function soakDisks(soak: DiskSoak): Promise<DiskTally> {
  const { until = Number.POSITIVE_INFINITY } = soak;
  const problems: string[] = [];
  let completed = 0;
  let failed = 0;
  let disks = 0;
  for (; disks < soak.disks && Date.now() < until; disks += 1) {
    const seed = soak.seed + disks;
    const folder = mkdtempSync(join(tmpdir(), 'conversation-api-disk-'));
    try {
      const filled = await fillDisk(folder, seededRandom(seed));
      completed += filled.turns.length;
      failed += filled.failures;
      const found = [...filled.problems, ...(await findLost(folder, filled.turns))];
      problems.push(...found.map((problem) => `seed ${seed}: ${problem}`));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  return { disks, completed, failed, problems };
}

async function fillDisk(folder: string, random: Random) {
  const problems: string[] = [];
  const turns: Turn[] = [];
  let failures = 0;
  const server = await serveWithin(folder, LEAST + random.below(MOST_MORE));
  try {
    for (let inRow = 0, sent = 0; inRow < ENOUGH_FAILURES; sent += 1) {
      if (sent > MOST_TURNS) {
        problems.push('the disk did not become full');
        break;
      }
      const turn = { chatId: randomUUID(), content: 'x'.repeat(1 + random.below(60_000)) };
      if (await send(server.url, turn, random)) {
        turns.push(turn);
        inRow = 0;
      } else {
        failures += 1;
        inRow += 1;
      }
    }
    if (server.child.exitCode !== null) problems.push('the server stopped');
    const listed = await get(server.url, '/api/v1/chats?size=1').catch(() => undefined);
    if (!(await becomesUnready(server.url)))
      problems.push('the server calls itself ready though it can store nothing');
    if (listed?.status !== 200) problems.push('the server does not serve what it has any more');
  } finally {
    await stop(server.child);
  }
  return { turns, failures, problems };
}

/** A turn may fail for lack of room while the small write of this request still fits, so the request is repeated until that fails too. */
async function becomesUnready(url: string): Promise<boolean> {
  for (let asked = 0; asked < MOST_QUESTIONS; asked += 1)
    if ((await get(url, '/readyz')).status === 503) return true;
  return false;
}

/** @returns whether the turn was reported as completed, with its complete text */
async function send(url: string, { chatId, content }: Turn, random: Random): Promise<boolean> {
  const script = [{ say: content, pieces: 1 + random.below(40) }];
  const streams = random.below(2) === 0;
  try {
    const answer = await fetch(`${url}/api/v1/chats/${chatId}/messages${streams ? '/stream' : ''}`, {
      method: 'POST',
      headers: { ...HEADERS, 'idempotency-key': chatId },
      body: JSON.stringify({
        content: `\`\`\`script\n${JSON.stringify(script)}\n\`\`\``,
        permission_mode: 'auto',
      }),
      signal: AbortSignal.timeout(PATIENCE),
    });
    const text = await answer.text();
    return answer.ok && (!streams || text.includes('event: message.completed'));
  } catch {
    return false;
  }
}

async function findLost(folder: string, turns: readonly Turn[]): Promise<string[]> {
  const server = await serveWithin(folder, 'unlimited');
  const problems: string[] = [];
  try {
    for (const { chatId, content } of turns) {
      const { body } = await get(server.url, `/api/v1/chats/${chatId}/messages`);
      const [turn] = (body as { data?: readonly { status: string; content: string }[] }).data ?? [];
      if (turn?.status !== 'completed' || turn.content !== content)
        problems.push(`the completed turn of chat ${chatId} is ${turn?.status ?? 'lost'}`);
    }
  } finally {
    await stop(server.child);
  }
  return problems;
}

/** Starts `serve` with a limit for its files, including the log. @throws Error if it does not start listening */
export async function serveWithin(folder: string, blocks: number | 'unlimited') {
  const log = openSync(join(folder, 'log.jsonl'), 'a');
  if (blocks !== 'unlimited') ftruncateSync(log, blocks * BLOCK - LOG_ROOM);
  const program = [process.execPath, MAIN, 'serve', '--port', '0', '--log', 'pretty', '--time-scale', '100'];
  const child = spawn(
    'sh',
    ['-c', LIMITED, 'sh', String(blocks), ...program, '--data', join(folder, 'store.db')],
    { stdio: ['ignore', log, 'pipe'] },
  );
  closeSync(log);
  let printed = '';
  const { stderr } = child;
  if (!stderr) throw new Error('standard error is a pipe');
  for await (const piece of stderr.iterator({ destroyOnReturn: false })) {
    printed += piece;
    const [, url] = /listening on (http:\S+)/.exec(printed) ?? [];
    if (url === undefined) continue;
    // Defects are reported on standard error, and an unread pipe would stop the server.
    stderr.resume();
    return { child, url };
  }
  throw new Error(`the server did not start: ${printed}`);
}

async function get(url: string, path: string): Promise<{ status: number; body: unknown }> {
  const answer = await fetch(url + path, { headers: HEADERS, signal: AbortSignal.timeout(PATIENCE) });
  return { status: answer.status, body: await answer.json() };
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}
