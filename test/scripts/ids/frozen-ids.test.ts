import { describe, expect, it } from 'vitest';
import { readSpec } from '../../../scripts/generate/folder.ts';
import { Spec } from '../../../scripts/generate/spec.ts';
import { type FrozenIds, freezeIds, goneIds, readFrozenIds } from '../../../scripts/ids/frozen-ids.ts';
import { currentIds } from '../../../scripts/ids/suite-ids.ts';
import { repositoryRoot } from '../../../scripts/test/environment.ts';

const none: FrozenIds = { requirements: [], checks: [], breakages: [], variants: [] };
const spec = readSpec(repositoryRoot);

describe('the frozen ids', () => {
  it('all exist', () => {
    expect(goneIds(readFrozenIds(spec), currentIds(spec))).toEqual([]);
  });

  it('include every id that exists', () => {
    const frozen = readFrozenIds(spec);
    expect(freezeIds(frozen, currentIds(spec))).toEqual(frozen);
  });
});

describe('goneIds', () => {
  it.each([
    ['requirements', 'requirement', 'pets.shape.object'],
    ['checks', 'check', 'pets.shape'],
    ['breakages', 'breakage', 'pets.shape.object/absent'],
    ['variants', 'variant', 'A-01=long'],
  ])('names one of the %s that was removed', (kind, noun, id) => {
    expect(goneIds({ ...none, [kind]: [id, 'kept'] }, { ...none, [kind]: ['kept', 'new'] })).toEqual([
      `the id ${id} of a ${noun} is gone; ids are stable for ever, so restore it and give the new ${noun} another id`,
    ]);
  });

  it('does not confuse the removed id with the same id of another kind', () => {
    expect(goneIds({ ...none, checks: ['a.b.c'] }, { ...none, requirements: ['a.b.c'] })).toHaveLength(1);
  });
});

describe('freezeIds', () => {
  it('adds new ids in alphabetical order, and keeps removed ones', () => {
    const frozen = { ...none, checks: ['b', 'gone'] };
    expect(freezeIds(frozen, { ...none, checks: ['c', 'a', 'b'] }).checks).toEqual(['a', 'b', 'c', 'gone']);
  });

  it('starts with the current ids when there is no file yet', () => {
    const current = { ...none, variants: ['A-01'] };
    expect(freezeIds(readFrozenIds(new Spec([])), current)).toEqual(current);
  });
});
