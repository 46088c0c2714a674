import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testEnvironment } from '../../scripts/test/environment.ts';

/** A systemd that manages this machine's files. What it or a command changes is in memory, and seen only there. */
export interface Systemd {
  /** Runs a line of shell in a folder. @returns what it printed @throws what it printed, if it fails */
  run(line: string, folder?: string): string;
  remove(): Promise<void>;
}

const NAMESPACES = ['--mount', '--pid', '--uts', '--ipc', '--net', '--cgroup', '--root'];

/** @returns why not, if this machine cannot boot it */
export async function bootSystemd(): Promise<Systemd | string> {
  if (spawnSync('unshare', ['--mount', '/usr/lib/systemd/systemd', '--version']).status !== 0)
    return 'systemd is not installed, or only root can boot it';
  const folder = mkdtempSync(join(tmpdir(), 'systemd-'));
  const script = ['unshare', '--mount', 'sh', join(import.meta.dirname, 'boot-systemd.sh'), folder];
  // It ends with this process, however that ends.
  const child = spawn('setpriv', ['--pdeathsig', 'KILL', ...script]);
  const ended = once(child, 'exit').then(() => rmdirSync(folder));
  let said = '';
  child.stderr.on('data', (text) => (said += text));
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  let init: string | undefined;
  while (init === undefined && isRunning()) {
    await new Promise(setImmediate);
    init = findSystemd(child.pid);
  }
  const enter = (line: string, within = '/') =>
    spawnSync('nsenter', [`--target=${init}`, ...NAMESPACES, 'sh', '-ec', `cd "$0"; ${line}`, within], {
      env: testEnvironment(),
      encoding: 'utf8',
    });
  const remove = async () => {
    if (init !== undefined && isRunning()) process.kill(Number(init), 'SIGKILL');
    await ended;
  };
  let state = '';
  // It answers nothing before it listens.
  while (isRunning() && state === '') {
    await new Promise(setImmediate);
    state = enter('systemctl is-system-running --wait').stdout.trim();
  }
  if (state !== 'running') {
    await remove();
    return `systemd cannot be booted here: ${said.trim() || state}`;
  }
  return {
    run(line, within) {
      const { status, stdout, stderr } = enter(line, within);
      if (status !== 0) throw new Error(`${line}: ${stdout}${stderr}`);
      return stdout;
    },
    remove,
  };
}

/** @returns the id of the process that the script becomes, once it is systemd */
function findSystemd(script: number | undefined): string | undefined {
  const id = childOf(childOf(String(script)));
  return id && read(`/proc/${id}/comm`) === 'systemd\n' ? id : undefined;
}

function childOf(id: string): string {
  return id && read(`/proc/${id}/task/${id}/children`).trim();
}

/** A process that has ended, or that is replaced at this moment, has no text. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
