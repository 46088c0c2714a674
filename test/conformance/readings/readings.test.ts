import { describe, expect, it } from 'vitest';
import { judgeReference } from '../../../scripts/ledger/judge-reference.ts';
import { wholeRun } from '../../../scripts/ledger/whole-run.ts';
import { sampled } from '../../../scripts/test/tiers.ts';
import type { Variant } from '../../../src/alterations/alteration.ts';
import { VARIANTS } from '../../../src/alterations/variants/index.ts';
import { OTHER } from '../../../src/conformance/readings/question.ts';
import { QUESTIONS } from '../../../src/conformance/readings/questions/index.ts';
import { mergeReadings, questionOf, readReadings } from '../../../src/conformance/readings/read-readings.ts';
import type { SeenReading } from '../../../src/conformance/readings/seen-reading.ts';
import { UNSEEN } from '../../../src/conformance/readings/unseen.ts';
import { loadRegistry } from '../../../src/conformance/registry/registry.ts';
import { reportReadings } from '../../../src/conformance/report/readings.ts';
import { CHECKS } from '../../../src/conformance/suite/index.ts';
import { SOUND_READINGS } from '../../alterations/variants/readings.ts';
import { STOPS } from '../../alterations/variants/stops.ts';
import { CHECKS_OF, INCLUDED, SHOWN_AS, SHOWN_TOO, UNSEEN_READINGS } from './told.ts';

const { openPoints } = loadRegistry();
const choices = Object.values(openPoints).filter(({ readings }) => readings.length > 1);
const asked = new Set<string>(QUESTIONS.map(({ point }) => point));
/** Checks that run first, so that a variant knows the owner of a token. */
const FIRST = ['chats.create'];
/** Checks that are enough to show most readings. */
const FEW = 5;

/** The readings that a server shows in some checks, with all exchanges as evidence. */
async function readingsIn(checks: ReadonlySet<string>, decorators: readonly Variant[] = []) {
  const ordered = [...FIRST, ...checks].flatMap((id) => CHECKS.find((check) => check.id === id) ?? []);
  const { exchanges } = await judgeReference({ checks: ordered, decorators, concurrency: 1 });
  return readReadings(exchanges, 1);
}

let whole: Promise<readonly SeenReading[]> | undefined;

/** The readings that the sound server shows in all checks. */
function soundReadings(): Promise<readonly SeenReading[]> {
  whole ??= wholeRun().then(({ exchanges }) => readReadings(exchanges, 1, exchanges.length));
  return whole;
}

const pointOf = (name: string) => name.split('=')[0] ?? '';
const nameOf = ({ point, reading }: SeenReading) => `${point}=${reading}`;
/** The reading that the sheet of a variant must show. */
const readingOf = ({ id }: Variant) => SHOWN_AS[id] ?? id.split('=')[1] ?? '';
const ofPoint = (readings: readonly SeenReading[], point: string) =>
  readings.filter((each) => each.point === point).map(nameOf);

describe('an open point with several readings', () => {
  it.each(choices.map((point) => [point.id, point] as const))(
    '%s has a question, or a reason why no run shows it',
    (id, { readings }) => {
      expect([asked.has(id), id in UNSEEN]).toContain(true);
      expect([asked.has(id), id in UNSEEN]).toContain(false);
      if (!asked.has(id)) return;
      const named = QUESTIONS.filter(({ point }) => point === id).flatMap((question) =>
        Object.keys(question.readings),
      );
      const keys = readings.map(({ key }) => key);
      const unseen = keys.filter((key) => `${id}=${key}` in UNSEEN_READINGS);
      expect([...named.filter((key) => key !== OTHER), ...unseen].sort()).toEqual(keys.sort());
    },
  );

  it('exists, and each weak reading belongs to its question', () => {
    const known = choices.map(({ id }) => id);
    expect([...asked, ...Object.keys(UNSEEN)].filter((id) => !known.includes(id))).toEqual([]);
    expect(QUESTIONS.filter(({ readings, unless = [] }) => unless.some((key) => !(key in readings)))).toEqual(
      [],
    );
  });
});

it('the sheet of the sound server shows exactly the readings that the server follows', async () => {
  const shown = (await soundReadings()).map(nameOf).filter((name) => !name.endsWith(OTHER));
  const stated = SOUND_READINGS.filter((name) => asked.has(pointOf(name)));
  expect(
    shown.filter((name) => !stated.includes(name) && stated.some((each) => pointOf(each) === pointOf(name))),
  ).toEqual([]);
  const explained = [...Object.keys(UNSEEN_READINGS), ...INCLUDED];
  expect(stated.filter((name) => !shown.includes(name) && !explained.includes(name))).toEqual([]);
});

it('the points that need a stop are those whose sheets do not tell every variant from the others and from the sound server', async () => {
  const sound = (await soundReadings()).map(nameOf);
  const names = VARIANTS.map((variant) => `${variant.openPoint}=${readingOf(variant)}`);
  const isTold = (variant: Variant, index: number) => {
    const name = names[index] ?? '';
    const isAsked = questionOf({ point: variant.openPoint, reading: readingOf(variant) }) !== undefined;
    const isOwn = names.filter((each) => each === name).length === 1 && !sound.includes(name);
    return isAsked && isOwn && !(name in UNSEEN_READINGS);
  };
  const needed = VARIANTS.filter((variant, index) => !isTold(variant, index));
  expect(Object.keys(STOPS).sort()).toEqual([...new Set(needed.map(({ openPoint }) => openPoint))].sort());
});

describe('the sheet of a variant', () => {
  const judged = sampled(
    VARIANTS.filter(({ openPoint }) => asked.has(openPoint)),
    8,
  );
  it.each(judged.map((variant) => [variant.id, variant] as const))(
    '%s shows its own reading, and is otherwise equal to the sheet of the sound server',
    async (id, variant) => {
      const { openPoint: point } = variant;
      const sound = (await soundReadings()).filter((each) => each.point === point);
      const reading = readingOf(variant);
      const isUnseen = `${point}=${reading}` in UNSEEN_READINGS;
      const question = questionOf({ point, reading });
      const kept = sound.filter((each) => isUnseen || question?.mayCombine || questionOf(each) !== question);
      const allowed = [`${point}=${reading}`, ...kept.map(nameOf), ...(SHOWN_TOO[id] ?? [])];
      const isAsExpected = (shown: readonly string[]) =>
        (isUnseen || shown.includes(`${point}=${reading}`)) && shown.every((name) => allowed.includes(name));
      const checksBehind = ({ evidence }: SeenReading) => [...new Set(evidence.map(({ check }) => check))];
      const checks = new Set([...(CHECKS_OF[point] ?? []), ...sound.flatMap(checksBehind)]);
      const few = new Set([
        ...(CHECKS_OF[point] ?? []),
        ...sound.flatMap((each) => checksBehind(each).slice(0, FEW)),
      ]);
      const first = ofPoint(await readingsIn(few, [variant]), point);
      const shown = isAsExpected(first) ? first : ofPoint(await readingsIn(checks, [variant]), point);
      expect({ shown, isAsExpected: isAsExpected(shown) }).toEqual({ shown, isAsExpected: true });
    },
  );

  it('is listed with a reason if no run can show it', () => {
    const hidden = VARIANTS.filter(({ openPoint }) => !asked.has(openPoint) && openPoint in openPoints);
    const sheet = reportReadings([], openPoints);
    const unexplained = hidden.filter(({ openPoint }) => {
      const row = sheet.find(({ point }) => point === openPoint);
      return row !== undefined && (row.status !== 'hidden' || row.reason === undefined);
    });
    expect(unexplained).toEqual([]);
  });
});

it('a server that follows two readings of one question is listed with both, each with its evidence', async () => {
  const checks = new Set(['chats.get.missing']);
  const zero = VARIANTS.filter(({ id }) => id === 'A-14=zero-offset');
  const both = mergeReadings([await readingsIn(checks), await readingsIn(checks, zero)]);
  const row = reportReadings(both, openPoints).find(({ point }) => point === 'A-14');
  expect(row?.status).toBe('contradictory');
  expect(row?.readings.map(({ reading, evidence }) => [reading, evidence.length])).toEqual([
    ['zulu', 2],
    ['zero-offset', 2],
    ['long-fraction', 2],
  ]);
});
