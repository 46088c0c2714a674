import type { Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { DRIVE_LIMITS } from '../../../src/conformance/drive/limits.ts';
import { loadRegistry } from '../../../src/conformance/registry/registry.ts';
import { type Check, check } from '../../../src/conformance/suite/check-kit/check.ts';
import { rowStatus } from '../../../src/conformance/verdict/verdict.ts';
import { MESSAGE, START } from '../judge/turn.ts';
import { openRawTarget, type RawTarget, respond, STREAM_HEAD } from './raw-target.ts';
import { runAtRawTarget } from './run-at-raw-target.ts';

const END = `event: message.completed\ndata: ${JSON.stringify(MESSAGE)}\n\n`;
const REQUIREMENT = 'stream.terminal.exactly-one';

let target: RawTarget;
afterEach(() => target.close());

const checking = (id: string, run: Check['run']) => check({ id, requirements: [REQUIREMENT], run });

/** Runs checks against a target. @param answer answers streaming sends; other requests succeed */
async function run(
  checks: Check | readonly Check[],
  answer: (socket: Socket) => void = () => {},
  timeScale = 1,
) {
  target = await openRawTarget((socket, { path }) =>
    path.endsWith('/stream') ? answer(socket) : respond(socket, 200, '{}'),
  );
  // A target that stays silent for longer than `idle` makes the check incomplete.
  const limits = { ...DRIVE_LIMITS, lingering: 100, idle: 60_000 };
  const result = await runAtRawTarget(target, [checks].flat(), { limits, timeScale });
  return { ...result, row: result.judgement.rows.get(REQUIREMENT) };
}

describe('a stream that stays open after its terminal event', () => {
  const reading = checking('open.stream', async (t) => {
    const stream = await t.open(t.plain());
    const end = await stream.rest();
    t.expect(REQUIREMENT).equals(stream, end?.type, 'message.completed');
  });

  it('is closed after a while, and nothing is incomplete', async () => {
    const { outcomes, judgement, row } = await run(reading, (socket) =>
      socket.write(`${STREAM_HEAD}${START}${END}`),
    );
    expect(outcomes.map(({ status }) => status)).toEqual(['passed']);
    expect(judgement.incomplete).toEqual([]);
    expect(row).toMatchObject({ exercised: true, violations: 0 });
  });

  it('is read until it is closed, so that a second terminal event is found', async () => {
    const { row } = await run(reading, (socket) => {
      socket.write(`${STREAM_HEAD}${START}${END}`);
      setImmediate(() => socket.write(END));
    });
    expect(row?.violations).toBe(1);
  });
});

it('a check with nothing to judge at a target is left out with its reason, without making the run incomplete', async () => {
  const nothing = checking('nothing.to-see', async (t) => {
    await t.main.get('/chats');
    t.skipIf(true, 'the target reads it otherwise');
  });
  const { outcomes, judgement, row } = await run(nothing);
  expect(outcomes).toMatchObject([{ status: 'left-out', reason: 'the target reads it otherwise' }]);
  expect(judgement.incomplete).toEqual([]);
  expect(row).toMatchObject({ exercised: false, notJudged: 'the target reads it otherwise' });
});

it('a check that ends without a claim is left out, never passed, since it compared nothing', async () => {
  const empty = checking('nothing.compared', async (t) => {
    await t.main.get('/chats');
  });
  const { outcomes, judgement, row } = await run(empty);
  expect(outcomes).toMatchObject([{ status: 'left-out', reason: expect.stringContaining('nothing') }]);
  expect(judgement.incomplete).toEqual([]);
  expect(row).toMatchObject({ exercised: false });
});

/** Blocks this process for long enough that a scaled timer of the target may fire. */
function standStill(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

describe('a claim that failed while this machine stood still', () => {
  const standingStill = checking('standing.still', async (t) => {
    const answer = await t.main.get('/chats');
    t.expect(REQUIREMENT).succeeds(answer);
    standStill(300);
    t.expect(REQUIREMENT).succeeds(await t.main.get('/chats'), 299);
  });

  it('is no violation, and an earlier success does not make the requirement pass', async () => {
    const { outcomes, judgement, row } = await run(standingStill, undefined, 1000);
    expect(outcomes.map(({ status }) => status)).toEqual(['left-out']);
    expect(judgement.incomplete).toEqual([
      expect.stringMatching(
        /^standing\.still saw stream\.terminal\.exactly-one violated, but .* stood still for/,
      ),
    ]);
    expect(row).toMatchObject({ exercised: true, violations: 0 });
    const requirement = loadRegistry().requirements.find(({ id }) => id === REQUIREMENT);
    expect(requirement && rowStatus(requirement, row)).toBe('not-judged');
    expect(row?.notJudged).toContain('stood still for up to');
  });

  it('is checked until the machine ran on', async () => {
    let attempts = 0;
    const often = checking('standing.often', async (t) => {
      attempts += 1;
      if (attempts < 4) standStill(1500);
      t.expect(REQUIREMENT).succeeds(await t.main.get('/chats'), 299);
    });
    const { outcomes } = await run(often, undefined, 30);
    expect(attempts).toBe(4);
    expect(outcomes.map(({ status }) => status)).toEqual(['violated']);
  });

  it('is checked again after all other checks, once the machine runs again', async () => {
    const begun: string[] = [];
    const once = checking('standing.once', async (t) => {
      begun.push('once');
      // Ten times the delay that a busy machine causes.
      if (begun.length === 1) standStill(1500);
      t.expect(REQUIREMENT).succeeds(await t.main.get('/chats'), 299);
    });
    const other = checking('other.check', async (t) => {
      begun.push('other');
      t.expect(REQUIREMENT).succeeds(await t.main.get('/chats'));
    });
    const { outcomes, row } = await run([once, other], undefined, 30);
    expect(begun).toEqual(['once', 'other', 'once']);
    expect(outcomes).toMatchObject([
      { check: { id: 'other.check' }, status: 'passed' },
      { check: { id: 'standing.once' }, status: 'violated' },
    ]);
    expect(row).toMatchObject({ violations: 1 });
  });
});
