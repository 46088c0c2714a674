import { createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { defaultSeedValue } from '../../../generated/default-seed.js';
import { referenceProfileOf } from '../../../src/cli/reference-profile.ts';
import type { DriveLimits } from '../../../src/conformance/drive/limits.ts';
import { judgeTarget } from '../../../src/conformance/run/judge-target.ts';
import { planChecks } from '../../../src/conformance/run/plan-run.ts';
import { CHECKS } from '../../../src/conformance/suite/index.ts';
import { assemble } from '../../../src/reference/start.ts';
import { listen } from '../../listen.ts';

const TIME_SCALE = 100;
const CREATION = /^\/api\/v1\/(chats|skills|chats\/[^/]+\/messages(\/stream)?)$/;

/** Starts a server behind something slow: each creation reaches the server late, even if its client is gone by then. */
async function startSlow(lag: number, onCreation: () => void) {
  const server = await assemble({ faults: true, timeScale: TIME_SCALE, report() {} });
  const waiting = new Set<Promise<void>>();
  const slow = createServer((request, response) => {
    const isCreation = request.method === 'POST' && CREATION.test(request.url ?? '');
    if (isCreation) onCreation();
    const done = forward(server.url, request, response, isCreation ? lag : 0);
    waiting.add(done);
    void done.finally(() => waiting.delete(done));
  });
  const { url, close } = await listen(slow);
  onTestFinished(async () => {
    await close();
    await server.close();
  });
  return { url, server, settled: () => Promise.all(waiting) };
}

async function forward(url: string, request: IncomingMessage, response: ServerResponse, lag: number) {
  const body = await buffer(request);
  await delay(lag);
  await new Promise<void>((resolve) => {
    const { method, headers } = request;
    const sent = send(url + request.url, { method: method ?? 'GET', headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
      resolve();
    });
    sent.on('error', () => resolve());
    sent.end(body);
  });
}

/** The paths of everything that credentials of the seed see and the seed does not declare. */
async function listAll(url: string): Promise<string[]> {
  const known = new Set((defaultSeedValue.skills ?? []).map(({ id }) => `/skills/${id}`));
  const found = new Set<string>();
  for (const { token } of defaultSeedValue.credentials) {
    for (const kind of ['chats', 'skills']) {
      const answer = await fetch(`${url}/api/v1/${kind}?size=200`, {
        headers: { authorization: `Bearer ${token}` },
      });
      const { data } = (await answer.json()) as { data?: { id: unknown }[] };
      for (const { id } of answer.ok ? (data ?? []) : []) found.add(`/${kind}/${id}`);
    }
  }
  return [...found].filter((path) => !known.has(path));
}

/** Runs checks that are stopped at a creation. @returns what is left on the server, and what the report names */
async function stopAt(creations: number, lag: number, limits: Partial<DriveLimits>) {
  const stop = new AbortController();
  let count = 0;
  const { url, server, settled } = await startSlow(lag, () => {
    count += 1;
    if (count !== creations) return;
    stop.abort();
  });
  const profile = referenceProfileOf(url, TIME_SCALE);
  const only = ['chats', 'skills', 'turns'];
  const plan = planChecks(CHECKS, profile, { only, skip: [], isFast: true, isLong: false });
  const report = await judgeTarget({ profile, plan, depth: 'full', signal: stop.signal, limits });
  await settled();
  const { leftovers } = report as Extract<typeof report, { leftovers: unknown }>;
  return { left: await listAll(server.url), leftovers };
}

it.each([
  { creations: 3, lag: 0 },
  { creations: 1, lag: 100 },
  { creations: 9, lag: 100 },
  { creations: 20, lag: 300 },
])(
  'a run that is stopped at creation $creations deletes everything that it made, even if a creation takes $lag ms',
  { timeout: 60_000 },
  async ({ creations, lag }) => {
    // These only end a run that hangs.
    const limits = { lastCreation: 20_000, hurriedCleanUp: 40_000 };
    const { left, leftovers } = await stopAt(creations, lag, limits);
    expect({ left, leftovers }).toEqual({ left: [], leftovers: [] });
  },
);

it('a run that is stopped names what it may have left if no creation is answered', {
  timeout: 60_000,
}, async () => {
  const { left, leftovers } = await stopAt(8, 5_000, {});
  expect(leftovers).not.toEqual([]);
  for (const kind of ['chats', 'skills']) {
    const unnamed = left.filter((path) => path.startsWith(`/${kind}/`) && !leftovers.includes(path));
    const unanswered = leftovers.filter((each) => each === `POST /${kind} (not answered)`);
    expect(unnamed.length, unnamed.join(' ')).toBeLessThanOrEqual(unanswered.length);
  }
});
