import { describe, expect, it } from 'vitest';
import {
  describeProblem,
  type Judged,
  judgeAlteration,
  judgeByCheck,
} from '../../../scripts/ledger/families/judge-alteration.ts';
import { takeSample } from '../../../scripts/ledger/families/sample.ts';
import { keepFailures } from '../../../scripts/ledger/kept-failures.ts';
import { wholeTraffic } from '../../../scripts/ledger/whole-run.ts';
import { readSeed, toNumber } from '../../../scripts/test/seed.ts';
import { FAMILIES } from '../../../src/alterations/families/index.ts';

/** How many alterations of each family the seed of the run draws. The ledger judges all of them. */
const SAMPLE = 5;
const SEED = toNumber(readSeed());

const traffic = await wholeTraffic();
const generated = new Map(FAMILIES.map((family) => [family.name, [...family.generate(traffic)]]));

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
    const wrong = judged.filter((each) => describeProblem(each).length > 0);
    keepFailures(wrong.map(({ id }) => ({ kind: 'alteration', task: { id } })));
    expect(wrong).toEqual([]);
  });
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
    ['lists.walk.chats', 'wrong-values/listChats@later-page+filtered:data/beheaded'],
    ['lists.walk.skills', 'wrong-values/listSkills@later-page:data/beheaded'],
  ])('%s finds %s', async (check, id) => {
    const alteration = [...generated.values()].flat().find((each) => each.id === id);
    expect(alteration && (await judgeByCheck(alteration, check))).toMatchObject({ result: 'caught' });
  });
});
