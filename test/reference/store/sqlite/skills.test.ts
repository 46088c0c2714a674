import { describe, expect, it } from 'vitest';
import type { SkillViewer } from '../../../../src/reference/store/store.ts';
import { MissingRecordError } from '../../../../src/reference/store/store-error.ts';
import { HOSTILE, skill } from '../records.ts';
import { STORES } from '../stores.ts';

const ALL = { offset: 0, limit: 200 };

function viewer(facts: Partial<SkillViewer> = {}): SkillViewer {
  return { userId: 1, companyId: 1, libraryIds: new Set(), ...facts };
}

describe.each(STORES)('skills %s', (_, open) => {
  it.each([
    ['nothing special', skill()],
    [
      'texts that break encodings',
      skill({ name: HOSTILE, description: HOSTILE, instructions: HOSTILE, icon: HOSTILE }),
    ],
    ['users in the order given', skill({ visibility: 'shared', sharedUserIds: [3, 2, 3] })],
    ['numbers beyond the safe integers', skill({ workspaceId: 1e300, sharedUserIds: [2 ** 53 + 2, 1e20] })],
  ])('come back unchanged, with %s', (_, fields) => {
    const { skills } = open();
    const created = skills.create(fields);
    expect(created).toStrictEqual({ ...fields, id: created.id });
    expect(skills.find(created.id)).toStrictEqual(created);
  });

  it('keep their level and owner, even if a change has other values', () => {
    const { skills } = open();
    const before = skills.create(skill());
    const change = { name: 'New', level: 'company', userId: 2, companyId: 2, id: 9 };
    expect(skills.update(before.id, change)).toStrictEqual({ ...before, name: 'New' });
    expect(skills.list(viewer({ userId: 2 }), ALL).total).toBe(0);
  });

  it('are not found after deletion, and their ids are not reused', () => {
    const { skills } = open();
    skills.create(skill());
    const { id } = skills.create(skill());
    skills.delete(id);
    skills.delete(id);
    expect(skills.find(id)).toBeUndefined();
    expect(skills.list(viewer(), ALL).total).toBe(1);
    expect(() => skills.update(id, {})).toThrow(MissingRecordError);
    expect(skills.create(skill()).id).toBeGreaterThan(id);
  });

  it('from a seed have the declared id, and keep later changes', () => {
    const { skills } = open();
    const [kept, dropped] = [
      { ...skill({ name: 'Kept' }), id: 40 },
      { ...skill(), id: 41 },
    ];
    for (const seeded of [kept, dropped]) skills.declare(seeded);
    expect(skills.find(40)).toStrictEqual(kept);
    skills.update(40, { name: 'Renamed' });
    skills.delete(41);
    for (const seeded of [kept, dropped]) skills.declare(seeded);
    expect(skills.find(40)?.name).toBe('Renamed');
    expect(skills.find(41)).toBeUndefined();
    expect(skills.create(skill()).id).toBe(42);
  });

  it.each([0, -1, 1.5, 2 ** 53 + 2, 2 ** 63, 1e300, Number.NaN])('are not found by id %d', (id) => {
    const { skills } = open();
    skills.create(skill());
    expect(skills.find(id)).toBeUndefined();
    expect(() => skills.delete(id)).not.toThrow();
    expect(skills.list(viewer({ allowed: new Set([id]) }), ALL).total).toBe(0);
  });
});
