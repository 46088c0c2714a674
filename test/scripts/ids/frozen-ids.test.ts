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
      `the id ${id} of a ${noun} is gone; ids are stable for ever, so put it back, and give what is new an id of its own`,
    ]);
  });

  it('does not take an id of another kind for the one that is gone', () => {
    expect(goneIds({ ...none, checks: ['a.b.c'] }, { ...none, requirements: ['a.b.c'] })).toHaveLength(1);
  });
});

describe('freezeIds', () => {
  it('adds new ids in alphabetical order, and keeps those that are gone', () => {
    const frozen = { ...none, checks: ['b', 'gone'] };
    expect(freezeIds(frozen, { ...none, checks: ['c', 'a', 'b'] }).checks).toEqual(['a', 'b', 'c', 'gone']);
  });

  it('begins with the current ids where there is no file yet', () => {
    const current = { ...none, variants: ['A-01'] };
    expect(freezeIds(readFrozenIds(new Spec([])), current)).toEqual(current);
  });
});
