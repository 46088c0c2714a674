import { describe, expect, it } from 'vitest';
import { ROWS } from '../../../../../src/conformance/suite/cases/turns/members.ts';

const VALUES = {
  way: ['blocking', 'auto', 'manual', 'default'],
  place: ['new', 'made', 'later'],
  model: ['none', 'turn', 'chat', 'both'],
  agents: ['none', 'attached', 'cited', 'both'],
  principal: [true, false],
  skills: [true, false],
  connectors: [true, false],
} as const;

type Factor = keyof typeof VALUES;
type Turn = Readonly<Record<Factor, unknown>>;

const turns: readonly Turn[] = Object.entries(ROWS).flatMap(([way, rows]) =>
  rows.map(({ further, ...row }) => ({
    way,
    ...row,
    principal: further.includes('principal'),
    skills: further.includes('skills'),
    connectors: further.includes('connectors'),
  })),
);

/** Impossible pairs: a new chat has no model of its own, and a principal is one of the agents. */
function cannotBe(pair: Partial<Turn>): boolean {
  const { place, model, agents, principal } = pair;
  return (
    (place === 'new' && (model === 'chat' || model === 'both')) || (agents === 'none' && principal === true)
  );
}

const factors = Object.keys(VALUES) as Factor[];
const pairs = factors.flatMap((one, at) =>
  factors
    .slice(at + 1)
    .flatMap((other) =>
      VALUES[one].flatMap((value) => VALUES[other].map((second) => ({ [one]: value, [other]: second }))),
    ),
);

describe('turns with several members', () => {
  it.each(pairs.filter((pair) => !cannotBe(pair)))('include one with %o', (pair) => {
    const wanted = Object.entries(pair) as [Factor, unknown][];
    const found = turns.find((turn) => wanted.every(([factor, value]) => turn[factor] === value));
    expect(found).toBeDefined();
  });

  it('include no impossible pair', () => {
    expect(turns.filter(cannotBe)).toEqual([]);
  });
});
