import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, lstatSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { buildSync } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import { repositoryRoot, testEnvironment } from '../scripts/test/environment.ts';
import { type InstalledPackage, installPackage } from './install-package.ts';
import { listen } from './listen.ts';
import { NODES } from './runtimes/nodes.ts';
import { toolFile } from './tools/programs.ts';

const MOST_PACKAGES = 15;
const MOST_BYTES = 10_000_000;
/** Size on disk, which allocates whole blocks: the package has many small files. */
const MOST_ON_DISK = 12 * 1024 * 1024;

let installed: InstalledPackage;

beforeAll(() => {
  installed = installPackage();
});

afterAll(() => installed?.remove());

/** Runs a Node program in the consumer's project. @returns its output and its exit code */
async function run(...args: readonly string[]): Promise<{ exitCode: number; said: string }> {
  const options = { cwd: installed.folder, env: testEnvironment(), maxBuffer: 1 << 26 };
  return promisify(execFile)(process.execPath, args, options).then(
    ({ stdout, stderr }) => ({ exitCode: 0, said: (stdout + stderr).trim() }),
    ({ code, stdout, stderr }) => ({ exitCode: code, said: (stdout + stderr).trim() }),
  );
}

const bin = (path: string) => resolve(repositoryRoot, 'node_modules', path);

describe('installing the package', () => {
  it('adds only one package, itself', () => {
    const lockfile = join(installed.folder, 'node_modules/.package-lock.json');
    const packages = Object.keys(JSON.parse(readFileSync(lockfile, 'utf8')).packages);
    expect(packages.length).toBeLessThanOrEqual(MOST_PACKAGES);
    expect(packages).toEqual(['node_modules/conversation-api']);
  });

  it('stays within its size limit, and adds no Node program', () => {
    const root = join(installed.folder, 'node_modules/conversation-api');
    const paths = globSync('**/*', { cwd: root }).map((path) => join(root, path));
    const stats = paths.map((path) => lstatSync(path));
    const files = stats.filter((stat) => stat.isFile());
    expect(files.reduce((sum, { size }) => sum + size, 0)).toBeLessThan(MOST_BYTES);
    expect(stats.reduce((sum, { blocks }) => sum + blocks * 512, 0)).toBeLessThan(MOST_ON_DISK);
    expect(paths.filter((path) => /\/(node|node\.exe)$/.test(path))).toEqual([]);
  });

  it('provides a command that works', async () => {
    const { exitCode, said } = await run('node_modules/.bin/conversation-api', '--version');
    expect({ exitCode, said }).toEqual({ exitCode: 0, said: manifest.version });
  });

  it('provides a command that judges the files of a glob with several threads', async () => {
    const recordings = resolve(repositoryRoot, 'test/recordings/broken/usage-*.sse');
    const args = ['node_modules/.bin/conversation-api', 'check', '--jobs', '2', recordings];
    const { exitCode, said } = await run(...args);
    expect(exitCode).toBe(1);
    expect(said.split('\n').at(-1)).toMatch(/^nonconformant, recording: \d+ inputs/);
  });

  it.each(['init', 'check'])(
    'provides a %s that says in one line what answered in place of the API',
    async (command) => {
      const server = createServer((_, response) => response.end('<html><title>Shop</title>'));
      const { url } = await listen(server);
      writeFileSync(join(installed.folder, 'any.token'), 'a-token');
      const args = ['node_modules/.bin/conversation-api', command, url];
      const { exitCode, said } = await run(...args, '--token-file', 'any.token');
      server.close();
      expect({ exitCode, said }).toEqual({
        exitCode: 4,
        said: expect.stringMatching(/^[^\n]*the web page "Shop"[^\n]*$/),
      });
    },
  );

  it('provides a command that starts the rig', async () => {
    const rig = spawn(process.execPath, ['node_modules/.bin/conversation-api', 'rig', '--port', '0'], {
      cwd: installed.folder,
      env: testEnvironment(),
    });
    const [said] = await once(rig.stderr, 'data');
    rig.kill('SIGTERM');
    await once(rig, 'close');
    expect(String(said)).toMatch(/rig, listening on http:\/\/127\.0\.0\.1:\d+/);
  });
});

/** A file for everything that git ignores, at its own place or else in each of some folders. `npm run build` rebuilds `dist`, except the portal. */
function leftovers(folders: readonly string[]): readonly string[] {
  const ignored = readFileSync(resolve(repositoryRoot, '.gitignore'), 'utf8').trimEnd().split('\n');
  return ignored.flatMap((line) => {
    const file = line.replace('/dist/', '/dist/portal/').replace('*', 'left').replace(/\/$/, '/left.txt');
    return /\/./.test(line) ? [file] : ['.', ...folders].map((folder) => `${folder}/${file}`);
  });
}

describe('publishing', () => {
  it('packs the same bytes, whatever was built before', async () => {
    const root = join(installed.folder, 'packed');
    mkdirSync(root);
    execFileSync('tar', ['xzf', installed.tarball, '-C', root, '--strip-components', '1']);
    const pack = async () => {
      const options = { cwd: root, env: testEnvironment() };
      const args = ['pack', '--dry-run', '--json', '--ignore-scripts'];
      const { stdout } = await promisify(execFile)('npm', args, options);
      return JSON.parse(stdout);
    };
    const before = await pack();
    const folders = globSync('*/', { cwd: root });
    for (const file of leftovers(folders)) {
      mkdirSync(dirname(join(root, file)), { recursive: true });
      writeFileSync(join(root, file), 'left');
    }
    expect(await pack()).toEqual(before);
  });

  it('would publish the current files, and corrects nothing', async () => {
    // Nothing answers at the address, and a dry run sends nothing.
    const registry = ['--registry', 'http://127.0.0.1:9/', '--fetch-retries', '0'];
    const args = ['publish', '--dry-run', '--ignore-scripts', '--json', '--loglevel', 'warn', ...registry];
    const options = { cwd: repositoryRoot, env: testEnvironment() };
    const { stdout, stderr } = await promisify(execFile)('npm', args, options);
    expect(JSON.parse(stdout)).toMatchObject({ [manifest.name]: { version: manifest.version } });
    const problems = stderr.split('\n').filter((line) => /warn publish/.test(line));
    expect(problems).toEqual([expect.stringContaining('requires you to be logged in')]);
  });
});

it('the pages of the package have no broken link', () => {
  const root = join(installed.folder, 'node_modules/conversation-api');
  const pages = globSync('{*,docs/**/*}.md', { cwd: root });
  expect(pages).toContain('README.md');
  const links = pages.flatMap((page) =>
    [...readFileSync(join(root, page), 'utf8').matchAll(/\]\(([^)\s#]+)(?:#[^)\s]*)?\)/g)].map(
      ([, target = '']) => ({ page, target }),
    ),
  );
  const isDead = ({ page, target }: (typeof links)[number]) =>
    !/^[a-z]+:/.test(target) && !existsSync(join(root, dirname(page), target));
  expect(links.filter(isDead)).toEqual([]);
});

describe('an export', () => {
  const entries = Object.keys(manifest.exports).filter(
    (entry) => !entry.includes('*') && entry !== './types',
  );
  const files = ['./schemas/Chat.json', './spec/openapi/openapi.yaml', './formats/profile.schema.json'];

  it.each([...entries, ...files])('%s exists', (entry) => {
    const { resolve: find } = createRequire(join(installed.folder, 'any.js'));
    expect(existsSync(find(entry.replace('.', manifest.name)))).toBe(true);
  });

  it('satisfies publint', async () => {
    const { exitCode, said } = await run(toolFile('publint/src/cli.js'), installed.tarball);
    // Suggestions and warnings would appear in place of these words.
    expect({ exitCode, said: said.replace(/^[\s\S]*\nLinting\.\.\.\n/, '') }).toEqual({
      exitCode: 0,
      said: 'All good!',
    });
  });

  it('satisfies "Are the types wrong?" with every resolution; YAML has no types', async () => {
    const { exitCode, said } = await run(
      toolFile('@arethetypeswrong/cli/dist/index.js'),
      installed.tarball,
      ...['--profile', 'strict', '--format', 'json'],
      ...['--exclude-entrypoints', 'openapi.yaml', 'asyncapi.yaml'],
    );
    expect(exitCode, said).toBe(0);
    const { analysis } = JSON.parse(said);
    expect(Object.keys(analysis.entrypoints)).toEqual(
      expect.arrayContaining(['.', './client', './events', './types', './validators', './conformance']),
    );
  });
});

describe('a consumer', () => {
  // The types of the AI SDK are not strict, so the types of the package are not checked in adapters.
  it.each(['node', 'node16', 'bundler', 'adapters'])(
    'compiles strictly, including the types of the package: %s',
    async (project) => {
      expect(await run(bin('typescript/bin/tsc'), '--project', project)).toEqual({ exitCode: 0, said: '' });
    },
  );

  it.each([
    ['4.9, the lowest', toolFile('typescript-oldest/bin/tsc')],
    ['5.9', bin('typescript/bin/tsc')],
  ])('compiles with the older module resolutions, with TypeScript %s', async (_, compiler) => {
    for (const project of ['commonjs', 'node10'])
      expect(await run(compiler, '--project', project)).toEqual({ exitCode: 0, said: '' });
  });

  const PROGRAMS = [
    'node/turns.ts',
    'node/conformance.ts',
    'node/javascript.js',
    'node/commonjs.cjs',
    'node/both-kinds.mjs',
    'adapters/fetch.ts',
    'adapters/ai-sdk.ts',
  ];
  it.each(PROGRAMS)('runs: %s', async (program) => {
    expect(await run(program)).toEqual({ exitCode: 0, said: 'done' });
  });

  it('gets a client in a browser bundle of one module without imports', () => {
    const { outputFiles, metafile } = buildSync({
      absWorkingDir: installed.folder,
      entryPoints: ['bundler/page.ts'],
      bundle: true,
      platform: 'browser',
      format: 'esm',
      metafile: true,
      write: false,
    });
    expect(Object.keys(metafile.inputs).sort()).toEqual([
      'bundler/page.ts',
      'node_modules/conversation-api/dist/client/index.js',
      'node_modules/conversation-api/generated/event-types.js',
    ]);
    expect(outputFiles[0]?.text).not.toMatch(/\bimport\b|\brequire\b|node:/);
  });
});

describe('importing', () => {
  const formats = ['dist/lib/yaml.cjs', 'dist/commonjs/generated/input-files.js'];
  const served = ['generated/errors.json', 'generated/operations.json'];
  const contract = 'dist/commonjs/generated/matches-contract.js';
  const judged = ['dist/commonjs/generated/matches-events.js', 'generated/check-costs.json'];
  const validators = ['accepts', 'matches-contract', 'validators'].map((name) => `generated/${name}.js`);

  it.each<[entry: string, loaded: readonly string[]]>([
    ['conversation-api', ['dist/client/index.js']],
    ['conversation-api/client', ['dist/client/index.js']],
    ['conversation-api/events', ['generated/event-types.js']],
    ['conversation-api/validators', validators],
    ['conversation-api/reference', ['dist/alterations/index.cjs', contract, ...formats, ...served]],
    [
      'conversation-api/conformance',
      ['dist/conformance/index.js', 'dist/conformance/suite.cjs', ...formats, ...judged],
    ],
    ['./node/only-types.ts', []],
  ])('%s loads nothing else from the package', async (entry, loaded) => {
    const program = `await import(${JSON.stringify(entry)})`;
    const { said } = await run('--import', './tell-loaded.mjs', '--input-type=module', '--eval', program);
    expect(JSON.parse(said)).toEqual([...loaded].sort());
  });
});

it.for(NODES)('the versions of Node $version runs a consumer', async ({ program, missing }, { skip }) => {
  skip(missing !== undefined, missing);
  const env = { ...testEnvironment(), NODE_NO_WARNINGS: '1' };
  const options = { cwd: installed.folder, env };
  const { stdout } = await promisify(execFile)(program, ['node/javascript.js'], options);
  expect(stdout).toBe('done\n');
});
