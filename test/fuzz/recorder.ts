import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Random, seededRandom } from '../../scripts/test/random.ts';
import { findInputs } from '../../src/conformance/files/find-inputs.ts';
import { assemble } from '../../src/reference/start.ts';
import { outcomesOf } from '../conformance/files/outcomes-of.ts';

export interface RecorderSoak {
  readonly kills: number;
  readonly seed: number;
  /** No recorder starts after this time, in milliseconds since the epoch. */
  readonly until?: number;
}

export interface RecorderTally {
  readonly kills: number;
  /** Answers that clients received completely. */
  readonly answers: number;
  readonly recordings: number;
  /** Violations of the sound server, recordings that cannot be read, and answers that are in no recording. */
  readonly problems: readonly string[];
}

const ENTRY = fileURLToPath(new URL('./recorder-process.ts', import.meta.url));
const CLIENTS = 16;
/** A recorder is killed after at most this many answers. */
const MOST_ANSWERS = 120;
const SCRIPT =
  '```script\n[{"say": "Let me look that up for you. It is open until six.", "pieces": 12}]\n```';
/** Only ends a request that hangs. */
const PATIENCE = 60_000;

/**
 * Kills recorders at random moments while clients use them, and judges their recordings. The recordings must be readable, show no
 * violation of the sound server, and contain every answer that a client received before the last ones.
 */
export async function soakRecorder(soak: RecorderSoak): Promise<RecorderTally> {
  const { until = Number.POSITIVE_INFINITY } = soak;
  const server = await assemble({ timeScale: 100 });
  const root = mkdtempSync(join(tmpdir(), 'conversation-api-recorder-'));
  const problems: string[] = [];
  let answers = 0;
  let recordings = 0;
  let kills = 0;
  try {
    for (; kills < soak.kills && Date.now() < until; kills += 1) {
      const seed = soak.seed + kills;
      const folder = join(root, String(kills));
      const received = await killOne(server.url, folder, seededRandom(seed));
      const found = await judgeFolder(folder, received);
      answers += received.length;
      recordings += readdirSync(folder).length;
      problems.push(...found.map((problem) => `seed ${seed}: ${problem}`));
      rmSync(folder, { recursive: true });
    }
    return { kills, answers, recordings, problems };
  } finally {
    await server.close();
    rmSync(root, { recursive: true, force: true });
  }
}

/** Uses a recorder until it is killed. @returns the ids of the completely received answers */
async function killOne(target: string, folder: string, random: Random): Promise<string[]> {
  const recorder = fork(ENTRY, [target, folder], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const url = await addressOf(recorder);
  const exited = once(recorder, 'exit');
  const received: string[] = [];
  const most = 1 + random.below(MOST_ANSWERS);
  await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      while (recorder.signalCode === null && !recorder.killed) {
        const marker = randomUUID();
        if (!(await ask(url, marker, random.below(3) === 0))) return;
        received.push(marker);
        if (received.length >= most) recorder.kill('SIGKILL');
      }
    }),
  );
  recorder.kill('SIGKILL');
  await exited;
  return received;
}

/** @param marker is in the path, to find the exchange again @returns whether the whole answer arrived */
async function ask(url: string, marker: string, streams: boolean): Promise<boolean> {
  const headers = { authorization: 'Bearer harbor-main', 'content-type': 'application/json' };
  const signal = AbortSignal.timeout(PATIENCE);
  try {
    const answer = streams
      ? await fetch(`${url}/api/v1/chats/${marker}/messages/stream`, {
          method: 'POST',
          headers: { ...headers, 'idempotency-key': marker },
          body: JSON.stringify({ content: SCRIPT, permission_mode: 'auto' }),
          signal,
        })
      : await fetch(`${url}/api/v1/chats?size=${1 + (marker.charCodeAt(0) % 5)}&marker=${marker}`, {
          headers,
          signal,
        });
    await answer.text();
    return answer.ok;
  } catch {
    return false;
  }
}

async function judgeFolder(folder: string, received: readonly string[]): Promise<string[]> {
  const problems: string[] = [];
  const texts = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
  // Recording happens after forwarding, so the kill may happen between an answer and its last record. Its request was recorded long before.
  const missing = received.filter((marker) => !texts.some((text) => text.includes(marker)));
  for (const marker of missing) problems.push(`the exchange ${marker} was answered and is in no recording`);
  const { inputs, problems: unreadable } = await findInputs([folder], () => process.stdin);
  problems.push(...unreadable);
  for (const outcome of await outcomesOf(inputs)) {
    if ('problem' in outcome) problems.push(outcome.problem);
    else
      for (const [id, { violations }] of outcome.judgement.rows)
        if (violations > 0) problems.push(`${id} is violated`);
  }
  return problems;
}

async function addressOf(recorder: ChildProcess): Promise<string> {
  const [message] = (await once(recorder, 'message')) as [{ url?: string; problem?: string }];
  if (message.url === undefined) throw new Error(message.problem);
  return message.url;
}
