import { beforeAll, describe, expect, it } from 'vitest';
import {
  type Judged,
  judgeAlteration,
  judgeByCheck,
} from '../../../scripts/ledger/families/judge-alteration.ts';
import { observeTraffic } from '../../../scripts/ledger/families/observe-traffic.ts';
import { takeSample } from '../../../scripts/ledger/families/sample.ts';
import { explainSurvivor, readSurvivors } from '../../../scripts/ledger/families/survivors.ts';
import { FAMILIES } from '../../../src/alterations/families/index.ts';
import type { Traffic } from '../../../src/alterations/families/traffic.ts';
import { CHECKS } from '../../../src/conformance/checks/index.ts';

const LONG = 100_000;
/** A few of each family; the ledger judges all of them. */
const SAMPLE = 12;
/** A fixed seed, so that a failure can be repeated: `npm run ledger -- --family NAME --sample 12 --seed 12`. */
const SEED = 12;
const PATIENCE = 600_000;

let traffic: Traffic;

beforeAll(async () => {
  traffic = await observeTraffic(CHECKS.filter(({ waits = 0 }) => waits < LONG));
}, PATIENCE);

describe.each(FAMILIES.map((family) => [family.name, family] as const))('the family %s', (_, family) => {
  it('gives each alteration an id of its own', () => {
    const ids = [...family.generate(traffic)].map(({ id }) => id);
    expect(ids.length).toBeGreaterThan(SAMPLE);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it(
    'makes alterations that the suite finds, or that survivors.yaml explains',
    async () => {
      const judged: Judged[] = [];
      for (const alteration of takeSample([...family.generate(traffic)], SAMPLE, SEED))
        judged.push(await judgeAlteration(alteration));
      const entries = readSurvivors();
      expect(judged.filter(({ result }) => result === 'broken')).toEqual([]);
      expect(judged.filter(({ id, result }) => result !== 'caught' && !explainSurvivor(entries, id))).toEqual(
        [],
      );
      expect(judged.some(({ result }) => result === 'caught')).toBe(true);
    },
    PATIENCE,
  );
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
  ])(
    '%s finds %s',
    async (check, id) => {
      const [alteration] = FAMILIES.flatMap((family) => [...family.generate(traffic)]).filter(
        (each) => each.id === id,
      );
      expect(alteration).toBeDefined();
      if (alteration) expect(await judgeByCheck(alteration, check)).toMatchObject({ result: 'caught' });
    },
    PATIENCE,
  );
});
