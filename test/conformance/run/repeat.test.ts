import { afterEach, describe, expect, it } from 'vitest';
import { machineClock, type RunClock } from '../../../src/conformance/drive/run-clock.ts';
import { NEARBY, STOOD_STILL } from '../../../src/conformance/judge/timing.ts';
import { type Check, check } from '../../../src/conformance/suite/check-kit/check.ts';
import { openRawTarget, type RawTarget, respond } from './raw-target.ts';
import { type RawRunOptions, runAtRawTarget } from './run-at-raw-target.ts';

let target: RawTarget;
afterEach(() => target.close());

const REQUIREMENT = 'chats.create.exists';

async function run(checks: readonly Check[], body: string, options: RawRunOptions = {}) {
  target = await openRawTarget((socket) => respond(socket, 403, body));
  return runAtRawTarget(target, checks, options);
}

describe('a run', () => {
  it('reports its findings when it is stopped in the pause before repeating checks', async () => {
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
    const { judgement, outcomes } = await run([stood], '{}', { signal: stop.signal, clock });
    expect(judgement.incomplete).toEqual(['the run was stopped']);
    expect(outcomes.map(({ status }) => status)).toEqual(['left-out']);
  });

  const broken = (id: string) =>
    check({
      id,
      requirements: [REQUIREMENT],
      async run(t) {
        t.expect(REQUIREMENT).isTrue(await t.main.get('/chats'), false, 'chats', 'none');
      },
    });

  it('reports its findings when an exception comes from outside the checks', async () => {
    const { judgement, outcomes } = await run(
      [broken('chats.create'), broken('chats.list')],
      '{"message_code":"api_v1_forbidden"}',
      {
        onBegin({ id }) {
          if (id === 'chats.create') throw new TypeError('no progress');
        },
      },
    );
    expect(outcomes.map(({ check: { id }, status }) => [id, status])).toEqual([['chats.list', 'violated']]);
    expect(judgement.incomplete).toEqual([
      expect.stringMatching(/^chats\.create met a defect of the suite.*TypeError: no progress/),
    ]);
  });

  it('reports its findings when a target lists scopes that are not strings', async () => {
    const scopes = [{ toString: 1 }, 'chat:read'];
    const body = { message_code: 'api_token_scope_not_allowed', data: { required_scopes: scopes } };
    const { outcomes } = await run([broken('chats.create')], JSON.stringify(body));
    expect(outcomes).toMatchObject([
      { status: 'incomplete', reason: expect.stringContaining('lacks the scope chat:read') },
    ]);
  });

  it('repeats a check after all others if the target asked it to wait too often', async () => {
    let asked = 0;
    target = await openRawTarget((socket) => {
      asked += 1;
      if (asked > 4) respond(socket, 200, '{"data":[]}');
      else socket.write('HTTP/1.1 429 Too Many Requests\r\nRetry-After: 0\r\nContent-Length: 0\r\n\r\n');
    });
    const begun: string[] = [];
    const reading = (id: string) =>
      check({
        id,
        requirements: [REQUIREMENT],
        async run(t) {
          begun.push(id);
          t.expect(REQUIREMENT).succeeds(await t.main.get('/chats'));
        },
      });
    const { outcomes, judgement } = await runAtRawTarget(target, [reading('first'), reading('second')]);
    expect(begun).toEqual(['first', 'second', 'first']);
    expect(outcomes.map(({ check: { id }, status }) => [id, status])).toEqual([
      ['second', 'passed'],
      ['first', 'passed'],
    ]);
    expect(judgement.incomplete).toEqual([]);
  });
});
