import { beforeAll, describe, expect, it } from 'vitest';
import {
  type Judged,
  judgeAlteration,
  judgeByCheck,
} from '../../../scripts/ledger/families/judge-alteration.ts';
import { observeTraffic } from '../../../scripts/ledger/families/observe-traffic.ts';
import { alterationsFor, type Prover, prove } from '../../../scripts/ledger/families/prove-checks.ts';
import { takeSample } from '../../../scripts/ledger/families/sample.ts';
import { explainSurvivor, readSurvivors } from '../../../scripts/ledger/families/survivors.ts';
import { provenChecks, readLedger } from '../../../scripts/ledger/ledger-file.ts';
import type { FamilyAlteration } from '../../../src/alterations/families/family.ts';
import { FAMILIES } from '../../../src/alterations/families/index.ts';
import { CHECKS } from '../../../src/conformance/checks/index.ts';

/** A few of each family; the ledger judges all of them. */
const SAMPLE = 5;
/** A fixed seed, so that a failure can be repeated: `npm run ledger -- --family NAME --sample 5 --seed 12`. */
const SEED = 12;

const generated = new Map<string, readonly FamilyAlteration[]>();
let provers: readonly Prover[] = [];

beforeAll(async () => {
  const traffic = await observeTraffic(CHECKS);
  for (const family of FAMILIES) generated.set(family.name, [...family.generate(traffic)]);
  provers = alterationsFor(traffic);
});

describe.each(FAMILIES.map(({ name }) => name))('the family %s', (name) => {
  it('gives each alteration an id of its own', () => {
    const ids = (generated.get(name) ?? []).map(({ id }) => id);
    expect(ids.length).toBeGreaterThan(12);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('makes alterations that the suite finds, or that survivors.yaml explains', async () => {
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

describe('every check', () => {
  const { matrix, proofs } = readLedger();

  it('finds a breakage or a generated alteration; run `npm run ledger -- --prove`', () => {
    const proven = provenChecks({ matrix, proofs });
    expect(CHECKS.map(({ id }) => id).filter((id) => !proven.has(id))).toEqual([]);
  });

  it('finds the alteration that the ledger says it finds', async () => {
    const alterations = new Map(provers.map((each) => [each.id, each]));
    const wrong: string[] = [];
    for (const { alteration: id, checks } of proofs) {
      const alteration = alterations.get(id);
      const found = alteration ? (await prove(alteration, checks)).checks : [];
      const missed = checks.filter((check) => !found.includes(check));
      wrong.push(...missed.map((check) => `${check}: ${id}`));
    }
    expect(wrong).toEqual([]);
  });
});

describe('a check that brings places about', () => {
  it.each([
    ['chats.everywhere', 'lies/getChat@changed:data.name/stale'],
    ['skills.everywhere', 'lies/toggleSkill@changed:data.description/other'],
    ['messages.everywhere.plain-blocking', 'lies/sendMessage@replay:data.metadata/without-nulls'],
    [
      'messages.everywhere.plain-streaming',
      'lies/streamMessage@replay:message.completed!metadata/without-nulls',
    ],
    ['messages.everywhere.cancelled', 'lies/listMessages@first-page+cancelled:data[].metadata/without-nulls'],
    ['messages.everywhere.failed-streaming', 'lies/streamMessage@replay:message.error!code/another-word'],
    ['lists.walk.chats', 'lies/listChats@later-page:data/beheaded'],
    ['lists.walk.favorites', 'lies/listChats@later-page+filtered:data/beheaded'],
    ['lists.walk.skills', 'lies/listSkills@later-page:data/beheaded'],
  ])('%s finds %s', async (check, id) => {
    const alteration = [...generated.values()].flat().find((each) => each.id === id);
    expect(alteration).toBeDefined();
    if (alteration) expect(await judgeByCheck(alteration, check)).toMatchObject({ result: 'caught' });
  });
});
