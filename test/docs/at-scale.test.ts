import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { repositoryRoot, testEnvironment } from '../../scripts/test/environment.ts';
import { readFences } from './fence.ts';

const pathOf = (name: string) => resolve(repositoryRoot, name);
const read = (name: string) => readFileSync(pathOf(name), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'at-scale-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Twelve recordings, one of which is not conformant. */
const TOTAL = /nonconformant, recording: 12 inputs \(11 conformant, 1 nonconformant\)/;

beforeEach(() => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'bin'), { recursive: true });
  mkdirSync(join(folder, 'recordings'));
  mkdirSync(join(folder, 'reports'));
  const command = join(folder, 'bin/conversation-api');
  writeFileSync(command, `#!/bin/sh\nexec '${process.execPath}' '${pathOf('src/cli/main.ts')}' "$@"\n`);
  writeFileSync(join(folder, 'bin/npx'), '#!/bin/sh\ntest "$1" = --no && shift\nexec "$@"\n');
  for (const name of ['conversation-api', 'npx']) chmodSync(join(folder, 'bin', name), 0o755);
  for (let index = 0; index < 11; index += 1)
    copyFileSync(pathOf('test/recordings/valid/plain.sse'), join(folder, `recordings/${index}.sse`));
  copyFileSync(pathOf('test/recordings/broken/usage-strings.sse'), join(folder, 'recordings/broken.sse'));
});

function run(script: string, environment: Readonly<Record<string, string>> = {}) {
  const ran = spawnSync('bash', ['-eo', 'pipefail', '-c', script], {
    cwd: folder,
    encoding: 'utf8',
    env: {
      ...testEnvironment(),
      ...environment,
      PATH: `${join(folder, 'bin')}:${dirname(process.execPath)}:${process.env.PATH}`,
    },
  });
  return { code: ran.status, stdout: ran.stdout, stderr: ran.stderr };
}

const has = (...tool: [string, ...string[]]) =>
  spawnSync(tool[0], tool.slice(1), { stdio: 'ignore' }).status === 0;

/** Lists the recordings and passes every part to the script. */
function runParts(script: string, count: number, variable: string, first: number): void {
  for (let index = 0; index < count; index += 1) {
    const { code, stderr } = run(script, { [variable]: String(index + first), PARTS: String(count) });
    expect({ code, stderr: stderr.replace(/^the report is in .*\n/, '') }).toEqual({ code: 0, stderr: '' });
  }
}

/** Includes blocks that other tests run: production-traffic.test.ts reads the command of the recorder. */
const isRunBelow = ({ code }: { readonly code: string }) =>
  /spark-submit|reports\/part|record --target|yesterday/.test(code);
const blocks = readFences(read('docs/at-scale.md')).filter(({ language }) => language === 'sh');

describe('docs/at-scale.md', () => {
  it.for(blocks.filter((block) => !isRunBelow(block)))(
    'shows commands that work, line $line',
    ({ code }, { skip }) => {
      if (/\bparallel\b/.test(code) && !has('parallel', '--version')) skip('GNU parallel is not installed');
      // The summaries in the last chapter are for two recordings.
      const isPacked = code.includes('gzip');
      // The parts of xargs and parallel, and single recordings, end with 1 for the broken recording.
      const ran = run(`set +eo pipefail\n${code.replaceAll(/^seq .*/gm, '$& 2> /dev/null')}`);
      expect(ran.stderr.replaceAll(/^the report is in .*\n/gm, '')).toBe('');
      expect(ran.code).toBe(1);
      expect(ran.stdout).toMatch(isPacked ? /2 inputs \(1 conformant, 1 nonconformant\)/ : TOTAL);
    },
  );

  it('has no other shell block', () => {
    expect(blocks.filter(isRunBelow)).toHaveLength(4);
    expect(readdirSync(pathOf('docs/at-scale')).toSorted()).toEqual([
      'github-matrix.yml',
      'grafana-dashboard.json',
      'kubernetes-job.yaml',
      'kubernetes-sidecar.yaml',
      'nginx.conf',
      'prometheus-rules.yaml',
      'spark.py',
    ]);
  });
});

it('the command for yesterday judges the files of that day only', () => {
  const day = 86_400_000;
  const noon = new Date().setHours(12, 0, 0, 0);
  const request = { method: 'GET', path: '/api/v1/chats' };
  for (const [ago, name] of ['today', 'yesterday', 'before'].entries()) {
    const file = join(folder, `recordings/${name}.jsonl`);
    const records = [{ recording: 1 }, { exchange: 0, at: 0, request }, { exchange: 0, at: 1, end: 'error' }];
    writeFileSync(file, records.map((line) => `${JSON.stringify(line)}\n`).join(''));
    const written = new Date(noon - ago * day);
    utimesSync(file, written, written);
  }
  const { code = '' } = blocks.find((block) => block.code.includes('yesterday')) ?? {};
  const { stdout } = run(code);
  expect(run('cat yesterday.txt').stdout).toBe('recordings/yesterday.jsonl\n');
  expect(stdout).toMatch(/recordings\/yesterday\.jsonl +incomplete/);
  expect(readFileSync(join(folder, 'yesterday.html'), 'utf8')).toContain('recordings/yesterday.jsonl');
});

describe('the Kubernetes Job', () => {
  const manifest = parse(read('docs/at-scale/kubernetes-job.yaml'));

  it('judges each recording once, and its pods succeed with any verdict', () => {
    const { completions, template } = manifest.spec;
    const [{ command, env, volumeMounts }] = template.spec.containers;
    expect(env).toEqual([{ name: 'PARTS', value: String(completions) }]);
    const volumes = template.spec.volumes.map(({ name }: { name: string }) => name);
    expect(volumeMounts.map(({ name }: { name: string }) => name)).toEqual(volumes);
    run('find recordings -name "*.sse" > recordings/list.txt');
    const script = command
      .at(-1)
      .replaceAll('/recordings/', 'recordings/')
      .replaceAll('/reports/', 'reports/');
    runParts(script, completions, 'JOB_COMPLETION_INDEX', 0);
    const merge = blocks.find(({ code }) => code.includes('reports/part'))?.code ?? '';
    expect(run(merge)).toMatchObject({ code: 1, stdout: expect.stringMatching(TOTAL) });
    const broken = run(script.replace('list.txt', 'none.txt'), { JOB_COMPLETION_INDEX: '0', PARTS: '8' });
    expect(broken.code).toBe(1);
  });
});

describe('the workflow of GitHub Actions', () => {
  const workflow = parse(read('docs/at-scale/github-matrix.yml'));
  const { check, merge } = workflow.jobs;
  const runs = (job: { steps: { run?: string }[] }) => job.steps.flatMap(({ run: script }) => script ?? []);

  it('judges each recording once, and merges the parts', () => {
    const parts = check.strategy.matrix.part;
    expect(parts).toEqual([1, 2, 3, 4]);
    const script = runs(check).at(-1) ?? '';
    expect(script).toContain(`"$PART/${parts.length}"`);
    runParts(script, parts.length, 'PART', 1);
    expect(run(runs(merge).at(-1) ?? '')).toMatchObject({ code: 1, stdout: expect.stringMatching(TOTAL) });
  });

  it('needs the parts for the merge, and passes no expression to a shell', () => {
    expect(merge.needs).toBe('check');
    expect([...runs(check), ...runs(merge)].filter((script) => script.includes('${{'))).toEqual([]);
  });
});

describe('the program for Apache Spark', () => {
  it('judges each recording once', ({ skip }) => {
    if (!has('spark-submit', '--version') || !has('java', '-version'))
      skip('PySpark and Java are not installed; `pip install pyspark` and a JDK make this test run');
    run(`find "$PWD/recordings" -name '*.sse' > list.txt`);
    copyFileSync(pathOf('docs/at-scale/spark.py'), join(folder, 'spark.py'));
    const code = blocks.find((block) => block.code.includes('spark-submit'))?.code ?? '';
    const ran = run(
      code.replace('spark-submit', "spark-submit --master 'local[2]' --conf spark.ui.enabled=false"),
    );
    expect(ran).toMatchObject({ code: 1, stdout: expect.stringMatching(TOTAL) });
  });

  it('passes each partition to a command that succeeds with any verdict and fails if it breaks', () => {
    const program = read('docs/at-scale/spark.py');
    const [, command = ''] = /^JUDGE = """(.*)"""$/m.exec(program) ?? [];
    const lists = execFileSync('find', ['recordings', '-name', '*.sse'], { cwd: folder, encoding: 'utf8' });
    writeFileSync(join(folder, 'list.txt'), lists);
    const ran = run(`${command} < list.txt | conversation-api merge -`);
    expect(ran).toMatchObject({ code: 1, stdout: expect.stringMatching(TOTAL) });
    expect(run(`${command} < /dev/null`).code).toBe(0);
    expect(run(`echo none.sse | ${command}`).code).toBe(1);
  });
});
