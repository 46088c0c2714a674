import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { XMLValidator } from 'fast-xml-parser';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { repositoryRoot } from '../../scripts/test/environment.ts';
import { ALL_BREAKAGES } from '../../src/alterations/breakages/index.ts';
import { rewriteWhole } from '../../src/alterations/decorators/rewrite-whole.ts';
import { VARIANTS } from '../../src/alterations/variants/index.ts';
import type { ComparisonReport } from '../../src/conformance/comparison/report.ts';
import type { Decorator } from '../../src/reference/ports.ts';
import { assemble } from '../../src/reference/start.ts';
import { PROFILE, stubTokens } from './reference-run.ts';
import { runInProcess } from './run-in-process.ts';

const FORMAT = resolve(repositoryRoot, 'spec/formats/comparison.schema.json');
const servers: Awaited<ReturnType<typeof assemble>>[] = [];
let sound: string;

async function serve(...decorators: readonly Decorator[]): Promise<string> {
  const server = await assemble({ faults: true, decorators });
  servers.push(server);
  return server.url;
}

const altered = (...ids: readonly string[]) =>
  serve(...[...ALL_BREAKAGES, ...VARIANTS].filter(({ id }) => ids.includes(id)));

beforeAll(async () => {
  sound = await serve();
});
afterAll(() => Promise.all(servers.map((server) => server.close())));
beforeEach(stubTokens);

function compare(other: string, ...args: readonly string[]) {
  return runInProcess(['check', sound, '--against', other, '--profile', PROFILE, ...args]);
}

describe('check --against', () => {
  it('finds no difference between two equal servers', async () => {
    const { code, stdout } = await compare(await serve(), '--only', 'chats,skills', '--fast');
    expect(stdout).toMatch(/^no difference; \d{3,} answers compared, \d+ without a counterpart$/m);
    expect(code).toBe(0);
  });

  it('distinguishes a violation, another reading and an unexplained difference', async () => {
    const other = await altered('usage.prompt-tokens.integer/null', 'A-118=no-member');
    const { code, stdout } = await compare(
      other,
      '--only',
      'skills.create,turns.members.blocking',
      '--reporter',
      'json',
    );
    const report = JSON.parse(stdout) as ComparisonReport;
    const isInFormat = new Ajv2020({ strict: true, strictRequired: false }).compile(
      JSON.parse(readFileSync(FORMAT, 'utf8')),
    );
    isInFormat(report);
    expect(isInFormat.errors).toBeNull();
    expect(code).toBe(1);
    expect(report.servers.map(({ target, verdict }) => [target, verdict])).toEqual([
      [sound, 'conformant'],
      [other, 'nonconformant'],
    ]);
    const kinds = new Map(report.differences.map((each) => [`${each.operation} ${each.place}`, each]));
    expect(kinds.get('createSkill data.icon')).toMatchObject({
      kind: 'reading',
      one: 'an empty text',
      readings: [{ point: 'A-118', one: 'empty-string', other: 'no-member' }],
    });
    expect(kinds.get('createSkill data.icon')?.elsewhere).toContain('getSkill data.icon');
    const violations = report.differences.filter(({ kind }) => kind === 'violation');
    expect(violations.flatMap((each) => each.violations)).toContainEqual({
      requirement: 'usage.prompt-tokens.integer',
      server: 1,
    });
  });

  it('shows both sides of each difference, and how to reproduce it', async () => {
    const other = await altered('A-118=no-member');
    const { stdout } = await compare(other, '--only', 'skills.create');
    expect(stdout).toContain(
      [
        '  createSkill data.icon',
        '    A: an empty text',
        '    B: absent',
        '    A-118: A empty-string, B no-member',
      ].join('\n'),
    );
    expect(stdout).toMatch(/conversation-api check \S+ --against \S+ --profile \S+ --only skills\.create/);
    expect(stdout).not.toContain('harbor-main');
  });

  it('counts another reading of an open point as a difference, also if the answers look alike', async () => {
    const other = await altered('A-88=unlisted', 'A-89=unlisted');
    const { code, stdout } = await compare(other, '--only', 'A-88,A-89', '--fast');
    expect(stdout).toContain('    A-88: A pending, B unlisted');
    expect(stdout).toMatch(/A-89: A error, B unlisted/);
    expect(code).toBe(1);
  });

  it('shows payloads in an envelope as one difference, with what may follow behind it', async () => {
    const wrapping = rewriteWhole((value) => ({ result: value }));
    const other = await serve({ exchange: wrapping });
    const { stdout } = await compare(other, '--only', 'chats.create,turns.members', '--fast');
    expect(stdout.match(/^ {4}A: .*\n {4}B: .*/gm)).toEqual(['    A: itself\n    B: in "result"']);
    expect(stdout).toMatch(/^1 difference \(1 violation\), and \d+ that may follow; /m);
  });

  it('prints with --plan what it would send to both servers', async () => {
    const { code, stdout } = await compare('http://127.0.0.1:1', '--only', 'chats.create', '--plan');
    expect(stdout).toMatch(/^run {6}chats\.create {2}\(1 chat\)$/m);
    expect(stdout).toMatch(/^twice at the first server and once at the second: about \d+ chats; /m);
    expect(code).toBe(0);
  });

  it('writes every form, with the turns and exchanges that were sent', async () => {
    const other = await altered('A-118=no-member');
    const written = (...more: readonly string[]) => compare(other, '--only', 'skills.create', ...more);
    const sent = /B {2}\S+ {2}conformant; 0 turns and \d+ exchanges in 1 run/;
    expect((await written()).stdout).toMatch(sent);
    const { stdout: junit } = await written('--reporter', 'junit');
    expect(XMLValidator.validate(junit)).toBe(true);
    expect(junit).toMatch(/<testcase classname="reading" name="createSkill data\.icon"><failure /);
    expect(junit).toMatch(sent);
    const { stdout: html } = await written('--reporter', 'html');
    expect(html).toMatch(/<h3><code>createSkill data\.icon<\/code><\/h3><pre>A: an empty text\nB: absent/);
    expect(html).toMatch(sent);
    const { stdout: github } = await written('--reporter', 'github');
    expect(github).toMatch(
      /^::warning title=createSkill data\.icon::A%3A an empty text%0A|^::warning title=createSkill data\.icon::A: an/m,
    );
    expect(github).toMatch(sent);
    expect((await written('--reporter', 'badge')).stdout).toMatch(/<title>conversation-api: \d+ difference/);
  });

  it('folds the same difference of several operations', async () => {
    const other = await altered('A-118=no-member');
    const { stdout } = await compare(other, '--only', 'skills.create,skills.update', '--fast');
    expect(stdout.match(/^ {2}\S+Skill .*data\.icon$/gm)).toHaveLength(1);
    expect(stdout).toContain('also getSkill data.icon');
  });

  it('masks a token before it cuts the text in which a server repeats the token', async () => {
    const other = await serve({
      exchange: (sound) => async (request) => {
        const answer = await sound(request);
        const word = `\u009b${'x'.repeat(190)} ${request.header('authorization')}`;
        return 'body' in answer && answer.status === 404
          ? { ...answer, body: { message_code: word } }
          : answer;
      },
    });
    const { stdout } = await compare(other, '--only', 'chats.get.missing', '--reporter', 'json');
    expect(stdout).toContain('xxxx Bearer *');
    expect(stdout).not.toContain('harbor-');
    expect(stdout).toContain('\\u009bxxxx');
  });

  it.each([
    [['--repeat', '2'], /--repeat cannot be used with --against/],
    [['--reporter', 'summary'], /--reporter cannot be "summary"/],
    [
      ['--only', 'chats.create', '--skip', 'chats'],
      /no check can run against both servers|nothing is selected/,
    ],
  ])('refuses %j', async (args, message) => {
    const ran = await compare(sound, ...args);
    expect(ran).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(message) });
  });

  it('names the server that does not answer', async () => {
    const { url, close } = await assemble({});
    await close();
    const ran = await compare(url, '--only', 'chats.create');
    expect(ran).toMatchObject({ code: 4, stdout: '' });
    expect(ran.stderr).toContain(`${url}: the target cannot be reached`);
  });
});
