import { describe, expect, it } from 'vitest';
import { TransportFailure } from '../../../../src/conformance/drive/wire.ts';
import { Judgement } from '../../../../src/conformance/judge/judgement.ts';
import type { Level } from '../../../../src/conformance/registry/registry.ts';
import { lookAgain } from '../../../../src/conformance/run/look-again.ts';
import type { RunCheckParts } from '../../../../src/conformance/run/run-check.ts';
import type { Check } from '../../../../src/conformance/suite/check-kit/check.ts';
import { ClaimLedger } from '../../../../src/conformance/suite/check-kit/claim-ledger.ts';
import type {
  CheckContext,
  FoundViolation,
  SmallerSituations,
} from '../../../../src/conformance/suite/check-kit/context.ts';
import {
  CannotGoOn,
  CheckOver,
  NothingToSee,
} from '../../../../src/conformance/suite/check-kit/interruption.ts';
import { checkProbes, type Probe } from '../../../../src/conformance/suite/check-kit/probe.ts';
import type { CheckRun } from '../../../../src/conformance/verdict/outcome.ts';

/** A chat that the probes share, with the actions taken in it. */
interface Scene {
  readonly number: number;
  readonly done: string[];
}

const ROW = 'chats.get.exists';

/** Runs probes, and looks for their violations again. Returns the situation of each and its result. */
async function run(
  probes: readonly Probe<Scene>[],
  {
    lasts,
    level = 'must',
    retries,
    status = 'violated',
  }: { lasts?: number; level?: Level; retries?: number; status?: CheckRun['status'] } = {},
) {
  const judgement = new Judgement();
  const violated: string[] = [];
  const ledger = new ClaimLedger(judgement, { id: 'a.check', requirements: [ROW] }, () => level, violated);
  const clock = { now: 0 };
  const found: FoundViolation[] = [];
  const context = {
    now: () => clock.now,
    span: (since: number) => ({ elapsed: clock.now - since, uncertainty: 0 }),
    cannotJudge: (rows: readonly string[], reason: string) => {
      for (const row of rows) judgement.cannotJudge(row, reason);
    },
    violated,
    lookAgain: (requirements: readonly string[], smaller: SmallerSituations) =>
      found.push({ requirements, smaller }),
    ledger,
    clock,
  } as unknown as CheckContext;
  const scenes: Scene[] = [];
  const left: number[] = [];
  const check = checkProbes<Scene>({
    id: 'a.check',
    lasts,
    async arrange() {
      const scene = { number: scenes.length + 1, done: [] };
      scenes.push(scene);
      return scene;
    },
    leave: async (_, { number }) => left.push(number),
    probes,
  });
  const end = await check.run(context).catch((error: Error) => error);
  const attempt = async (tried: Check): Promise<CheckRun> => {
    const before = ledger.broken.length;
    const failure = await tried.run(context).catch((error: unknown) => error);
    const isSuiteDefect = failure instanceof TypeError;
    const broken = ledger.broken.slice(before);
    return {
      check: tried,
      status: 'passed',
      broken,
      left: ['/chats/1'],
      isSuiteDefect,
      reason: String(failure),
    };
  };
  const parts = {
    judgement,
    stop: new AbortController().signal,
    transport: { clock: { after: () => () => {} } },
    levelOf: () => level,
    violatedBy: () => violated,
  } as unknown as RunCheckParts;
  const first = [...ledger.broken];
  const outcome = { check: check as Check, status, broken: first, left: [], found };
  const [ended] = await lookAgain([outcome], parts, attempt, { most: retries });
  return {
    done: scenes.map(({ done }) => done.join(' ')),
    left,
    end,
    broken: ended?.broken.map(({ exchange }) => exchange),
    reason: judgement.rows.get(ROW)?.notJudged,
    incomplete: judgement.incomplete,
    leftovers: ended?.left,
  };
}

const parts = (t: CheckContext) =>
  t as unknown as {
    readonly ledger: ClaimLedger;
    readonly clock: { now: number };
  };

function probe(name: string, more: Partial<Probe<Scene>> = {}): Probe<Scene> {
  return {
    requirements: [ROW],
    run: async (_, { done }) => void done.push(name),
    ...more,
  };
}

/** A probe that finds a violation if a condition holds. The number of the situation is the number of the exchange. */
function finding(name: string, isFound: (scene: Scene) => boolean): Probe<Scene> {
  return probe(name, {
    async run(t, scene) {
      scene.done.push(name);
      if (!isFound(scene)) return;
      const isMust = parts(t).ledger.violate(ROW, scene.number, { expected: 'one', actual: 'another' });
      if (isMust) throw new CheckOver('violated');
    },
  });
}

describe('probes', () => {
  it('share a situation, which is left at the end', async () => {
    const { done, left, end } = await run([probe('one'), probe('two'), probe('three')]);
    expect(done).toEqual(['one two three']);
    expect(left).toEqual([1]);
    expect(end).toBeUndefined();
  });

  it('get a new situation after one that ends it', async () => {
    const { done, left } = await run([probe('one'), probe('two', { ends: true }), probe('three')]);
    expect(done).toEqual(['one two', 'three']);
    expect(left).toEqual([1, 2]);
  });

  it('get a new situation after one that finds it already ended', async () => {
    const over = probe('over', {
      async run(_, { done }) {
        done.push('over');
        return 'over';
      },
    });
    expect((await run([over, probe('two')])).done).toEqual(['over', 'two']);
  });

  it('get a new situation when the old one may have expired', async () => {
    const slow = probe('slow', {
      async run(t) {
        parts(t).clock.now = 100;
      },
    });
    const { done } = await run([probe('one'), slow, probe('two')], { lasts: 99 });
    expect(done).toEqual(['one', 'two']);
  });

  it('continue after a violation, in a fresh situation', async () => {
    const { done, end, broken } = await run([finding('one', () => true), probe('two')]);
    expect(done).toEqual(['one', 'two']);
    expect(broken).toEqual([1]);
    expect(end).toBeInstanceOf(CheckOver);
  });

  it('look for a violation in a fresh situation, once all have run', async () => {
    const { done, broken } = await run([probe('one'), finding('two', () => true), probe('three')]);
    expect(done).toEqual(['one two', 'three', 'two']);
    expect(broken).toEqual([1, 3]);
  });

  it('look for a violation that does not show there in situations with one of the other probes', async () => {
    const late = finding('three', ({ done }) => done.includes('two'));
    const { done, broken } = await run([probe('one'), probe('two'), probe('more'), late, probe('four')]);
    expect(done).toEqual(['one two more three', 'four', 'three', 'more three', 'two three']);
    expect(broken).toEqual([1, 5]);
  });

  it('stop to look when a violation shows only after several others', async () => {
    const last = finding('last', ({ done }) => done.length > 2);
    const { done, broken } = await run([probe('one'), probe('two'), last]);
    expect(done).toEqual(['one two last', 'last', 'two last', 'one last']);
    expect(broken).toEqual([1]);
  });

  it('look for what the judge finds by itself, which ends no situation', async () => {
    const judged = probe('two', {
      async run(t, { done }) {
        done.push('two');
        (t.violated as string[]).push('chats.list.exists');
      },
    });
    const { done } = await run([probe('one'), judged, probe('three')]);
    expect(done).toEqual(['one two three', 'two']);
  });

  it('look for a violated should too, which ends no situation', async () => {
    const late = finding('two', () => true);
    const { done, broken } = await run([probe('one'), late, probe('three')], { level: 'should' });
    expect(done).toEqual(['one two three', 'two']);
    expect(broken).toEqual([1, 2]);
  });

  it('look at most twice for the same requirement', async () => {
    const late = [2, 3, 4].map((number) => finding(`${number}`, () => true));
    const { done } = await run([probe('one'), ...late], { level: 'should' });
    expect(done).toEqual(['one 2 3 4', '2', '3']);
  });

  it('do not look in a situation that has ended or expired', async () => {
    const slow = probe('slow', {
      async run(t, { done, number }) {
        done.push('slow');
        if (number > 1) parts(t).clock.now += 100;
      },
    });
    const late = finding('two', ({ done }) => done.includes('slow'));
    expect((await run([slow, late], { lasts: 99 })).done).toEqual(['slow two', 'two', 'slow']);
  });

  it.each([
    ['cannot be reached', new TransportFailure('broken', 'the connection was reset')],
    ['does not get as far', new CannotGoOn('the turn failed')],
  ])('keep what was found if the target %s the second time', async (_, failure) => {
    const lost = probe('two', {
      async run(t, scene) {
        scene.done.push('two');
        if (scene.number > 1) throw failure;
        parts(t).ledger.violate(ROW, scene.number, { expected: 'one', actual: 'another' });
      },
    });
    const { done, broken, incomplete } = await run([probe('one'), lost]);
    expect([done, broken, incomplete]).toEqual([['one two', 'two', 'one two'], [1], []]);
  });

  it('show a defect while they look again', async () => {
    const broken = probe('two', {
      async run(t, scene) {
        if (scene.number > 1) throw new TypeError('a slip');
        parts(t).ledger.violate(ROW, scene.number, { expected: 'one', actual: 'another' });
      },
    });
    expect((await run([probe('one'), broken])).incomplete).toEqual([expect.stringContaining('a slip')]);
  });

  it('keep the first outcome of a check that was left out', async () => {
    const late = finding('two', () => true);
    const { done } = await run([probe('one'), late], { status: 'left-out' });
    expect(done).toEqual(['one two']);
  });

  it('add what could not be deleted afterwards to what the check left', async () => {
    expect((await run([probe('one'), finding('two', () => true)])).leftovers).toEqual(['/chats/1']);
  });

  it('do not look again once the run has no tries left', async () => {
    const late = finding('two', () => true);
    const { done } = await run([probe('one'), late, probe('three')], { retries: 0 });
    expect(done).toEqual(['one two', 'three']);
  });

  it('continue where there was nothing to judge, and say why', async () => {
    const nothing = probe('nothing', { run: () => Promise.reject(new NothingToSee('it is open')) });
    const { done, end, reason } = await run([nothing, probe('two')]);
    expect(done).toEqual(['', 'two']);
    expect([end, reason]).toEqual([undefined, 'it is open']);
  });

  it('end like a check that could not reach its end', async () => {
    const stuck = probe('stuck', { run: () => Promise.reject(new CannotGoOn('the turn failed')) });
    expect((await run([stuck, probe('two')])).end).toBeInstanceOf(CannotGoOn);
    const nothing = probe('nothing', { run: () => Promise.reject(new NothingToSee('it is open')) });
    expect((await run([nothing])).end).toBeInstanceOf(NothingToSee);
  });

  it('end at once with a defect', async () => {
    const broken = probe('broken', { run: () => Promise.reject(new TypeError('a slip')) });
    const { done, end } = await run([broken, probe('two')]);
    expect([done, end]).toEqual([[''], new TypeError('a slip')]);
  });
});
