import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { referenceProfile } from '../../../generated/reference-profile.js';
import requirements from '../../../generated/requirements.json' with { type: 'json' };
import { basicProfile, ProfileError, readProfile } from '../../../src/conformance/profile/read-profile.ts';
import { planChecks } from '../../../src/conformance/run/plan-run.ts';
import { CHECKS } from '../../../src/conformance/suite/index.ts';

const docs = (page: string) => readFileSync(new URL(`../../../docs/${page}`, import.meta.url), 'utf8');

const sources = {
  environment: { CONVERSATION_API_TOKEN: 'secret-token', HARBOR_MAIN: 'harbor-main' },
  readFile: (path: string) => `token of ${path}\n`,
};

/** Each line has ten times the values of the line before. */
const MULTIPLIED = [1, 2, 3, 4]
  .map(
    (level) =>
      `a${level}: &a${level} [${Array(10)
        .fill(`*a${level - 1}`)
        .join(', ')}]`,
  )
  .reduce((text, line) => `${text}\n${line}`, 'a0: &a0 [1]');

describe('a profile', () => {
  it('may have aliases', () => {
    const text =
      'profile: 1\ntarget: &t http://host\nresources: { agent: &a [21], library: *a }\nheaders: { x: *t }';
    expect(readProfile(text, 'p.yaml', sources)).toMatchObject({
      headers: { x: 'http://host' },
      resources: { library: { ids: [21] } },
    });
  });

  it('keeps ids beyond 2^53, and reads other integers as numbers', () => {
    const text =
      'profile: 1\ntarget: http://host\nresources: { agent: [9007199254740993, 21] }\ntimers: { time_scale: 100 }';
    expect(readProfile(text, 'p.yaml', sources)).toMatchObject({
      resources: { agent: { ids: [9_007_199_254_740_993n, 21] } },
      timers: { timeScale: 100 },
    });
  });

  it('is read as docs/profile.md shows it', () => {
    const [, text = ''] = /```yaml\n([\s\S]*?)```/.exec(docs('profile.md')) ?? [];
    const profile = readProfile(text, 'profile.yaml', sources);
    expect(profile).toMatchObject({
      baseUrl: 'https://conversations.example',
      credentials: { main: { token: 'secret-token' }, second: { token: 'token of second.token' } },
      resources: { agent: { ids: [21, 22] } },
      application: { method: 'POST', headers: { authorization: 'Bearer secret-token' } },
    });
    // If an environment variable is not set, its credential is missing.
    expect(profile.credentials).not.toHaveProperty('no_scope:chat:write');
    expect(profile.scenarios.tool_approval?.body.content).toMatch(/^Please close/);
    expect(Object.keys(profile.scenarios)).toEqual(
      expect.arrayContaining(['agents', 'failover', 'tool_use']),
    );
  });

  it.each([
    ['profile: 2', 'p.yaml:1: profile must be 1'],
    ['profile: 1\ncredentals: {}', 'p.yaml:2: credentals is not known here'],
    ['profile: 1\nresource: {}', 'did you mean resources?'],
    ['profile: 1\nresources: { agent: [] }', 'p.yaml:2: resources.agent must not have fewer items than 1'],
    ['profile: [', 'p.yaml:1: '],
    ['profile: 1\nprofile: 1', 'p.yaml:2: has the key profile twice'],
    ['profile: 1\n---\nprofile: 1', 'p.yaml:2: has a second document; take the line `---` out'],
    ['profile: 1\ntarget: *a', 'p.yaml:2: has an alias *a without an anchor before it'],
    [`a: &a 1\nb: [${'*a,'.repeat(100)}\n  *a]`, 'p.yaml:3: has more than 100 aliases; write the values out'],
    [`a: 1\nb: ${'['.repeat(100_000)}\nc: 2`, 'p.yaml:2: is nested too deeply'],
    [MULTIPLIED, 'p.yaml:5: has aliases that multiply; write the values out'],
    ['['.repeat(20_000), 'p.yaml:1: '],
    ['- }\n'.repeat(250_000), 'p.yaml:1: Unexpected'],
    ['- }\n'.repeat(400_000), 'p.yaml is too large for a profile'],
    ['profile: 1', 'p.yaml has no target'],
    ['profile: 1\ntarget: ftp://host', 'p.yaml: the target is not an http or https URL'],
    ['profile: 1\ntarget: http://host/api/v1/', 'p.yaml: the target ends before /api/v1'],
    [
      'profile: 1\nresources:\n  inactive_agnet: [1]',
      'p.yaml:3: resources.inactive_agnet is not a name that a check uses; did you mean inactive_agent?',
    ],
    [
      'profile: 1\nresources:\n  several_items: [1]',
      'p.yaml:3: resources.several_items was removed in 0.1.0: checks create the items of a list themselves',
    ],
    [
      'profile: 1\nscenarios:\n  xyz: { body: { content: x } }',
      'p.yaml:3: scenarios.xyz is not a name that a check',
    ],
    [
      'profile: 1\ncredentials: { no_scope:chat_write: { token_env: T } }',
      'p.yaml:2: credentials.no_scope:chat_write is not a name that a check uses; did you mean no_scope:chat:write?',
    ],
    [
      'profile: 1\nscenarios: { plan: { body: { content: x }, credential: nobody } }',
      'credentials has no nobody, which the profile refers to elsewhere',
    ],
    [
      'profile: 1\nresources: { 16_agents: [1, 2, 2] }',
      'p.yaml:2: resources.16_agents has 2 of 16 required different ids',
    ],
    [
      "profile: 1\nresources: { citable_reference: ['library:1'] }",
      'cannot hold "library:1"; a citation is written',
    ],
    ['profile: 1\nresources: { attachment_maximum: [lots] }', 'cannot hold "lots"; the ids must be integers'],
    [
      'profile: 1\nfaults: { persistence: { headers: {} } }',
      'p.yaml:2: faults.persistence has neither headers nor',
    ],
    [
      'profile: 1\ntarget: http://host\ncredentials: { second: { token_env: CONVERSATION_API_TOKEN } }',
      'p.yaml: credentials.second has the same token as main; it must have another',
    ],
    ['profile: 1\ntarget: http://host/?tenant=7', 'p.yaml: the target has a query or a fragment'],
    ['profile: 1\ntarget: http://user:password@host', 'p.yaml: the target contains a password'],
    ['profile: 1\ntarget: http://host\ncredentials: { main: {} }', 'p.yaml: credentials.main has neither'],
    ['profile: 1\nrig: { tools: { plan: { name: p } } }', 'p.yaml:2: rig.tools.plan'],
    [
      'profile: 1\ntarget: http://host\nrig: { tools: { plan: { name: p, input: { a: $titel } } } }',
      'p.yaml: rig.tools.plan: there is no "$titel" here; use one of "$title"',
    ],
    ...[
      '@127.0.0.1:47999/x',
      '.evil.example/x',
      '0/x',
      ':47999/x',
      'http://evil.example/x',
      '//evil.example/x',
      '\\\\evil.example',
      '/\t/evil.example',
      '/\\evil.example',
      '/a/../../x',
      '/a/%2E%2e/x',
      '/x#y',
      '',
    ].map((path): [string, string] => [
      `profile: 1\ntarget: http://127.0.0.1\napplication: { path: ${JSON.stringify(path)} }`,
      'p.yaml:3: application.path must',
    ]),
  ])('is refused, and the message gives the position of the problem: %.99j', (text, message) => {
    expect(() => readProfile(text, 'p.yaml', sources)).toThrow(ProfileError);
    expect(() => readProfile(text, 'p.yaml', sources)).toThrow(message);
  });

  it.each([
    ['from the environment', { environment: { CONVERSATION_API_TOKEN: 'one\ntwo' } }, 'main has line breaks'],
    [
      'from the environment, at its end',
      { environment: { CONVERSATION_API_TOKEN: 'one\r\n' } },
      'main has line',
    ],
    ['from --token-file', { token: 'one\ntwo' }, 'main has line breaks'],
    ['from a file of the profile', { token: 'one', readFile: () => 'a\nb\n' }, 'second has line breaks'],
    ['with a control character', { token: 'one\u0000two' }, 'main has characters that a header cannot carry'],
    ['beyond ASCII', { token: 'tökén' }, 'main has characters that a header cannot carry'],
  ])('refuses a token %s that is not a single line', (_what, own, message) => {
    const text = 'profile: 1\ntarget: http://host\ncredentials: { second: { token_file: t } }';
    const read = () => readProfile(text, 'p.yaml', { ...sources, ...own });
    expect(read).toThrow(ProfileError);
    expect(read).toThrow(new RegExp(`^the token of ${message}.*$`));
    expect(read).toThrow(/^(?!.*(one|two))/);
  });

  it('never shows a token in its messages', () => {
    const text = 'profile: 1\ntarget: http://host\ncredentials: { main: { token: secret-token } }';
    expect(() => readProfile(text, 'p.yaml', sources)).toThrow(/^(?!.*secret-token)/);
  });

  it('names the variable that is not set for a missing credential', () => {
    const text = 'profile: 1\ntarget: http://host\ncredentials: { second: { token_env: TOKEN_SECOND } }';
    const profile = readProfile(text, 'p.yaml', sources);
    const selection = { only: ['chats.get.foreign'], skip: [], isFast: false, isLong: false };
    const { leftOut } = planChecks(CHECKS, profile, selection);
    expect(leftOut.map(({ reason }) => reason)).toContain(
      'the profile has no credential:second (TOKEN_SECOND is not set)',
    );
  });

  it.each([
    [
      'a scenario',
      'scenarios: { tool_approval: { body: { content: x }, credential: quiet } }',
      'scenario:tool_approval',
    ],
    ['the application', 'application: { path: /run, credential: quiet }', 'application'],
  ])('treats %s as absent if the variable of its credential is not set', (_, entry, need) => {
    const text = `profile: 1\ntarget: http://host\ncredentials: { quiet: { token_env: TOKEN_QUIET } }\n${entry}`;
    const profile = readProfile(text, 'p.yaml', sources);
    const { checks, leftOut, unmet } = planChecks(CHECKS, profile, {
      only: [],
      skip: [],
      isFast: false,
      isLong: true,
    });
    expect(checks.filter(({ needs }) => needs.includes(need))).toEqual([]);
    expect(unmet).toContain(need);
    const reasons = leftOut.filter(({ check }) => check.needs.includes(need)).map(({ reason }) => reason);
    expect(reasons).not.toEqual([]);
    expect(reasons.filter((reason) => !reason.includes(`${need} (TOKEN_QUIET is not set)`))).toEqual([]);
  });

  it('does not treat an empty file as a token', () => {
    const text = 'profile: 1\ntarget: http://host\ncredentials: { second: { token_file: second.token } }';
    expect(() => readProfile(text, 'p.yaml', { ...sources, readFile: () => ' \n' })).toThrow(
      /second.token is empty/,
    );
  });

  it('gives the application the token of main, whatever its source', () => {
    const text = 'profile: 1\ntarget: http://host\napplication: { path: /run, credential: main }';
    expect(readProfile(text, 'p.yaml', sources).application?.headers).toEqual({
      authorization: 'Bearer secret-token',
    });
  });

  it('needs only a URL and a token', () => {
    expect(basicProfile({ ...sources, target: 'http://host/base/' })).toMatchObject({
      baseUrl: 'http://host/base',
      credentials: { main: { token: 'secret-token' } },
      timers: { timeScale: 1 },
    });
    expect(() => basicProfile({ ...sources, environment: {}, target: 'http://host' })).toThrow(
      /CONVERSATION_API_TOKEN/,
    );
  });
});

describe('docs/conformance.md', () => {
  it('explains every name that the statements and the reference profile use', () => {
    const needs = new Set(
      requirements.requirements.flatMap((row) => ('needs' in row ? (row.needs ?? []) : [])),
    );
    const page = docs('conformance.md');
    const unexplained = [...needs].filter((need) => {
      const [kind = '', ...name] = need.split(':');
      if (['wait', 'application'].includes(kind) || need === 'credential:none') return false;
      const shown = name[0] === 'no_scope' || name[0] === 'only_scope' ? `${name[0]}:X` : name.join(':');
      return !page.includes(`\`${shown}\``);
    });
    expect(unexplained).toEqual([]);
  });

  it('is followed by the profile of the reference server', () => {
    const profile = readProfile(referenceProfile, 'reference.yaml', { ...sources, target: 'http://host' });
    const page = docs('conformance.md');
    const names = [profile.resources, profile.scenarios, profile.faults].flatMap((part) => Object.keys(part));
    const unexplained = names.filter((name) => !page.includes(`\`${name}\``));
    expect(unexplained).toEqual([]);
  });
});
