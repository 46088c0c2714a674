import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Attacker, type Tally } from './requests/attack.ts';
import { PREPARATIONS, type Preparation, TOKEN } from './requests/places.ts';
import { QuestionKeeper } from './requests/question-keeper.ts';
import { type AttackedServer, type Memory, startAttacked } from './requests/server-process.ts';

export interface RequestSoak {
  readonly requests: number;
  /** Number of the first attack. Each attack has the next number. */
  readonly seed: number;
  /** Latest end, in milliseconds since the epoch; unlimited by default. */
  readonly until?: number;
}

export interface RequestTally extends Readonly<Tally> {
  /** Memory of the server after each batch. */
  readonly memory: readonly Memory[];
}

const LANES = 24;
/** Attacks between two health checks of the server. */
const BATCH = 1000;
/** Only ends a request that hangs. */
const PATIENCE = 300_000;
const MOST_VIOLATIONS = 20;
/** In bytes. A heap that grows by more has a leak. */
const MOST_GROWTH = 64 * 1024 * 1024;

/** Attacks a server with hostile requests. It must answer all of them and stay healthy. */
export async function soakRequests(soak: RequestSoak): Promise<RequestTally> {
  const directory = mkdtempSync(join(tmpdir(), 'conversation-api-requests-'));
  const server = await startAttacked(join(directory, 'store.db'));
  const tally: Tally = { requests: 0, classes: {}, violations: [] };
  const attackers = Array.from({ length: LANES }, () => new Attacker(server.port, tally));
  const keeper = new QuestionKeeper(server.port, (id) => {
    for (const attacker of attackers) attacker.actionId = id;
  });
  try {
    for (const preparation of PREPARATIONS) await prepare(server, preparation);
    const asking = keeper.keepAsking();
    const memory = await attackInBatches(server, attackers, tally, soak);
    await keeper.stop();
    await asking;
    return { ...tally, memory };
  } finally {
    for (const attacker of attackers) attacker.close();
    await server.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

/** @returns the memory of the server after each batch. The first batch fills caches and pools, so growth counts from there. */
async function attackInBatches(
  server: AttackedServer,
  attackers: readonly Attacker[],
  tally: Tally,
  { requests, seed, until = Number.POSITIVE_INFINITY }: RequestSoak,
): Promise<Memory[]> {
  const memory: Memory[] = [];
  const { violations } = tally;
  let number = seed;
  while (tally.requests < requests && Date.now() < until && violations.length < MOST_VIOLATIONS) {
    const end = number + Math.min(BATCH, requests - tally.requests);
    const attackOn = async (attacker: Attacker) => {
      while (number < end && server.isRunning && violations.length < MOST_VIOLATIONS) {
        number += 1;
        await attacker.attack(number - 1);
      }
    };
    await Promise.all(attackers.map(attackOn));
    if (server.trouble) violations.push(`the server is in trouble: ${server.trouble}`);
    if (!server.isRunning) break;
    await checkHealth(server, violations);
    memory.push(await server.memory());
  }
  const growth = (memory.at(-1)?.heapUsed ?? 0) - (memory[0]?.heapUsed ?? 0);
  if (growth > MOST_GROWTH) violations.push(`the heap has grown by ${growth} bytes`);
  return memory;
}

async function prepare({ port }: AttackedServer, preparation: Preparation): Promise<void> {
  const status = await ask(port, preparation);
  if (status >= 300) throw new Error(`${preparation.method} ${preparation.path} was answered ${status}`);
}

/** Requests that must succeed at any time. */
const SANE: readonly Preparation[] = [
  { token: TOKEN, method: 'GET', path: '/' },
  { token: TOKEN, method: 'GET', path: '/api/v1/chats' },
  { token: TOKEN, method: 'GET', path: '/api/v1/skills' },
  { token: TOKEN, method: 'GET', path: '/api/v1/chat/catalog' },
  { token: TOKEN, method: 'POST', path: '/api/v1/chats', body: {} },
];

async function checkHealth({ port }: AttackedServer, violations: string[]): Promise<void> {
  for (const sane of SANE) {
    const status = await ask(port, sane).catch((error: Error) => error.message);
    if (status !== 200) violations.push(`${sane.method} ${sane.path} is answered ${status} afterwards`);
  }
}

async function ask(port: number, { token, method, path, body, key }: Preparation): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    body: body === undefined ? null : JSON.stringify(body),
    signal: AbortSignal.timeout(PATIENCE),
  });
  await response.arrayBuffer();
  return response.status;
}
