import { readFileSync, statSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type ReferenceServer, startReferenceServer } from '../../src/alterations/index.ts';
import { readProfile } from '../../src/conformance/profile/read-profile.ts';
import { CHECKS } from '../../src/conformance/suite/index.ts';
import { openRawTarget, respond } from '../conformance/run/raw-target.ts';
import { runInProcess } from './run-in-process.ts';
import { makeWorkspace } from './workspace.ts';

const files = makeWorkspace();
let server: ReferenceServer;
beforeAll(async () => {
  server = await startReferenceServer();
});
afterAll(() => server.close());
beforeEach(() => {
  vi.stubEnv('CONVERSATION_API_TOKEN', 'harbor-main');
});
afterEach(() => vi.unstubAllEnvs());

const sources = { environment: { CONVERSATION_API_TOKEN: 'harbor-main' }, readFile: () => '' };

describe('init', () => {
  it('writes a valid profile with the ids of the catalog and without the token', async () => {
    const { code, stdout, stderr } = await runInProcess(['init', server.url]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).not.toContain('harbor-main');
    const { baseUrl, resources } = readProfile(stdout, 'first.yaml', sources);
    expect(baseUrl).toBe(server.url);
    expect(resources.agent?.ids.slice(0, 2)).toEqual([21, 22]);
    expect(resources.library?.ids).toContain(12);
    expect(resources.connector?.ids).toContain(7);
    expect(resources.two_models?.ids).toHaveLength(2);
  });

  it('writes commented entries that are valid once uncommented', async () => {
    const { stdout } = await runInProcess(['init', server.url]);
    const [, ...lines] = stdout.split('\n');
    const uncommented = lines.join('\n').replaceAll(/^( *)# ( *\S+:.*| {2,}- .*)$/gm, '$1$2');
    const { resources, scenarios, faults } = readProfile(uncommented, 'first.yaml', sources);
    expect(Object.keys(resources)).toContain('foreign_company_user');
    expect(Object.keys(scenarios)).toEqual(expect.arrayContaining(['tool_approval', 'agents']));
    expect(faults).toHaveProperty('persistence');
  });

  it('writes to a file that only its owner can read', async () => {
    const output = files.path('profile.yaml');
    expect(await runInProcess(['init', server.url, '--output', output])).toMatchObject({
      code: 0,
      stdout: '',
    });
    expect(readFileSync(output, 'utf8')).toMatch(
      /^# yaml-language-server: \$schema=\S+profile\.schema\.json\n# What the conformance suite may use/,
    );
    expect(statSync(output).mode & 0o777).toBe(0o600);
  });

  it('never overwrites a profile, which may have been edited by hand', async () => {
    const output = files.write('mine.yaml', 'profile: 1\n');
    const ran = await runInProcess(['init', server.url, '--output', output]);
    expect(ran).toMatchObject({ code: 2, stderr: expect.stringMatching(/mine\.yaml already exists/) });
    expect(readFileSync(output, 'utf8')).toBe('profile: 1\n');
  });

  it('names exactly what the checks need', async () => {
    const { stdout } = await runInProcess(['init', server.url]);
    const needs = new Set(CHECKS.flatMap((check) => check.needs));
    const unnamed = [...needs]
      .map((need) => need.slice(need.indexOf(':') + 1))
      .filter((name) => !['none', '15s', '110s', '30min'].includes(name) && !stdout.includes(`${name}:`));
    expect(unnamed).toEqual([]);
    expect(stdout).toContain('only_scope:chat:write');
    expect(stdout).not.toContain('only_scope:chat:read');
  });

  it('takes only numbers from a hostile catalog', async () => {
    const evil = '1]\nheaders: { x: y }\n\u001b[2J';
    const data = {
      models: [{ id: evil }, { id: 1.5 }, null],
      agents: evil,
      libraries: [{ id: 12, name: evil }],
    };
    const target = await openRawTarget((socket) => respond(socket, 200, JSON.stringify({ data })));
    const { stdout } = await runInProcess(['init', target.url]);
    await target.close();
    expect(readProfile(stdout, 'first.yaml', sources)).toMatchObject({
      headers: {},
      resources: { library: { ids: [12] } },
    });
    expect(stdout).not.toContain('x: y');
  });

  it.each([
    ['no URL', [], 2, /init needs one URL/],
    ['a URL with another scheme', ['ftp://host'], 2, /"ftp:\/\/host" is not a URL; it must begin with http/],
    ['a URL without its scheme', ['localhost:4010'], 2, /did you mean http:\/\/localhost:4010\?$/m],
    [
      'a token file that does not exist',
      ['http://host', '--token-file', 'none'],
      2,
      /--token-file none cannot be read/,
    ],
    [
      'a folder that is a file',
      ['http://host', '--output', 'package.json/p.yaml'],
      2,
      /is a file; name a folder/,
    ],
    ['nobody there', ['http://127.0.0.1:1'], 4, /cannot be reached/],
  ])('explains what is wrong with %s', async (_, args, code, message) => {
    const ran = await runInProcess(['init', ...args]);
    expect(ran).toMatchObject({ code, stdout: '', stderr: expect.stringMatching(message) });
  });

  it('reports that the answer is not a catalog', async () => {
    const target = await openRawTarget((socket) => respond(socket, 200, '{"ok":true}'));
    const ran = await runInProcess(['init', target.url]);
    await target.close();
    expect(ran).toMatchObject({ code: 4, stderr: expect.stringMatching(/with 200 and without a catalog/) });
  });

  it('names the program that answers in place of the API', async () => {
    const target = await openRawTarget((socket) =>
      respond(socket, 200, '<html><title>Shop</title>', { 'content-type': 'text/html' }),
    );
    const ran = await runInProcess(['init', target.url]);
    await target.close();
    expect(ran).toMatchObject({ code: 4, stderr: expect.stringMatching(/with 200, the web page "Shop"/) });
  });

  it('exits with 2 when the server refuses the token, as its help says', async () => {
    vi.stubEnv('CONVERSATION_API_TOKEN', 'nobody');
    const ran = await runInProcess(['init', server.url]);
    expect(ran).toMatchObject({ code: 2, stderr: expect.stringMatching(/does not accept the token/) });
  });
});
