import { describe, expect, it } from 'vitest';
import { type FrozenIds, goneIds } from '../../../scripts/ids/frozen-ids.ts';

const none: FrozenIds = { requirements: [], checks: [], breakages: [], variants: [] };

describe('goneIds', () => {
  it.each([
    ['requirements', 'requirement', 'pets.shape.object'],
    ['checks', 'check', 'pets.shape'],
    ['breakages', 'breakage', 'pets.shape.object/absent'],
    ['variants', 'variant', 'A-01=long'],
  ])('reports one of the %s that was removed', (kind, noun, id) => {
    expect(goneIds({ ...none, [kind]: [id, 'kept'] }, { ...none, [kind]: ['kept', 'new'] })).toEqual([
      `the id ${id} of a ${noun} is gone; released ids are stable for ever, so restore it and give the new ${noun} another id`,
    ]);
  });

  it('does not confuse the removed id with the same id of another kind', () => {
    expect(goneIds({ ...none, checks: ['a.b.c'] }, { ...none, requirements: ['a.b.c'] })).toHaveLength(1);
  });
});
