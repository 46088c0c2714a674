import { afterEach, describe, expect, it } from 'vitest';
import { type Check, check } from '../../../src/conformance/check-kit/check.ts';
import { DRIVE_LIMITS } from '../../../src/conformance/drive/limits.ts';
import { machineClock, type RunClock } from '../../../src/conformance/drive/run-clock.ts';
import { openTransport } from '../../../src/conformance/drive/undici-transport.ts';
import { NEARBY, STOOD_STILL } from '../../../src/conformance/judge/timing.ts';
import { loadRegistry } from '../../../src/conformance/registry.ts';
import { planChecks } from '../../../src/conformance/run/plan-run.ts';
import { runChecks, type SuiteOptions } from '../../../src/conformance/run/run-suite.ts';
import { openRawTarget, type RawTarget, respond } from './raw-target.ts';

let target: RawTarget;
afterEach(() => target.close());

const REQUIREMENT = 'chats.create.exists';

async function run(
  checks: readonly Check[],
  body: string,
  options: Partial<SuiteOptions> = {},
  clock: RunClock = machineClock,
) {
  target = await openRawTarget((socket) => respond(socket, 403, body));
  const transport = openTransport({ baseUrl: target.url, limits: DRIVE_LIMITS, usesProxy: false, clock });
  const profile = {
    baseUrl: target.url,
    headers: {},
    credentials: { main: { token: 'a-token' } },
    resources: {},
    scenarios: {},
    faults: {},
    timers: { timeScale: 1 },
  };
  const plan = planChecks(checks, profile, { only: [], skip: [], isFast: false, isLong: true });
  const { requirements } = loadRegistry();
  const result = await runChecks({ plan, profile, transport, requirements, concurrency: 1, ...options });
  await transport.close();
  return result;
}

describe('a run', () => {
  it('reports what it found when it is stopped in the pause before it repeats checks', async () => {
    const stop = new AbortController();
    const clock: RunClock = {
      ...machineClock,
      after(duration, callback) {
        if (duration > NEARBY) queueMicrotask(() => stop.abort());
        return machineClock.after(duration, callback);
      },
    };
    const stood = check({
      id: 'chats.create',
      requirements: [REQUIREMENT],
      async run(t) {
        t.skipIf(true, `this machine ${STOOD_STILL}`);
      },
    });
    const { judgement, outcomes } = await run([stood], '{}', { signal: stop.signal }, clock);
    expect(judgement.incomplete).toEqual(['the run was stopped']);
    expect(outcomes.map(({ status }) => status)).toEqual(['left-out']);
  });

  const broken = (id: string) =>
    check({
      id,
      requirements: [REQUIREMENT],
      async run(t) {
        t.expect(REQUIREMENT).holds(await t.main.get('/chats'), false, 'chats', 'none');
      },
    });

  it('reports what it found when an exception comes from something that no check did', async () => {
    const { judgement, outcomes } = await run([broken('chats.create'), broken('chats.list')], '{}', {
      onBegin({ id }) {
        if (id === 'chats.create') throw new TypeError('no progress');
      },
    });
    expect(outcomes.map(({ check: { id }, status }) => [id, status])).toEqual([['chats.list', 'violated']]);
    expect(judgement.incomplete).toEqual([
      expect.stringMatching(/^chats\.create met a defect of the suite.*TypeError: no progress/),
    ]);
  });

  it('reports what it found when a target names scopes that are no text', async () => {
    const scopes = [{ toString: 1 }, 'chat:read'];
    const body = { message_code: 'api_token_scope_not_allowed', data: { required_scopes: scopes } };
    const { outcomes } = await run([broken('chats.create')], JSON.stringify(body));
    expect(outcomes).toMatchObject([
      { status: 'incomplete', reason: expect.stringContaining('lacks the scope chat:read') },
    ]);
  });
});
