import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { repositoryRoot } from '../../scripts/test/environment.ts';
import { type InstalledPackage, installPackage } from '../install-package.ts';
import { openPodman, type Podman } from '../tools/podman.ts';
import { bootSystemd, type Systemd } from '../tools/systemd.ts';

const read = (name: string) => readFileSync(resolve(repositoryRoot, name), 'utf8');
const page = read('docs/deploy.md');

/** The blocks of shell in a section of the page, each with its lines. */
function blocksOf(section: string): readonly (readonly string[])[] {
  const [text = ''] = new RegExp(`^## ${section}$[\\s\\S]+?(?=^## )`, 'm').exec(page) ?? [];
  return [...text.matchAll(/^```sh\n([\s\S]+?)^```$/gm)].map(([, block = '']) =>
    block.replaceAll('\\\n', '').trim().split('\n'),
  );
}

let installed: InstalledPackage;
beforeAll(() => {
  installed = installPackage();
}, 120_000);
afterAll(() => installed?.remove());

describe('the image', () => {
  const lines = blocksOf('A container').flat();
  const making = lines.filter((line) => !line.startsWith('docker'));
  const running = lines.filter((line) => line.startsWith('docker run'));
  let podman: Podman | string;

  it('has these lines', () => {
    expect(making.map((line) => line.replace(/ .*/, ''))).toEqual(['cp', 'cp', 'podman']);
    expect(running).toHaveLength(2);
  });

  beforeAll(() => {
    const [, base = ''] = /^FROM (\S+)$/m.exec(read('docs/deploy/Containerfile')) ?? [];
    podman = openPodman(`docker.io/library/${base}`);
    if (typeof podman === 'string') return;
    const folder = mkdtempSync(join(tmpdir(), 'deploy-run-'));
    for (const name of ['conversation-api', 'your-project']) mkdirSync(join(folder, name));
    cpSync(installed.tarball, join(folder, 'conversation-api/conversation-api-0.1.0.tgz'));
    const project = join(folder, 'your-project');
    cpSync(join(installed.folder, 'node_modules'), join(project, 'node_modules'), { recursive: true });
    try {
      for (const line of making)
        execFileSync('sh', ['-c', line], { cwd: project, env: podman.environment, stdio: 'pipe' });
    } finally {
      rmSync(folder, { recursive: true });
    }
  }, 300_000);
  afterAll(() => {
    if (typeof podman === 'object') podman.remove();
  });

  /** Starts a container as a line of the page does. @returns what to do with it, once its health check succeeds */
  async function start({ run, environment }: Podman, name: string, line: string) {
    const child = spawn('podman', line.replace('docker run', `run --name ${name}`).split(/ +/), {
      env: environment,
    });
    onTestFinished(() => void run('rm', '--force', name));
    const ended = once(child, 'exit');
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text));
    while (run('healthcheck', 'run', name).status !== 0) {
      await new Promise(setImmediate);
      if (child.exitCode !== null || child.signalCode !== null) throw new Error(said);
    }
    return {
      logged: () => said,
      look: (port: number): unknown =>
        JSON.parse(run('exec', name, 'node', '--input-type=module', '--eval', LOOK, String(port)).stdout),
      /** @returns its exit code; 137 if it did not end by itself */
      async stop(): Promise<unknown> {
        run('stop', name);
        const [code] = await ended;
        return code;
      },
    };
  }

  /** Says what a program may do in the container, and lists the chats. */
  const LOOK = `
    const { writeFileSync, readFileSync } = process.getBuiltinModule('node:fs');
    const isWritable = (path) => { try { writeFileSync(path, ''); return true; } catch { return false; } };
    const lines = Object.fromEntries(readFileSync('/proc/self/status', 'utf8').split('\\n').map((line) => line.split(':\\t')));
    const headers = { authorization: 'Bearer harbor-main' };
    const { status } = await fetch('http://127.0.0.1:' + process.argv[1] + '/api/v1/chats', { headers });
    const writable = ['/a', '/usr/local/bin/a', '/tmp/a', '/data/a'].filter(isWritable);
    console.log(JSON.stringify({ user: process.getuid(), rights: lines.CapBnd, new: lines.NoNewPrivs, writable, status }));
  `;
  const seen = { user: 1000, rights: '0'.repeat(16), new: '1', writable: ['/tmp/a', '/data/a'], status: 200 };

  it('is built, serves and records as the page says', { timeout: 120_000 }, async ({ skip }) => {
    if (typeof podman === 'string') return skip(podman);
    const [serve = '', record = ''] = running;
    const server = await start(podman, 'server', serve);
    expect(server.look(4010)).toEqual(seen);
    const snapshot = 'exec server conversation-api snapshot /data/state.db /data/monday.db'.split(' ');
    expect(podman.run(...snapshot)).toMatchObject({ status: 0 });

    const ofServer = record
      .replace('docker run', 'docker run --network container:server')
      .replace('https://conversations.example', 'http://127.0.0.1:4010')
      .replace('--sample 1%', '--sample 100%');
    const recorder = await start(podman, 'recorder', ofServer);
    expect(recorder.look(4040)).toEqual(seen);
    expect(await recorder.stop()).toBe(0);
    expect(recorder.logged()).toContain('"exchanges":1,');
    expect(await server.stop()).toBe(0);
  });
});

describe('the units', () => {
  const SERVER = 'conversation-api-server';
  const RECORDER = 'conversation-api-recorder';
  let systemd: Systemd | string;

  beforeAll(async () => {
    systemd = await bootSystemd();
  });
  afterAll(async () => {
    if (typeof systemd === 'object') await systemd.remove();
  });

  /** Installs them as the page says, with the seed of the manifest. Node is in /usr/local, so npm installs there, too. */
  function install({ run }: Systemd): void {
    const [{ data }] = parseAllDocuments(read('docs/deploy/kubernetes.yaml')).map((each) => each.toJS());
    const [lines = []] = blocksOf('systemd');
    const commands = `install '${process.execPath}' /usr/local/bin/node
export npm_config_prefix=/usr/local
echo MAIN_TOKEN=quay-main > environment
cat > seed.yaml <<'END'
${data['seed.yaml']}END
${lines.join('\n')}`;
    run(commands.replace('conversation-api-0.1.0.tgz', installed.tarball), installed.folder);
  }

  const show = ({ run }: Systemd, unit: string, property: string) =>
    run(`systemctl show --value --property ${property} ${unit}`).trim();

  /** Asks in the network of the units. @returns the status */
  const ask = ({ run }: Systemd, url: string) =>
    run(`node --input-type=module --eval '
      const { status } = await fetch("${url}", { headers: { authorization: "Bearer quay-main" } });
      console.log(status);'`).trim();

  /** Waits until a unit has logged a line so often. */
  async function untilLogged(booted: Systemd, unit: string, msg: string, times = 1): Promise<void> {
    for (;;) {
      const log = booted.run(`journalctl --unit ${unit} --output cat`);
      if (log.split(`"msg":"${msg}"`).length > times) return;
      if (['inactive', 'failed'].includes(show(booted, unit, 'ActiveState'))) throw new Error(log);
      // The limit of the test can end it here.
      await new Promise(setImmediate);
    }
  }

  it('start, reload, start again after a failure, go back to a copy of the state, and stop', {
    timeout: 120_000,
  }, async ({ skip }) => {
    if (typeof systemd === 'string') return skip(systemd);
    const { run } = systemd;
    install(systemd);
    for (const unit of [SERVER, RECORDER]) {
      await untilLogged(systemd, unit, 'listening');
      const status = run(`cat /proc/${show(systemd, unit, 'MainPID')}/status`);
      expect(status).toMatch(/^CapBnd:\t0+$/m);
      expect(status).not.toMatch(/^Uid:\t0/m);
    }
    for (const path of [':4010/readyz', ':4040/api/v1/chats', ':9464/metrics'])
      expect(ask(systemd, `http://127.0.0.1${path}`)).toBe('200');

    run(`systemctl reload ${SERVER}`);
    await untilLogged(systemd, SERVER, 'seed read');
    run(`systemctl kill --signal KILL ${SERVER}`);
    await untilLogged(systemd, SERVER, 'listening', 2);
    expect(show(systemd, SERVER, 'NRestarts')).toBe('1');
    // The program handles no signals yet.
    run(`systemctl restart ${SERVER} && systemctl reload ${SERVER}`);
    await untilLogged(systemd, SERVER, 'listening', 3);

    // systemd refuses a sixth start within ten seconds.
    run(`systemctl reset-failed ${SERVER}`);
    const [, goBack = []] = blocksOf('systemd');
    run(goBack.join('\n'));
    await untilLogged(systemd, SERVER, 'listening', 4);
    expect(ask(systemd, 'http://127.0.0.1:4010/readyz')).toBe('200');

    run(`systemctl stop ${SERVER} ${RECORDER}`);
    for (const unit of [SERVER, RECORDER]) expect(show(systemd, unit, 'Result')).toBe('success');
    expect(run(`journalctl --unit ${RECORDER} --output cat`)).toContain('"msg":"stopped"');
  });
});
