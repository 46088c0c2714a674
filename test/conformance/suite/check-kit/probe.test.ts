import { describe, expect, it } from 'vitest';
import { TransportFailure } from '../../../../src/conformance/drive/wire.ts';
import { Judgement } from '../../../../src/conformance/judge/judgement.ts';
import type { Level } from '../../../../src/conformance/registry/registry.ts';
import { ClaimLedger } from '../../../../src/conformance/suite/check-kit/claim-ledger.ts';
import type { CheckContext } from '../../../../src/conformance/suite/check-kit/context.ts';
import {
  CannotGoOn,
  CheckOver,
  NothingToSee,
} from '../../../../src/conformance/suite/check-kit/interruption.ts';
import { checkProbes, type Probe } from '../../../../src/conformance/suite/check-kit/probe.ts';

/** A chat that the probes share, with the actions taken in it. */
interface Scene {
  readonly number: number;
  readonly done: string[];
}

const ROW = 'chats.get.exists';

/** Runs probes. Returns the situation of each and its result. */
async function run(
  probes: readonly Probe<Scene>[],
  {
    lasts,
    waits,
    level = 'must',
    retries = 60,
  }: { lasts?: number; waits?: number; level?: Level; retries?: number } = {},
) {
  const judgement = new Judgement();
  const ledger = new ClaimLedger(judgement, { id: 'a.check', requirements: [ROW] }, () => level);
  const clock = { now: 0 };
  // What the judge finds by itself in the exchanges of the check.
  const judged = { count: 0 };
  const context = {
    now: () => clock.now,
    span: (since: number) => ({ elapsed: clock.now - since, uncertainty: 0 }),
    cannotJudge: (rows: readonly string[], reason: string) => {
      for (const row of rows) judgement.cannotJudge(row, reason);
    },
    violations: () => ledger.broken.length + judged.count,
    takeRetry: () => retries-- > 0,
    async reportSimpler(again: () => Promise<void>) {
      const before = judged.count;
      return (await ledger.reportSimpler(again)) || judged.count > before;
    },
    judged,
    ledger,
    clock,
  };
  const scenes: Scene[] = [];
  const left: number[] = [];
  const check = checkProbes<Scene>({
    id: 'a.check',
    lasts,
    ...(waits !== undefined && { waits }),
    async arrange() {
      const scene = { number: scenes.length + 1, done: [] };
      scenes.push(scene);
      return scene;
    },
    leave: async (_, { number }) => left.push(number),
    probes,
  });
  const end = await check.run(context as unknown as CheckContext).catch((error: Error) => error);
  return {
    done: scenes.map(({ done }) => done.join(' ')),
    left,
    end,
    broken: ledger.broken.map(({ exchange }) => exchange),
    reason: judgement.rows.get(ROW)?.notJudged,
  };
}

const parts = (t: CheckContext) =>
  t as unknown as {
    readonly ledger: ClaimLedger;
    readonly clock: { now: number };
    readonly judged: { count: number };
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

  it('report a violation from a fresh situation, if it appears there', async () => {
    const { done, broken } = await run([probe('one'), finding('two', () => true), probe('three')]);
    expect(done).toEqual(['one two', 'two', 'three']);
    expect(broken).toEqual([2]);
  });

  it('report a violation that appears only after another probe from a situation with these two', async () => {
    const late = finding('three', ({ done }) => done.includes('two'));
    const { done, broken } = await run([probe('one'), probe('two'), probe('more'), late, probe('four')]);
    expect(done).toEqual(['one two more three', 'three', 'more three', 'two three', 'four']);
    expect(broken).toEqual([4]);
  });

  it('report a violation that appears only after several others where it was found', async () => {
    const { done, broken } = await run([
      probe('one'),
      probe('two'),
      finding('last', (s) => s.done.length > 2),
    ]);
    expect(done).toEqual(['one two last', 'last', 'two last', 'one last']);
    expect(broken).toEqual([1]);
  });

  it('look again only in the fresh situation if it waits', async () => {
    const late = finding('two', ({ done }) => done.length > 1);
    expect((await run([probe('one'), late], { waits: 5 })).done).toEqual(['one two', 'two']);
  });

  it('report a violated should like a violated must', async () => {
    const late = finding('two', () => true);
    const { done, broken, end } = await run([probe('one'), late, probe('three')], { level: 'should' });
    expect(done).toEqual(['one two', 'two', 'three']);
    expect(broken).toEqual([2]);
    expect(end).toBeUndefined();
  });

  it('look again for what the judge finds by itself', async () => {
    const seen = probe('two', {
      async run(t, { done }) {
        done.push('two');
        parts(t).judged.count += 1;
      },
    });
    expect((await run([probe('one'), seen])).done).toEqual(['one two', 'two']);
  });

  it('keep what was found if the target cannot be reached while they look again', async () => {
    const lost = probe('two', {
      async run(t, scene) {
        scene.done.push('two');
        if (scene.number > 1) throw new TransportFailure('broken', 'the connection was reset');
        parts(t).ledger.violate(ROW, scene.number, { expected: 'one', actual: 'another' });
      },
    });
    const { done, broken, end } = await run([probe('one'), lost, probe('three')], { level: 'should' });
    expect(done).toEqual(['one two', 'two', 'one two', 'three']);
    expect([broken, end]).toEqual([[1], undefined]);
  });

  it('do not look again once the run has no tries left', async () => {
    const late = finding('two', () => true);
    expect((await run([probe('one'), late, probe('three')], { retries: 0 })).done).toEqual([
      'one two',
      'three',
    ]);
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
