import { beforeAll, describe, expect, it } from 'vitest';
import { sampled } from '../../../../scripts/test/tiers.ts';
import { SHAPE_BREAKAGES } from '../../../../src/alterations/breakages/index.ts';
import { listAssertions } from '../../../../src/alterations/breakages/shapes/list-assertions.ts';
import { findSpots, type Spot, spoil, valueAt } from '../../../../src/alterations/breakages/shapes/spots.ts';
import { COMPANIONS } from './companions.ts';
import { judgeInstead, judgeUnder, type Message, takeTour } from './tour.ts';

/** One wrong value in a message of the sound server. */
interface Mutation {
  readonly message: Message;
  readonly path: Spot['path'];
  readonly wrong: unknown;
  readonly breakage: string;
}

let tour: readonly Message[];
const mutations = new Map<string, Mutation[]>();

beforeAll(async () => {
  tour = await takeTour();
  for (const mutation of listMutations()) {
    const { breakage } = mutation;
    mutations.set(breakage, [...(mutations.get(breakage) ?? []), mutation]);
  }
});

/** Lists every wrong value once for each place of each type, in the shortest exchange that contains the place. */
function* listMutations(): Generator<Mutation> {
  const known = new Set<string>();
  for (const message of tour) {
    for (const { assertion, path } of findSpots(message.type, message.value)) {
      const place = path.map((step) => (typeof step === 'number' ? '*' : step)).join('/');
      const key = `${message.type} ${place} ${assertion.place}`;
      if (known.has(key)) continue;
      known.add(key);
      for (const [way, makeWrong] of Object.entries(assertion.ways)) {
        const breakage = `${assertion.requirement}/${way}`;
        for (const wrong of makeWrong(valueAt(message.value, path))) yield { message, path, wrong, breakage };
      }
    }
  }
}

function describeMutation({ message, path, wrong }: Mutation, found: readonly string[]): string {
  return `${message.type}/${path.join('/')} as ${String(JSON.stringify(wrong))}: ${found.join(', ') || 'nothing'}`;
}

describe('the traffic of the sound server', () => {
  it('has no violation in any message', () => {
    const unsound = sampled(tour, 8).filter((message) => judgeInstead(message, message.value).length > 0);
    expect(unsound).toEqual([]);
    expect(tour.length).toBeGreaterThan(1000);
  });
});

describe('a message with one wrong value', () => {
  it.each(SHAPE_BREAKAGES.map(({ id, requirement }) => [id, requirement] as const))(
    'is reported under its requirement and no other: %s',
    (id, requirement) => {
      const expected = [
        requirement,
        ...COMPANIONS.filter(({ breakage }) => breakage === id).map((row) => row.also),
      ];
      const odd = (mutations.get(id) ?? []).flatMap((mutation) => {
        const found = judgeInstead(
          mutation.message,
          spoil(mutation.message.value, mutation.path, mutation.wrong),
        );
        const isExact = found.includes(requirement) && found.every((row) => expected.includes(row));
        return isExact ? [] : [describeMutation(mutation, found)];
      });
      expect(odd).toEqual([]);
      expect(mutations.has(id), 'the sound server sends nothing that this breakage could spoil').toBe(true);
    },
  );

  it('exists for every requirement in a schema', () => {
    const broken = new Set(SHAPE_BREAKAGES.map(({ requirement }) => requirement));
    expect(
      [...new Set(listAssertions().map(({ requirement }) => requirement))].filter((row) => !broken.has(row)),
    ).toEqual([]);
  });

  it('violates an assertion only in ways that have a breakage', () => {
    const ids = SHAPE_BREAKAGES.map(({ id }) => id);
    expect([...mutations.keys()].filter((id) => !ids.includes(id))).toEqual([]);
  });

  it('violates every listed companion', () => {
    const idle = COMPANIONS.filter(({ breakage, also }) =>
      (mutations.get(breakage) ?? []).every(
        ({ message, path, wrong }) =>
          !judgeInstead(message, spoil(message.value, path, wrong)).includes(also),
      ),
    );
    expect(idle).toEqual([]);
  });
});

describe('a server with a breakage of a shape', () => {
  it.each(SHAPE_BREAKAGES.map((breakage) => [breakage.id, breakage] as const))(
    'is reported under its requirement: %s',
    async (id, breakage) => {
      const [mutation] = mutations.get(id) ?? [];
      const found = mutation && (await judgeUnder(breakage, mutation.message));
      expect(found).toContain(breakage.requirement);
    },
  );
});
