import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import requirements from '../../../generated/requirements.json' with { type: 'json' };
import { VirtualClock } from '../../../scripts/simulation/virtual-clock.ts';
import { sampled } from '../../../scripts/test/tiers.ts';
import { VARIANTS, WITHOUT_VARIANT } from '../../../src/alterations/variants/index.ts';
import type { Decorator } from '../../../src/reference/ports.ts';
import { assemble } from '../../../src/reference/start.ts';
import { READ_ELSEWHERE, SOUND_READINGS, UNSEEN_READINGS } from './readings.ts';
import { STOPS } from './stops.ts';
import { Tourist } from './tourist.ts';

const CARRIERS = new Set<string>(['http', 'json', 'text']);

/** Records the answers of a fresh server at the stop of an open point. */
async function visit(openPoint: string, decorators: readonly Decorator[] = []): Promise<string> {
  const clock = new VirtualClock();
  const server = await assemble({ clock, faults: true, decorators, report() {} });
  try {
    const tourist = new Tourist(server.url, clock);
    await STOPS[openPoint]?.(tourist);
    return tourist.diary;
  } finally {
    await server.close();
  }
}

/** All variants of some points, since the variants of a point are compared with each other. */
const points = sampled(Object.keys(STOPS), 3);
const sampledVariants = VARIANTS.filter(({ openPoint }) => points.includes(openPoint));

const sound = new Map<string, Promise<string>>();

/** Records the answers of the sound server, once per open point. */
function visitSound(openPoint: string): Promise<string> {
  const known = sound.get(openPoint) ?? visit(openPoint);
  sound.set(openPoint, known);
  return known;
}

describe('the sound server', () => {
  it.each(sampled(Object.keys(STOPS), 4))(
    'gives the same answers at the stop of %s every time',
    async (openPoint) => {
      expect(await visit(openPoint)).toBe(await visitSound(openPoint));
    },
  );
});

describe('a variant that a run does not tell apart', () => {
  const diaries = new Set<string>();
  it.each(sampledVariants.map((variant) => [variant.id, variant] as const))(
    '%s differs from the sound server, and from every other variant of its open point',
    async (_, variant) => {
      const diary = await visit(variant.openPoint, [variant]);
      expect(diary).not.toBe(await visitSound(variant.openPoint));
      const name = `${variant.openPoint} ${diary}`;
      expect(diaries).not.toContain(name);
      diaries.add(name);
    },
  );
});

describe('a variant', () => {
  it('is named by its open point and its reading', () => {
    const named = VARIANTS.filter(({ id, openPoint }) => id.startsWith(`${openPoint}=`));
    expect(VARIANTS.filter((variant) => !named.includes(variant)).map(({ id }) => id)).toEqual([
      'unknown-members',
    ]);
    expect(new Set(VARIANTS.map(({ id }) => id)).size).toBe(VARIANTS.length);
  });
});

describe('an open point', () => {
  const openPoints = parse(
    readFileSync(new URL('../../../spec/requirements/open-points.yaml', import.meta.url), 'utf8'),
  ) as { readonly id: string; readonly readings: readonly { readonly key: string }[] }[];
  const known = Object.entries(requirements.openPoints);
  const read = new Set<string>(
    VARIANTS.map(({ openPoint }) => openPoint).filter((point) => !CARRIERS.has(point)),
  );

  it('of high or medium weight has a variant, or a reason why it has none', () => {
    const weighty = known.filter(([, { weight }]) => weight !== 'low').map(([id]) => id);
    expect(weighty.filter((id) => !read.has(id) && !(id in WITHOUT_VARIANT))).toEqual([]);
  });

  it('has a variant for each reading, unless the sound server follows it, or a reason why it has none', () => {
    const readings = openPoints.flatMap(({ id, readings }) => readings.map(({ key }) => `${id}=${key}`));
    const followed = [...VARIANTS.map(({ id }) => id), ...SOUND_READINGS];
    const explained = [...Object.keys(READ_ELSEWHERE), ...Object.keys(UNSEEN_READINGS)];
    expect(readings.filter((id) => !followed.includes(id) && !explained.includes(id))).toEqual([]);
    expect(explained.filter((id) => !readings.includes(id) || followed.includes(id))).toEqual([]);
    expect(SOUND_READINGS.filter((id) => !readings.includes(id))).toEqual([]);
    expect(Object.values(READ_ELSEWHERE).filter((id) => !followed.includes(id))).toEqual([]);
  });

  it('does not have both', () => {
    expect(Object.keys(WITHOUT_VARIANT).filter((id) => read.has(id))).toEqual([]);
  });

  it('exists in the contract', () => {
    const ids = new Set(known.map(([id]) => id));
    expect([...read, ...Object.keys(WITHOUT_VARIANT)].filter((id) => !ids.has(id))).toEqual([]);
  });
});
