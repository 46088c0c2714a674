import { readFileSync, statSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { useEchoingServer } from '../conformance/run/echoing-server.ts';
import { runInProcess } from './run-in-process.ts';
import { makeWorkspace, recording } from './workspace.ts';

const TOKEN = 'hunter2-hunter2';
const files = makeWorkspace();
const server = useEchoingServer();
const token = files.write('token', `${TOKEN}\n`);

interface Row {
  readonly id: string;
  readonly status: string;
}

/** Runs the checks for a few requirements that the server breaks. */
const check = (...flags: readonly string[]) =>
  runInProcess([
    'check',
    server.url,
    '--token-file',
    token,
    '--only',
    'catalog.get.exists',
    '--fast',
    ...flags,
  ]);
const readRows = (file: string): Row[] => JSON.parse(readFileSync(file, 'utf8')).requirements;

let failed: string[];

beforeAll(async () => {
  const ran = await check('--reporter', 'json', '--output', files.path('first.json'));
  expect(ran.code).toBe(1);
  failed = readRows(files.path('first.json')).flatMap(({ id, status }) => (status === 'failed' ? id : []));
});

describe('check --reporter', () => {
  it('writes several reports at once, without the token and readable only by their owner', async () => {
    const forms = ['json', 'junit', 'html', 'github', 'badge', 'pretty'];
    const places = forms.map((form) => `${form}=${files.path(`report.${form}`)}`);
    const ran = await check('--reporter', [...places, 'github'].join(','));
    expect(ran.stdout).toMatch(/^::error title=Conformance::nonconformant, live: /);
    for (const form of forms) {
      const text = readFileSync(files.path(`report.${form}`), 'utf8');
      expect(text).toContain('nonconformant');
      expect(text).not.toContain(TOKEN);
      expect(statSync(files.path(`report.${form}`)).mode & 0o777).toBe(0o600);
    }
    expect(ran.stdout + ran.stderr).not.toContain(TOKEN);
  });

  it('refuses a file that it cannot write before the run starts', async () => {
    files.write('plain-file', '');
    const ran = await check('--reporter', `json=${files.path('plain-file/report.json')}`);
    expect(ran).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('is a file; name a folder'),
    });
  });
});

it.each([
  ['of a target', () => [server.url, '--token-file', token, '--only', 'catalog.get.exists', '--fast']],
  ['of a recording', () => [recording('broken/step-timestamp-epoch.sse')]],
])('check --docs links the findings %s to the portal', async (_, target) => {
  const places = `json=${files.path('linked.json')},html=${files.path('linked.html')}`;
  const ran = await runInProcess([
    'check',
    ...target(),
    '--reporter',
    places,
    '--docs',
    'https://docs.example',
  ]);
  expect(ran.code).toBe(1);
  const rows = JSON.parse(readFileSync(files.path('linked.json'), 'utf8')).requirements as {
    id: string;
    findings: { docs?: string }[];
  }[];
  const violated = rows.filter(({ findings }) => findings.length > 0);
  expect(violated.length).toBeGreaterThan(0);
  const html = readFileSync(files.path('linked.html'), 'utf8');
  for (const { id, findings } of violated) {
    const page = `https://docs.example/requirements/${id}/`;
    for (const { docs } of findings) expect(docs).toBe(page);
    expect(html).toContain(`href="${page}"`);
  }
});

describe('check --known-failures', () => {
  const list = (ids: readonly string[], expires = '2999-12-31') =>
    files.write(
      'known.yaml',
      JSON.stringify({ known_failures: ids.map((id) => ({ id, reason: 'T-1', expires })) }),
    );

  it('keeps the verdict, and exits with 0 when every violation is listed', async () => {
    const ran = await check('--known-failures', list(failed));
    expect(ran.stdout.trimEnd().split('\n').at(-1)).toMatch(/^nonconformant, live: /);
    expect(ran.stderr).toContain(`known failures: ${failed.length} as listed, 0 not listed`);
    expect(ran.code).toBe(0);
  });

  it('exits with 1 when a violation is not listed or its entry has expired', async () => {
    expect((await check('--known-failures', list(failed.slice(1)))).code).toBe(1);
    expect((await check('--known-failures', list(failed, '2020-01-01'))).code).toBe(1);
  });

  it('exits with 2 for an invalid list, before anything runs', async () => {
    const ran = await check('--known-failures', list(['no.such.row']));
    expect(ran).toMatchObject({ code: 2, stdout: '' });
  });
});

describe('check --shard and merge', () => {
  it('together find what a whole run finds', async () => {
    const parts = ['1/2', '2/2'].map((shard) => ({ shard, file: files.path(`${shard[0]}.json`) }));
    for (const { shard, file } of parts) await check('--shard', shard, '--reporter', `json=${file}`);
    const merged = files.path('merged.json');
    const ran = await runInProcess([
      'merge',
      ...parts.map(({ file }) => file),
      '--reporter',
      `json=${merged}`,
    ]);
    expect(ran.code).toBe(1);
    const statuses = (file: string) => readRows(file).map(({ id, status }) => `${id} ${status}`);
    expect(statuses(merged)).toEqual(statuses(files.path('first.json')));
    expect((await runInProcess(['diff', files.path('first.json'), merged])).code).toBe(0);
    const [one] = parts;
    const alone = await runInProcess(['merge', one?.file ?? '']);
    expect(alone.stdout).toContain('incomplete: part 2 of 2 is missing');
  });

  it.each([['0/2'], ['3/2'], ['1'], ['a/b']])('refuses --shard %s', async (shard) => {
    expect(await check('--shard', shard)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--shard'),
    });
  });
});
