import { describe, expect, it } from 'vitest';
import { scopes } from '../../../generated/scopes.js';
import { readSmall } from '../seed/small-seed.ts';

const model = { company: 1, name: 'Kestrel', code: 'kestrel' };
const other = { id: 11, company: 2, name: 'Wick', code: 'wick' };

describe('an omitted part of a seed', () => {
  const directory = readSmall({
    agents: [{ id: 21, company: 1, name: 'Analyst', instructions: 'Count.' }],
    skills: [{ id: 41, user: 300, name: 'House tone', instructions: 'Be brief.' }],
    chats: [{ id: 'a94e7b12-5f60-4d38-8c1b-0e7d3f5a2961', user: 300 }],
  });

  it('gets the defaults of the format', () => {
    expect(directory.limits).toEqual({ attachments: 50, keyRetentionHours: 24 });
    expect(directory.companies.get(1)).toEqual({
      id: 1,
      name: 'Harbor Books',
      defaultModelId: 3,
      agentsEnabled: true,
    });
    expect(directory.models.get(3)).toEqual({
      id: 3,
      companyId: 1,
      name: 'Kestrel',
      code: 'kestrel',
      type: 'completion',
      enabled: true,
      tools: true,
      providers: [{ kind: 'scripted', name: 'scripted' }],
    });
    expect(directory.agents.get(21)).toEqual({
      id: 21,
      companyId: 1,
      name: 'Analyst',
      description: '',
      tag: null,
      instructions: 'Count.',
      state: 'active',
    });
    expect(directory.skills).toEqual([
      {
        id: 41,
        companyId: 1,
        userId: 300,
        name: 'House tone',
        description: '',
        instructions: 'Be brief.',
        icon: '',
        level: 'personal',
        visibility: 'public',
        workspaceId: null,
        sharedUserIds: [],
        isActive: true,
      },
    ]);
    expect(directory.chats).toEqual([
      {
        id: 'a94e7b12-5f60-4d38-8c1b-0e7d3f5a2961',
        userId: 300,
        name: null,
        permissionMode: 'manual',
        turns: [],
      },
    ]);
    expect([directory.libraries.size, directory.files.size, directory.connectors.size]).toEqual([0, 0, 0]);
  });

  it('does not restrict a credential', () => {
    expect(directory.credentials.get('main')).toEqual({
      id: 'main',
      userId: 300,
      scopes: new Set(scopes),
      allowed: {},
    });
  });
});

describe('a declared part of a seed', () => {
  it('restricts a credential to the named scopes and resources, or to none if the list is empty', () => {
    const { credentials } = readSmall({
      libraries: [{ id: 12, company: 1, name: 'Store policies' }],
      credentials: [
        {
          id: 'main',
          token: 'harbor-main',
          user: 300,
          scopes: ['chat:read'],
          allowlist: { libraries: [12], agents: [] },
        },
      ],
    });
    expect(credentials.get('main')).toMatchObject({
      scopes: new Set(['chat:read']),
      allowed: { library: new Set([12]), agent: new Set() },
    });
    expect(Object.keys(credentials.get('main')?.allowed ?? {})).toEqual(['library', 'agent']);
  });

  it.each([
    [
      { kind: 'openai-compatible', name: 'a', url: 'http://127.0.0.1:11434/v1//', model: 'm' },
      {
        kind: 'openai-compatible',
        name: 'a',
        url: 'http://127.0.0.1:11434/v1',
        model: 'm',
        idleTimeout: 60_000,
        hasStreamOptions: true,
        parameters: {},
      },
    ],
    [
      {
        kind: 'openai-compatible',
        name: 'a',
        url: 'https://a.example/v1',
        model: 'm',
        key_from: 'A_KEY',
        idle_timeout_seconds: 1.5,
        stream_options: 'off' as const,
        parameters: { max_tokens: 5 },
      },
      {
        kind: 'openai-compatible',
        name: 'a',
        url: 'https://a.example/v1',
        model: 'm',
        keyFrom: 'A_KEY',
        idleTimeout: 1500,
        hasStreamOptions: false,
        parameters: { max_tokens: 5 },
      },
    ],
  ])('becomes a provider: %j', (declared, provider) => {
    const { models } = readSmall({ models: [{ ...model, id: 3, providers: [declared] }, other] });
    expect(models.get(3)?.providers).toEqual([provider]);
  });

  it.each([
    [{ kind: 'in-process' }, { kind: 'in-process' }],
    [
      { kind: 'stdio', command: 'tool' },
      { kind: 'stdio', command: 'tool', args: [] },
    ],
    [
      { kind: 'http', url: 'http://a/mcp' },
      { kind: 'http', url: 'http://a/mcp' },
    ],
    [
      { kind: 'http', url: 'http://a/mcp', token_from: 'TOKEN' },
      { kind: 'http', url: 'http://a/mcp', tokenFrom: 'TOKEN' },
    ],
    [
      { kind: 'unconnected', tools: [{ name: 'list', description: 'Lists.' }] },
      { kind: 'unconnected', tools: [{ name: 'list', description: 'Lists.' }] },
    ],
  ])('becomes a transport: %j', (declared, transport) => {
    const { connectors } = readSmall({
      connectors: [
        { id: 7, company: 1, users: [300], name: 'desk', display_name: 'Desk', transport: declared },
      ],
    });
    expect(connectors.get(7)).toEqual({
      id: 7,
      companyId: 1,
      userIds: new Set([300]),
      name: 'desk',
      displayName: 'Desk',
      transport,
    });
  });

  it('switches incognito mode on if it is set', () => {
    const companies = [
      { id: 1, name: 'A', default_model: 3, incognito: {}, agents_enabled: false },
      { id: 2, name: 'B', default_model: 11, incognito: { terms: ['Solberg'] } },
    ];
    const directory = readSmall({ companies });
    expect([...directory.companies.values()]).toMatchObject([
      { agentsEnabled: false, incognito: { terms: [] } },
      { agentsEnabled: true, incognito: { terms: ['Solberg'] } },
    ]);
  });
});

describe('credentialOf', () => {
  const directory = readSmall();

  it('finds the credential of a token', () => {
    expect(directory.credentialOf('harbor-main')).toBe(directory.credentials.get('main'));
  });

  it.each(['', 'main', 'harbor-mai', 'harbor-main ', 'HARBOR-MAIN', '__proto__', '\ud800'])(
    'finds none for %j',
    (token) => {
      expect(directory.credentialOf(token)).toBeUndefined();
    },
  );
});
