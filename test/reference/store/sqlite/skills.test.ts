import { describe, expect, it } from 'vitest';
import type { NewSkill, SkillViewer } from '../../../../src/reference/store/store.ts';
import { MissingRecordError } from '../../../../src/reference/store/store-error.ts';
import { HOSTILE, skill } from '../records.ts';
import { STORES } from '../stores.ts';

const ALL = { offset: 0, limit: 200 };

function viewer(facts: Partial<SkillViewer> = {}): SkillViewer {
  return { userId: 1, companyId: 1, libraryIds: new Set(), ...facts };
}

/** Skills of several users, by the reason why someone sees them. */
const SKILLS: Readonly<Record<string, NewSkill>> = {
  own: skill(),
  ownInactive: skill({ isActive: false }),
  ownForCompany: skill({ level: 'company' }),
  ownInLibrary: skill({ level: 'workspace', workspaceId: 5 }),
  ownSharedWithSelf: skill({ visibility: 'shared', sharedUserIds: [1, 2] }),
  otherPrivate: skill({ userId: 2 }),
  otherPublic: skill({ userId: 2, visibility: 'public' }),
  otherForCompany: skill({ userId: 2, level: 'company' }),
  otherInLibrary: skill({ userId: 2, level: 'workspace', workspaceId: 5 }),
  otherInNoLibrary: skill({ userId: 2, level: 'workspace' }),
  otherShared: skill({ userId: 2, visibility: 'shared', sharedUserIds: [3, 1] }),
  otherSharedInLibrary: skill({
    userId: 2,
    level: 'workspace',
    workspaceId: 5,
    visibility: 'shared',
    sharedUserIds: [1],
  }),
  otherNoLongerShared: skill({ userId: 2, visibility: 'private', sharedUserIds: [1] }),
  foreignForCompany: skill({ userId: 9, companyId: 2, level: 'company' }),
  foreignInLibrary: skill({ userId: 9, companyId: 2, level: 'workspace', workspaceId: 5 }),
};

const OWN = ['own', 'ownInactive', 'ownForCompany', 'ownInLibrary', 'ownSharedWithSelf'];

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

  it.each([
    [
      'a user without libraries',
      viewer(),
      [...OWN, 'otherForCompany', 'otherShared', 'otherSharedInLibrary'],
    ],
    [
      'a user of the library',
      viewer({ libraryIds: new Set([5, 6]) }),
      [...OWN, 'otherForCompany', 'otherInLibrary', 'otherShared', 'otherSharedInLibrary'],
    ],
    ['a user it is shared with', viewer({ userId: 3 }), ['ownForCompany', 'otherForCompany', 'otherShared']],
    ['a user of another company', viewer({ userId: 8, companyId: 2 }), ['foreignForCompany']],
    ['nobody', viewer({ userId: 7, companyId: 7, libraryIds: new Set([5]) }), []],
    [
      'a credential that is limited',
      viewer({ allowed: new Set([4, 8, 6, 1, 99]), libraryIds: new Set([5]) }),
      ['own', 'ownInLibrary', 'otherForCompany'],
    ],
    ['a credential that may use none', viewer({ allowed: new Set() }), []],
  ])('are listed for %s without duplicates', (_, who, names) => {
    const { skills } = open();
    const nameOf = new Map(Object.entries(SKILLS).map(([name, fields]) => [skills.create(fields).id, name]));
    const listed = skills.list(who, ALL);
    expect(listed.skills.map(({ id }) => nameOf.get(id))).toEqual(names);
    expect(listed.total).toBe(names.length);
  });

  it.each([
    [{ offset: 0, limit: 2 }, [1, 2]],
    [{ offset: 2, limit: 2 }, [3, 4]],
    [{ offset: 4, limit: 2 }, [5]],
    [{ offset: 5, limit: 2 }, []],
    [{ offset: 1e300, limit: 2 }, []],
    [{ offset: 3, limit: 1e300 }, [4, 5]],
  ])('are listed by id on page %j, with an allowlist too', (page, ids) => {
    const { skills } = open();
    for (const level of ['company', 'personal', 'company', 'personal', 'personal'] as const)
      skills.create(skill({ level }));
    for (const who of [viewer(), viewer({ allowed: new Set([5, 4, 3, 2, 1]) })]) {
      const listed = skills.list(who, page);
      expect(listed.skills.map(({ id }) => id)).toEqual(ids);
      expect(listed.total).toBe(5);
    }
  });

  it.each([
    [{}],
    [{ name: 'New', instructions: 'Also new.' }],
    [{ isActive: false }],
    [{ visibility: 'shared', sharedUserIds: [2] }],
    [{ workspaceId: 5 }],
  ] as const)('are changed by %j only in the named members', (change) => {
    const { skills } = open();
    const before = skills.create(skill({ sharedUserIds: [4] }));
    expect(skills.update(before.id, change)).toStrictEqual({ ...before, ...change });
    expect(skills.find(before.id)).toStrictEqual({ ...before, ...change });
  });

  it('after a change are visible to exactly the users that it names', () => {
    const { skills } = open();
    const { id } = skills.create(skill({ visibility: 'shared', sharedUserIds: [2] }));
    const readers = () => [1, 2, 3].filter((userId) => skills.list(viewer({ userId }), ALL).total === 1);
    expect(readers()).toEqual([1, 2]);
    skills.update(id, { sharedUserIds: [3] });
    expect(readers()).toEqual([1, 3]);
    skills.update(id, { visibility: 'private' });
    expect(readers()).toEqual([1]);
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
