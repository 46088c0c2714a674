import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { repositoryRoot } from '../../scripts/test/environment.ts';
import { startReferenceServer } from '../../src/alterations/index.ts';
import { PROFILE, stubTokens } from './reference-run.ts';
import { type Ran, runInProcess } from './run-in-process.ts';
import { makeWorkspace } from './workspace.ts';

/** What the server breaks in each of five nights. */
const FLAKY = 'lists.meta.size/type';
const MENDED = 'lists.meta.page/type';
const NEW = 'lists.meta.total/absent';
const RENAMED = 'usage.counters.not-negative';
const NIGHTS = [
  [FLAKY, MENDED, RENAMED],
  [MENDED, RENAMED],
  [FLAKY, RENAMED],
  [RENAMED],
  [FLAKY, NEW, RENAMED],
];

/** The nights have one target. */
let port = 0;
const workspace = makeWorkspace();
const history = workspace.path('history.json');
const entry = (id: string, more: object = {}) => ({ id, reason: 'T-1', expires: '2026-12-31', ...more });
/** The list of a night. After the third, the entry that is mended is taken off. */
const listOf = (night: number) =>
  workspace.write(
    'known.json',
    JSON.stringify({
      known_failures: [
        entry('lists.meta.size', { flaky: true, highest_rate: 0.9 }),
        ...(night < 3 ? [entry('lists.meta.page')] : []),
        entry('usage.counters.snake-case-integers'),
      ],
    }),
  );

/** One night: the server is another one each time, and the day is the next one. */
async function run(breakages: readonly string[], night: number): Promise<Ran> {
  vi.setSystemTime(`2026-11-${26 + night}T02:00:00Z`);
  const server = await startReferenceServer({ port, log: 'none', faults: true, breakages });
  port = Number(new URL(server.url).port);
  try {
    return await runInProcess([
      'check',
      server.url,
      '--profile',
      PROFILE,
      '--only',
      'lists.meta,turns.pairs.all',
      '--known-failures',
      listOf(night),
      '--remember',
      history,
      '--reporter',
      `json=${workspace.path('report.json')}`,
    ]);
  } finally {
    await server.close();
  }
}

/** What a night says of the known failures and of the history. */
const saidIn = ({ stderr }: Ran) =>
  stderr
    .split('\n')
    .filter((line) => /^(known failures|stale|renamed|not listed|too often|history)/.test(line))
    .map((line) => line.replaceAll(workspace.root, '.'));

describe('five nights', () => {
  const ran: Ran[] = [];

  beforeAll(async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    stubTokens();
    for (const [night, breakages] of NIGHTS.entries()) ran.push(await run(breakages, night));
  }, 120_000);
  afterAll(() => {
    vi.useRealTimers();
    vi.unstubAllEnvs();
  });

  it('fail for an entry that is stale or missing, and never for a flaky or a renamed one', () => {
    expect(ran.map(({ code }) => code)).toEqual([0, 0, 1, 0, 1]);
    const renamed =
      'renamed: usage.counters.snake-case-integers is usage.counters.not-negative since 0.1.0; write the new name in the list';
    expect(ran.map(saidIn)).toEqual([
      [
        'known failures: 3 as listed, 0 not listed, 0 not exercised',
        renamed,
        'history in ./history.json: not worse; 0 new, 4 failing, 0 flaky, 0 mended',
      ],
      [
        'known failures: 2 as listed, 0 not listed, 0 not exercised, 1 flaky and met',
        renamed,
        'history in ./history.json: not worse; 0 new, 3 failing, 0 flaky, 1 mended',
      ],
      [
        'known failures: 2 as listed, 0 not listed, 0 not exercised',
        'stale: lists.meta.page is listed and was met; take it off the list',
        renamed,
        'history in ./history.json: not worse; 0 new, 2 failing, 1 flaky, 1 mended',
      ],
      [
        'known failures: 1 as listed, 0 not listed, 0 not exercised, 1 flaky and met',
        renamed,
        'history in ./history.json: not worse; 0 new, 2 failing, 1 flaky, 1 mended',
      ],
      [
        'known failures: 2 as listed, 1 not listed, 0 not exercised',
        renamed,
        'not listed: lists.meta.total',
        'history in ./history.json: worse: lists.meta.total; 1 new, 2 failing, 1 flaky, 1 mended',
      ],
    ]);
  });

  it('are shown as text', async () => {
    const { code, stdout } = await runInProcess(['history', history]);
    expect(code).toBe(0);
    expect(stdout.replaceAll(/http:[^\s,]+/g, 'URL')).toBe(`5 runs against URL, 2026-11-26 to 2026-11-30

New: 1 requirement
  ▁▁▁▁█  lists.meta.total              new in the last run; met in 4 before

Failing: 2 requirements
  ▄▄▄▄▄  usage.counters.not-negative   violated in 5 of 5 runs, since 2026-11-26 or before
  ▄▄▄▄▄  usage.values.same-in-history  violated in 5 of 5 runs, since 2026-11-26 or before

Flaky: 1 requirement
  █▁█▁█  lists.meta.size               violated in 3 of 5 runs, first on 2026-11-26 or before

Mended: 1 requirement
  ██▁▁▁  lists.meta.page               met since 2026-11-28; violated in 2 of 5 runs

worse: lists.meta.total; 1 new, 2 failing, 1 flaky, 1 mended
`);
  });

  it('are shown as JSON and HTML', async () => {
    const [json, html] = [workspace.path('nights.json'), workspace.path('nights.html')];
    const shown = await runInProcess(['history', history, '--reporter', `json=${json},html=${html}`]);
    expect(shown.code).toBe(0);
    const report = JSON.parse(readFileSync(json, 'utf8'));
    const format = readFileSync(resolve(repositoryRoot, 'spec/formats/history-report.schema.json'), 'utf8');
    const isInFormat = new Ajv2020({ strict: true, strictRequired: false }).compile(JSON.parse(format));
    isInFormat(report);
    expect(isInFormat.errors).toBeNull();
    expect(report.requirements[0]).toEqual({
      id: 'lists.meta.total',
      kind: 'new',
      since: '2026-11-30T02:00:00.000Z',
      isOlder: false,
      violated: 1,
      judged: 5,
      isWorse: true,
      outcomes: 'ppppf',
    });
    expect(readFileSync(html, 'utf8').match(/<svg /g)).toHaveLength(6);
  });

  it('fit into a small file, which the next run reads', () => {
    expect(statSync(history).size).toBeLessThan(10_000);
    expect(Object.keys(JSON.parse(readFileSync(history, 'utf8')).outcomes)).toContain('lists.meta.total');
  });
});

describe('an entry for one operation', () => {
  it('does not hide the same violation at another', async () => {
    stubTokens();
    const broken = ['chats.name.string-or-null/type'];
    const server = await startReferenceServer({ port: 0, log: 'none', faults: true, breakages: broken });
    const check = async (...places: readonly string[]) => {
      const list = ['chats.create.name', 'chats.update.name'].map((id) => entry(id));
      const known_failures = [
        ...list,
        ...places.map((place) => entry('chats.name.string-or-null', { place })),
      ];
      const file = workspace.write('places.json', JSON.stringify({ known_failures }));
      const flags = ['--profile', PROFILE, '--only', 'requests.updateChat.name', '--known-failures', file];
      return runInProcess(['check', server.url, ...flags, '--reporter', 'json']);
    };
    try {
      const { code, stderr } = await check('getChat', 'createChat');
      expect(code).toBe(1);
      expect(stderr).toMatch(
        /^not listed: chats\.name\.string-or-null at updateChat, requests\.updateChat\.name/m,
      );
      const all = await check('getChat', 'createChat', 'updateChat');
      expect(all.stderr).not.toContain('not listed: chats.name.string-or-null');
    } finally {
      await server.close();
      vi.unstubAllEnvs();
    }
  });
});

describe('check --remember', () => {
  const check = (...args: readonly string[]) =>
    runInProcess(['check', 'http://127.0.0.1:9', ...args, '--fast']);

  it.each([
    ['no JSON', 'history: 1', 'is not JSON; name a file that --remember wrote'],
    ['another file', '{"requirements":[]}', 'the history has no member `history`, which it needs'],
  ])('refuses %s before anything runs, in one line', async (_, text, message) => {
    const file = workspace.write('bad.json', text);
    vi.stubEnv('CONVERSATION_API_TOKEN', 'hunter2-hunter2');
    const { code, stderr, stdout } = await check('--remember', file);
    vi.unstubAllEnvs();
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr.trimEnd().split('\n')).toEqual([expect.stringContaining(message)]);
  });

  it.each([
    [['--shard', '1/2'], '--remember cannot be used with --shard'],
    [['--watch'], '--remember and --watch cannot be combined'],
    [['--against', 'http://127.0.0.1:10'], '--remember cannot be used with --against'],
  ])('refuses %j', async (flags, message) => {
    const { code, stderr } = await check('--remember', workspace.path('new.json'), ...flags);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(message) });
  });
});
