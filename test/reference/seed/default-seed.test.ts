import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { defaultSeed, defaultSeedValue } from '../../../generated/default-seed.js';
import { scopes } from '../../../generated/scopes.js';
import { readSeed } from '../../../src/reference/seed/read-seed.ts';

const directory = readSeed(defaultSeed, 'default.yaml');
const { companies, users, models, libraries, files, connectors, agents, credentials, skills } = directory;

/** The credential with this name, which must exist. */
function credential(id: string) {
  const found = credentials.get(id);
  if (!found) throw new Error(`there is no credential ${id}`);
  return found;
}

const main = credential('main');
const companyOf = (id: string) => users.get(credential(id).userId)?.companyId;
const home = companyOf('main');

interface Seen {
  readonly companyId: number;
  readonly userIds?: ReadonlySet<number>;
}
/** Whether the user of a credential sees a resource. */
const sees = (id: string, { companyId, userIds }: Seen) =>
  companyId === companyOf(id) && (userIds?.has(credential(id).userId) ?? true);

describe('the default seed', () => {
  it('matches the published schema', () => {
    const schema = JSON.parse(
      readFileSync(new URL('../../../spec/formats/seed.schema.json', import.meta.url), 'utf8'),
    );
    const validate = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(schema);
    expect(validate(parse(defaultSeed)), JSON.stringify(validate.errors)).toBe(true);
    expect(validate({ ...parse(defaultSeed), seed: 2 })).toBe(false);
  });

  it('is the same as a value and as a text', () => {
    expect(defaultSeedValue).toEqual(parse(defaultSeed));
  });

  it('gives every credential a token with its name', () => {
    expect([...credentials.keys()].filter((id) => directory.credentialOf(`harbor-${id}`)?.id !== id)).toEqual(
      [],
    );
  });

  it('has a credential with every scope, a second one of the same user, one of a colleague and one of another company', () => {
    expect(main).toMatchObject({ scopes: new Set(scopes), allowed: {} });
    expect(credential('second')).toMatchObject({ userId: main.userId, scopes: main.scopes, allowed: {} });
    expect(credential('other-user').userId).not.toBe(main.userId);
    expect(companyOf('other-user')).toBe(home);
    expect(companyOf('other-company')).not.toBe(home);
  });

  it.each(scopes)('has a credential that lacks only %s, and one that has only it', (scope) => {
    const name = scope.replace(':', '-');
    const others = scopes.filter((each) => each !== scope);
    expect(credential(`without-${name}`)).toMatchObject({ userId: main.userId, scopes: new Set(others) });
    expect(credential(`only-${name}`)).toMatchObject({ userId: main.userId, scopes: new Set([scope]) });
  });

  it('has a credential that is limited to some resources, and one that is limited to some skills', () => {
    const { allowed } = credential('allowlist');
    expect(Object.keys(allowed)).toEqual(['library', 'file', 'connector', 'agent']);
    for (const [type, all] of [
      ['library', libraries],
      ['file', files],
      ['connector', connectors],
      ['agent', agents],
    ] as const) {
      expect(allowed[type]?.size, type).toBeGreaterThan(0);
      expect(
        [...all.keys()].filter((id) => !allowed[type]?.has(id)),
        type,
      ).not.toEqual([]);
    }
    expect(Object.keys(credential('allowlist-skills').allowed)).toEqual(['skill']);
  });

  it('has models of every kind, all scripted', () => {
    const mine = [...models.values()].filter(({ companyId }) => companyId === home);
    const answering = mine.filter(({ enabled, type }) => enabled && type === 'completion');
    expect(answering.filter(({ tools }) => tools).length).toBeGreaterThanOrEqual(2);
    expect(answering.filter(({ tools }) => !tools)).toHaveLength(1);
    expect(answering.some(({ tools, providers }) => tools && providers.length > 1)).toBe(true);
    expect(mine.filter(({ enabled }) => !enabled)).toHaveLength(1);
    expect(mine.filter(({ type }) => type === 'embedding')).toHaveLength(1);
    const kinds = [...models.values()].flatMap(({ providers }) => providers.map(({ kind }) => kind));
    expect(new Set(kinds)).toEqual(new Set(['scripted']));
  });

  it('has libraries with texts, and one that only a colleague sees', () => {
    const mine = [...libraries.values()].filter((library) => sees('main', library));
    expect(mine.length).toBeGreaterThanOrEqual(2);
    for (const { id } of mine) {
      const texts = [...files.values()].filter(({ libraryId }) => libraryId === id).map(({ text }) => text);
      expect(texts.length).toBeGreaterThan(0);
      for (const text of texts) expect(text.split('\n\n').length).toBeGreaterThan(1);
    }
    const hidden = [...libraries.values()].filter((each) => !sees('main', each) && sees('other-user', each));
    expect(hidden.some(({ id }) => [...files.values()].some(({ libraryId }) => libraryId === id))).toBe(true);
  });

  it('has connectors of every kind, and some that the main user does not see', () => {
    const mine = [...connectors.values()].filter((connector) => sees('main', connector));
    expect(mine.filter(({ transport }) => transport.kind === 'in-process')).toHaveLength(2);
    expect(mine.find(({ transport }) => transport.kind === 'unconnected')).toMatchObject({
      name: 'calendar',
      transport: { tools: [{ name: 'list_events' }, { name: 'create_event' }] },
    });
    const foreign = [...connectors.values()].filter((connector) => !sees('main', connector));
    expect(new Set(foreign.map(({ companyId }) => companyId === home))).toEqual(new Set([true, false]));
  });

  it('has one more agent than a turn may select, and one in each other state', () => {
    const mine = [...agents.values()].filter((agent) => sees('main', agent));
    expect(mine.filter(({ state }) => state === 'active').length).toBeGreaterThanOrEqual(16);
    for (const state of ['inactive', 'disabled-by-company', 'deleted']) {
      expect(mine.filter((agent) => agent.state === state)).toHaveLength(1);
    }
    expect(mine).toContainEqual(expect.objectContaining({ id: 21, name: 'Analyst', tag: 'numbers' }));
    const hidden = [...agents.values()].filter((agent) => !sees('main', agent) && sees('other-user', agent));
    expect(hidden.map(({ state }) => state)).toEqual(['active']);
  });

  it.each<[string, object]>([
    ["the company's", { companyId: home, level: 'company' }],
    ['one that is shared with the main user', { visibility: 'shared', sharedUserIds: [main.userId] }],
    ['a personal one', { userId: main.userId, level: 'personal', visibility: 'private', isActive: true }],
    [
      'a private one of a colleague',
      { companyId: home, userId: credential('other-user').userId, visibility: 'private' },
    ],
    ['one of a stranger', { companyId: companyOf('other-company') }],
    ['one of a library', { level: 'workspace', workspaceId: 12 }],
    ['one that is switched off', { userId: main.userId, isActive: false }],
    [
      'one that cites a library',
      { userId: main.userId, instructions: expect.stringMatching(/\{\{library:12\}\}/) },
    ],
  ])('has skills: %s', (_case, expected) => {
    expect(skills).toContainEqual(expect.objectContaining(expected));
  });

  it('cites in skills only resources that the main user sees', () => {
    const cited = skills.flatMap(({ instructions }) => [...instructions.matchAll(/\{\{(\w+):(\d+)\}\}/g)]);
    const known = { library: libraries, file: files } as const;
    const seen = cited.map(([, type = '', id]) => {
      const resource = known[type as keyof typeof known]?.get(Number(id));
      const library = resource && 'libraryId' in resource ? libraries.get(resource.libraryId) : resource;
      return library !== undefined && sees('main', library);
    });
    expect(seen).toEqual([true, true, true]);
  });

  it('gives the first new skill the id used in the examples', () => {
    expect(Math.max(...skills.map(({ id }) => id))).toBe(42);
  });

  it('has a company in incognito mode, and colleagues with whom a skill can be shared', () => {
    expect(companies.get(companyOf('incognito') ?? 0)?.incognito?.terms).not.toEqual([]);
    const colleagues = [...users.values()].filter(
      ({ id, companyId }) => companyId === home && id !== main.userId,
    );
    expect(colleagues.map(({ id }) => id)).toEqual([301, 305]);
  });

  it('has chats that the main user created in the application, with and without turns', () => {
    const mine = directory.chats.filter(({ userId }) => userId === main.userId);
    expect(mine.map(({ turns }) => turns.length > 0)).toEqual([true, false]);
  });
});
