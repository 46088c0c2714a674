import { execFileSync, type SpawnSyncReturns, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { testEnvironment } from '../../scripts/test/environment.ts';

/** Podman with images, containers and volumes of its own, which `remove` deletes. */
export interface Podman {
  readonly environment: NodeJS.ProcessEnv;
  run(...args: readonly string[]): SpawnSyncReturns<string>;
  remove(): void;
}

/** Each container has a loopback address and no other, so that nothing is left in the network of this machine. */
const CONTAINERS = `[containers]
netns = "none"
default_ulimits = ["nofile=1024:1024", "nproc=1024:1024"]
[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
events_logger = "none"
`;
const storage = (folder: string) => `[storage]
driver = "vfs"
graphroot = "${folder}/images"
runroot = "${folder}/running"
`;

/**
 * Opens Podman, with one image: the programs of this machine that the Containerfile needs, under the name of its base. So nothing is downloaded.
 *
 * @returns why not, if this machine cannot run containers
 */
export function openPodman(base: string): Podman | string {
  if (spawnSync('podman', ['--version']).error) return 'Podman is not installed; .ci/run installs it';
  if (process.getuid?.() !== 0) return 'the file system of an image needs root here';
  const folder = mkdtempSync(join(tmpdir(), 'podman-'));
  writeFileSync(join(folder, 'storage.conf'), storage(folder));
  writeFileSync(join(folder, 'containers.conf'), CONTAINERS);
  const environment = {
    ...testEnvironment(),
    CONTAINERS_STORAGE_CONF: join(folder, 'storage.conf'),
    CONTAINERS_CONF: join(folder, 'containers.conf'),
    // With vfs, each layer is a copy of the whole file system.
    BUILDAH_LAYERS: 'false',
  };
  const run = (...args: readonly string[]) =>
    spawnSync('podman', args, { env: environment, encoding: 'utf8' });
  const remove = () => {
    run('rm', '--all', '--force');
    rmSync(folder, { recursive: true, force: true });
  };
  const root = join(folder, 'base');
  try {
    copyPrograms(root);
    execFileSync('tar', ['--create', '--directory', root, '--file', join(folder, 'base.tar'), '.']);
  } catch (error) {
    remove();
    return `an image of this machine's programs cannot be made: ${(error as Error).message}`;
  }
  const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
  // As that of the official image, which runs `node` unless the image that is built replaces it.
  const settings = [`ENV PATH=${path}`, 'ENTRYPOINT ["docker-entrypoint.sh"]', 'CMD ["node"]'];
  run('import', ...settings.flatMap((setting) => ['--change', setting]), join(folder, 'base.tar'), base);
  const { status, stderr } = run('run', '--rm', '--pull=never', '--entrypoint', 'node', base, '--version');
  if (status === 0) return { environment, run, remove };
  remove();
  return `Podman cannot run containers here: ${stderr.trim()}`;
}

/** Where a program is in the image, and where it is here. */
const PROGRAMS = {
  'usr/local/bin/node': process.execPath,
  'bin/sh': '/bin/sh',
  'usr/bin/env': '/usr/bin/env',
  'usr/bin/install': '/usr/bin/install',
} as const;

/** Copies programs with the libraries that they load. */
function copyPrograms(root: string): void {
  const copy = (from: string, to: string) => cpSync(realpathSync(from), join(root, to), { recursive: true });
  for (const [to, from] of Object.entries(PROGRAMS)) {
    copy(from, to);
    // It refuses a program that loads none.
    const { stdout } = spawnSync('ldd', [from], { encoding: 'utf8' });
    for (const [library] of stdout.matchAll(/\/\S+(?= \()/g)) copy(library, library);
  }
  const npm = execFileSync('sh', ['-c', 'command -v npm'], { env: testEnvironment(), encoding: 'utf8' });
  copy(dirname(dirname(realpathSync(npm.trim()))), 'usr/local/lib/node_modules/npm');
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(root, 'usr/local/bin/npm'));
  mkdirSync(join(root, 'tmp'));
  chmodSync(join(root, 'tmp'), 0o1777);
  mkdirSync(join(root, 'etc'));
  writeFileSync(
    join(root, 'etc/passwd'),
    'root:x:0:0::/root:/bin/sh\nnode:x:1000:1000::/home/node:/bin/sh\n',
  );
  writeFileSync(join(root, 'etc/group'), 'root:x:0:\nnode:x:1000:\n');
}
