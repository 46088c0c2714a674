import { beforeAll, describe, expect, it } from 'vitest';
import {
  type Judged,
  judgeAlteration,
  judgeByCheck,
} from '../../../scripts/ledger/families/judge-alteration.ts';
import { observeTraffic } from '../../../scripts/ledger/families/observe-traffic.ts';
import { takeSample } from '../../../scripts/ledger/families/sample.ts';
import { explainSurvivor, readSurvivors } from '../../../scripts/ledger/families/survivors.ts';
import { type Prover, prove, proversOf, readProofs } from '../../../scripts/ledger/proofs.ts';
import type { FamilyAlteration } from '../../../src/alterations/families/family.ts';
import { FAMILIES } from '../../../src/alterations/families/index.ts';
import { CHECKS } from '../../../src/conformance/suite/index.ts';

/** A few alterations of each family. The ledger judges all of them. */
const SAMPLE = 5;
/** A fixed seed, so that a failure can be repeated: `npm run ledger -- --family NAME --sample 5 --seed 12`. */
const SEED = 12;

const generated = new Map<string, readonly FamilyAlteration[]>();
const provers = new Map<string, Prover>();

beforeAll(async () => {
  const traffic = await observeTraffic(CHECKS);
  for (const family of FAMILIES) generated.set(family.name, [...family.generate(traffic)]);
  for (const prover of proversOf(traffic)) provers.set(prover.id, prover);
});

describe.each(FAMILIES.map(({ name }) => name))('the family %s', (name) => {
  it('gives each alteration a unique id', () => {
    const ids = (generated.get(name) ?? []).map(({ id }) => id);
    expect(ids.length).toBeGreaterThan(12);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('creates alterations that the suite finds or that survivors.yaml explains', async () => {
    const judged: Judged[] = [];
    const sample = takeSample(generated.get(name) ?? [], SAMPLE, SEED);
    for (const alteration of sample) judged.push(await judgeAlteration(alteration));
    const entries = readSurvivors();
    expect(judged.filter(({ result }) => result === 'broken')).toEqual([]);
    expect(judged.filter(({ id, result }) => result !== 'caught' && !explainSurvivor(entries, id))).toEqual(
      [],
    );
    expect(judged.some(({ result }) => result === 'caught')).toBe(true);
  });
});

describe('every check that catches no breakage', () => {
  it.each(readProofs().map((proof) => [proof.alteration, proof.checks] as const))(
    'finds the alteration that proofs.json names for it: %s; run `npm run ledger -- --prove`',
    async (alteration, checks) => {
      const prover = provers.get(alteration);
      expect(prover).toBeDefined();
      if (prover) expect(await prove(prover, checks)).toEqual({ alteration, checks });
    },
  );
});

describe('a check that produces rare answers', () => {
  it.each([
    ['chats.everywhere', 'wrong-values/getChat@changed:data.name/stale'],
    ['skills.everywhere', 'wrong-values/toggleSkill@changed:data.description/other'],
    ['messages.everywhere.plain-blocking', 'wrong-values/sendMessage@replay:data.metadata/without-nulls'],
    [
      'messages.everywhere.plain-streaming',
      'wrong-values/streamMessage@replay:message.completed!metadata/without-nulls',
    ],
    [
      'messages.everywhere.cancelled',
      'wrong-values/listMessages@first-page+cancelled:data[].metadata/without-nulls',
    ],
    [
      'messages.everywhere.failed-streaming',
      'wrong-values/streamMessage@replay:message.error!code/another-word',
    ],
    ['lists.walk.chats', 'wrong-values/listChats@later-page:data/beheaded'],
    ['lists.walk.favorites', 'wrong-values/listChats@later-page+filtered:data/beheaded'],
    ['lists.walk.skills', 'wrong-values/listSkills@later-page:data/beheaded'],
  ])('%s finds %s', async (check, id) => {
    const alteration = [...generated.values()].flat().find((each) => each.id === id);
    expect(alteration).toBeDefined();
    if (alteration) expect(await judgeByCheck(alteration, check)).toMatchObject({ result: 'caught' });
  });
});
