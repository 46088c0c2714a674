import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readSeed } from '../../../src/reference/seed/read-seed.ts';
import { problemsOf, smallSeed } from './small-seed.ts';

/** The problems without their line numbers. */
const told = (sections: Record<string, unknown>) =>
  problemsOf(smallSeed(sections)).map((line) => line.replace(/^seed\.yaml:\d+: /, ''));

const company = { id: 1, name: 'Harbor Books', default_model: 3 };
const model = { id: 3, company: 1, name: 'Kestrel', code: 'kestrel' };
/** They belong to each other. */
const otherCompany = { id: 2, name: 'Lantern Press', default_model: 11 };
const otherModel = { ...model, id: 11, company: 2 };
const credential = { id: 'main', token: 'harbor-main', user: 300 };
const library = {
  id: 12,
  company: 1,
  name: 'Store policies',
  files: [{ id: 512, name: 'hours', text: 'Nine.' }],
};
const connector = {
  id: 7,
  company: 1,
  name: 'tickets',
  display_name: 'Desk',
  transport: { kind: 'in-process' },
};
const agent = { id: 21, company: 1, name: 'Analyst', instructions: 'Count.' };
const skill = { id: 41, user: 300, name: 'House tone', instructions: 'Be brief.' };
const chat = { id: 'a94e7b12-5f60-4d38-8c1b-0e7d3f5a2961', user: 300 };

describe('readSeed', () => {
  it('accepts every section, in YAML and in JSON', () => {
    const sections = {
      libraries: [library],
      connectors: [connector],
      agents: [agent],
      skills: [skill],
      chats: [chat],
      limits: {},
    };
    const text = smallSeed(sections);
    for (const seed of [text, JSON.stringify(parse(text))]) {
      const { libraries, connectors, agents, skills, chats } = readSeed(seed, 'seed');
      expect([libraries.size, connectors.size, agents.size, skills.length, chats.length]).toEqual([
        1, 1, 1, 1, 1,
      ]);
    }
  });

  it.each<[string[], Record<string, unknown>]>([
    [['credentials[0].user is 9, and no user has that id'], { credentials: [{ ...credential, user: 9 }] }],
    [['agents[0].company is 9, and no company has that id'], { agents: [{ ...agent, company: 9 }] }],
    [
      ['libraries[0].users[1] is 301, and no user has that id'],
      { libraries: [{ ...library, users: [300, 301] }] },
    ],
    [
      [
        'credentials[0].allowlist.libraries[0] is 1, and no library has that id',
        'credentials[0].allowlist.files[0] is 2, and no file has that id',
        'credentials[0].allowlist.skills[0] is 3, and no skill has that id',
        'credentials[0].allowlist.connectors[0] is 4, and no connector has that id',
        'credentials[0].allowlist.agents[0] is 5, and no agent has that id',
      ],
      {
        credentials: [
          {
            ...credential,
            allowlist: { libraries: [1], files: [2], skills: [3], connectors: [4], agents: [5] },
          },
        ],
      },
    ],
    [
      [
        'skills[0].user is 301, and no user has that id',
        'skills[0].library is 12, and no library has that id',
        'skills[0].shared_with[0] is 302, and no user has that id',
      ],
      { skills: [{ ...skill, user: 301, level: 'workspace', library: 12, shared_with: [302] }] },
    ],
    [['chats[0].user is 1, and no user has that id'], { chats: [{ ...chat, user: 1 }] }],
    [
      ['companies[0].default_model is 4, and no model has that id'],
      {
        companies: [{ ...company, default_model: 4 }, otherCompany],
      },
    ],
  ])('reports what points to nothing: %j', (expected, sections) => {
    expect(told(sections)).toEqual(expected);
  });

  it.each(
    Object.entries<Record<string, unknown>>({
      'companies[0].default_model is 11, and that model belongs to company 2, not to 1': {
        companies: [{ ...company, default_model: 11 }, otherCompany],
      },
      'agents[0].users[0] is 401, and that user belongs to company 2, not to 1': {
        agents: [{ ...agent, users: [401] }],
      },
      'credentials[0].allowlist.files[0] is 512, and that file belongs to company 2, not to 1': {
        libraries: [{ ...library, company: 2 }],
        credentials: [{ ...credential, allowlist: { files: [512] } }],
      },
      'credentials[0].allowlist.skills[0] is 41, and that skill belongs to company 2, not to 1': {
        skills: [{ ...skill, user: 401 }],
        credentials: [{ ...credential, allowlist: { skills: [41] } }],
      },
      'skills[0].library is 12, and that library belongs to company 2, not to 1': {
        libraries: [{ ...library, company: 2 }],
        skills: [{ ...skill, level: 'workspace', library: 12 }],
      },
      'skills[0].shared_with[0] is 401, and that user belongs to company 2, not to 1': {
        skills: [{ ...skill, visibility: 'shared', shared_with: [401] }],
      },
    }),
  )('reports: %s', (line, sections) => {
    expect(told(sections)).toEqual([line]);
  });

  it.each(
    Object.entries<Record<string, unknown>>({
      'agents[2].id is already used by agents[0]': {
        agents: [agent, { ...agent, id: 22 }, { ...agent, name: 'Other' }],
      },
      'libraries[1].files[0].id is already used by libraries[0].files[0]': {
        libraries: [library, { ...library, id: 14 }],
      },
      'credentials[1].id is already used by credentials[0]': {
        credentials: [credential, { ...credential, token: 'harbor-other' }],
      },
      'connectors[1].name is already used by connectors[0], of the same company': {
        connectors: [connector, { ...connector, id: 8 }],
      },
      'chats[1].id is already used by chats[0]': { chats: [chat, { ...chat, name: 'Other' }] },
    }),
  )('reports: %s', (line, sections) => {
    expect(told(sections)).toEqual([line]);
  });

  it.each([
    [
      { kind: 'stdio', command: 'a', env: { 'A=B': '' } },
      'env["A=B"] is not a valid name of an environment variable',
    ],
    [
      { kind: 'stdio', command: 'a', env_from: { '': 'KEY' } },
      'env_from[""] is not a valid name of an environment variable',
    ],
    [
      { kind: 'stdio', command: 'a', env_from: { KEY: 'sk-1' } },
      'env_from.KEY must match ^[A-Za-z_][A-Za-z0-9_]{0,127}$',
    ],
    [
      { kind: 'http', url: 'http://a/', headers_from: { 'a b': 'KEY' } },
      'headers_from["a b"] is not a valid name of a header',
    ],
    [
      { kind: 'http', url: 'http://a/', headers_from: { Host: 'KEY' } },
      'headers_from.Host is set by the server; remove it',
    ],
    [
      { kind: 'http', url: 'http://a/', token_from: 'KEY', headers_from: { Authorization: 'KEY' } },
      'headers_from.Authorization is set by `token_from`; keep one of them',
    ],
  ])('refuses an unusable name: %j', (transport, line) => {
    expect(told({ connectors: [{ ...connector, transport }] })).toEqual([`connectors[0].transport.${line}`]);
  });

  it('refuses parameters that the server sets itself', () => {
    const provider = {
      kind: 'openai-compatible',
      name: 'local',
      url: 'http://127.0.0.1:11434/v1',
      model: 'm',
    };
    const parameters = { temperature: 0, stream: false };
    const models = [{ ...model, providers: [{ ...provider, parameters }] }, otherModel];
    expect(told({ models })).toEqual([
      'models[0].providers[0].parameters.stream is set by the server; remove it',
    ]);
  });

  it('allows equal ids for different types, and equal connector names in different companies', () => {
    expect(
      told({ agents: [{ ...agent, id: 7 }], connectors: [connector, { ...connector, id: 17, company: 2 }] }),
    ).toEqual([]);
  });

  it('reports a duplicate token without showing it', () => {
    const lines = told({ credentials: [credential, { ...credential, id: 'second' }] });
    expect(lines).toEqual(['credentials[1].token is already used by credentials[0]']);
  });

  it.each<[string, Record<string, unknown>]>([
    [
      'companies[0].default_model is 3, and that model is not an enabled completion model',
      {
        models: [{ ...model, enabled: false }, otherModel],
      },
    ],
    [
      'companies[0].default_model is 3, and that model is not an enabled completion model',
      {
        models: [{ ...model, type: 'embedding' }, otherModel],
      },
    ],
    [
      'skills[0] has level workspace, so it needs a `library`',
      { skills: [{ ...skill, level: 'workspace' }] },
    ],
    [
      'skills[0].library is for level workspace only, and the level is personal',
      { libraries: [library], skills: [{ ...skill, library: 12 }] },
    ],
    [
      'credentials[0].scope is not known here; known are id, token, token_from, token_file, user, scopes, allowlist',
      { credentials: [{ ...credential, scope: [] }] },
    ],
    [
      'models[0].providers[0].key_from must match ^[A-Za-z_][A-Za-z0-9_]{0,127}$',
      {
        models: [
          {
            ...model,
            providers: [
              { kind: 'openai-compatible', name: 'a', url: 'http://a/v1', model: 'm', key_from: 'sk-12' },
            ],
          },
          otherModel,
        ],
      },
    ],
    [
      'credentials[0].token must match ^[A-Za-z0-9._~+/-]{8,512}=*$',
      { credentials: [{ ...credential, token: 'two words' }] },
    ],
    [
      'connectors[0].transport.url must match ^https?://[^\\s/?#@]+(/[^\\s?#]*)?$',
      { connectors: [{ ...connector, transport: { kind: 'http', url: 'http://a:b@c/' } }] },
    ],
    ['agents[0].id must be at least 1', { agents: [{ ...agent, id: 0 }] }],
  ])('refuses this: %s', (line, sections) => {
    expect(told(sections)).toEqual([line]);
  });

  it('gives the line of each problem, in order', () => {
    const lines = readFileSync(new URL('./broken.yaml', import.meta.url), 'utf8');
    const marked = lines.split('\n').flatMap((line, index) => {
      const [, expected] = /# (.*)$/.exec(line) ?? [];
      return expected === undefined ? [] : [`seed.yaml:${index + 1}: ${expected}`];
    });
    expect(marked.length).toBeGreaterThan(3);
    expect(problemsOf(lines)).toEqual(marked);
  });

  it('reports ten problems and counts the others', () => {
    const credentials = Array.from({ length: 150 }, (_, index) => ({
      id: `c${index}`,
      token: `harbor-${index}`,
    }));
    const lines = problemsOf(smallSeed({ credentials }));
    expect(lines).toHaveLength(11);
    expect(lines[9]).toMatch(/^seed\.yaml:\d+: credentials\[9\] has no member `user`, which it needs$/);
    expect(lines[10]).toBe('and 140 more');
  });

  it('throws an error with all problems in its message', () => {
    expect(() => readSeed('seed: 2', 'seed.yaml')).toThrow(
      expect.objectContaining({
        code: 'invalid-seed',
        message: expect.stringMatching(/^seed\.yaml:1: .*\nseed\.yaml:1: seed must be 1$/s),
      }),
    );
  });
});
