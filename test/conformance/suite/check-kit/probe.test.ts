import { describe, expect, it } from 'vitest';
import { Judgement } from '../../../../src/conformance/judge/judgement.ts';
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
async function run(probes: readonly Probe<Scene>[], lasts?: number) {
  const judgement = new Judgement();
  const ledger = new ClaimLedger(judgement, { id: 'a.check', requirements: [ROW] }, () => 'must');
  const clock = { now: 0 };
  const context = {
    now: () => clock.now,
    span: (since: number) => ({ elapsed: clock.now - since, uncertainty: 0 }),
    cannotJudge: (rows: readonly string[], reason: string) => {
      for (const row of rows) judgement.cannotJudge(row, reason);
    },
    reportSimpler: (again: () => Promise<void>) => ledger.reportSimpler(again),
    ledger,
    clock,
  };
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
  t as unknown as { readonly ledger: ClaimLedger; readonly clock: { now: number } };

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
      parts(t).ledger.violate(ROW, scene.number, { expected: 'one', actual: 'another' });
      throw new CheckOver('violated');
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
    const { done } = await run([probe('one'), slow, probe('two')], 99);
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

  it('report a violation that appears only after another probe', async () => {
    const { done, broken } = await run([probe('one'), finding('two', (scene) => scene.done.length > 1)]);
    expect(done).toEqual(['one two', 'two']);
    expect(broken).toEqual([1]);
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
