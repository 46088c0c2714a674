import { describe, expect, it } from 'vitest';
import { JUDGED_BREAKAGES, judgeBreakage } from '../../../scripts/ledger/breakages.ts';
import { readHints } from '../../../scripts/ledger/proofs.ts';
import { judgeLiberties } from '../../../scripts/ledger/readings/judge-combination.ts';
import { readSeed, toNumber } from '../../../scripts/test/seed.ts';
import { sampled } from '../../../scripts/test/tiers.ts';
import { takeLiberties } from '../../../src/alterations/liberties/liberties.ts';
import { CHECKS } from '../../../src/conformance/suite/index.ts';
import { type Framing, plainFraming } from '../../../src/reference/http/event-sink.ts';

const EVENTS = [...'liberties'].map((text) => ({ text, replace: false, sequence: [10, 20], path: '/a/b' }));
const SEEDS = Array.from({ length: 200 }, (_, index) => index);
/** Checks that wait for minutes run against the sound server only. */
const checks = CHECKS.filter(({ waits = 0 }) => waits < 100_000);
/** The suite is split into this many parts, one of which judges each server. The seed of the run decides which. */
const PARTS = 100;
const first = toNumber(readSeed());
const hintsOf = readHints();
/** Thirty breakages, others in each run. */
const BREAKAGES = JUDGED_BREAKAGES.filter(({ port }) => port !== 'wire' && port !== 'framing').filter(
  (_, index, { length }) => (index + first) % Math.floor(length / 30) === 0,
);

describe('a server that takes liberties', () => {
  it.each(sampled(SEEDS, 50))('raises no alarm and leaves nothing incomplete: seed %i', async (seed) => {
    const part = checks.filter((_, index) => (index + seed + first) % PARTS === 0);
    expect(await judgeLiberties(seed, part)).toEqual([]);
  });

  it.each(sampled(BREAKAGES, 15).map((breakage, seed) => [breakage.id, breakage, seed] as const))(
    'is still found to violate %s',
    async (id, breakage, seed) => {
      expect(await judgeBreakage(breakage, hintsOf(id), takeLiberties(seed))).toMatchObject({
        isCaught: true,
      });
    },
  );

  it('writes other bytes with each seed, and the same with the same', () => {
    const written = (seed: number) => {
      const [, ...decorators] = takeLiberties(seed);
      const framing = decorators.reduce<Framing>(
        (sound, { framing: change }) => change?.(sound) ?? sound,
        plainFraming,
      );
      const write = framing();
      return EVENTS.map((data) => write({ type: 'message.delta', data } as never)).join('');
    };
    const texts = SEEDS.map(written);
    expect(SEEDS.map(written)).toEqual(texts);
    expect(new Set(texts).size).toBeGreaterThan(SEEDS.length / 2);
  });
});
