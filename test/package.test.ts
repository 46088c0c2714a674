import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '..');

type Target = string | Readonly<Record<string, string>>;

interface Manifest {
  readonly version: string;
  readonly bin: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, Target>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

interface Lockfile {
  readonly packages: Readonly<
    Record<string, { readonly resolved?: string; readonly hasInstallScript?: boolean }>
  >;
}

const readJson = (file: string): unknown => JSON.parse(readFileSync(resolve(root, file), 'utf8'));
const manifest = readJson('package.json') as Manifest & { readonly allowScripts: Record<string, boolean> };
const lockfile = readJson('package-lock.json') as Lockfile;

const targets = Object.entries(manifest.exports).flatMap(([entry, target]) =>
  (typeof target === 'string' ? [target] : Object.values(target)).map((file) => ({ entry, file })),
);

it.each(targets)('exports $entry as $file, which exists', ({ file }) => {
  expect(existsSync(resolve(root, file.replace('/*', '')))).toBe(true);
});

it('builds every program, and each answers', () => {
  execFileSync('npm', ['run', '--silent', 'build'], { cwd: root });
  for (const file of Object.values(manifest.bin)) {
    const version = execFileSync(process.execPath, [resolve(root, file), '--version'], { encoding: 'utf8' });
    expect(version).toBe(`${manifest.version}\n`);
    const recording = resolve(root, 'test/recordings/broken/usage-strings.sse');
    const { status, stdout } = spawnSync(
      process.execPath,
      [
        resolve(root, file),
        'check',
        '--jobs',
        '2',
        recording,
        recording.replace('usage-strings', 'usage-camelcase'),
      ],
      {
        encoding: 'utf8',
      },
    );
    expect({ status, lastLine: stdout.trimEnd().split('\n').at(-1) }).toEqual({
      status: 1,
      lastLine: expect.stringMatching(/^nonconformant, /),
    });
  }
}, 60_000);

it.each(['package.json', 'scripts/node/package.json'])('pins every dependency of %s exactly', (file) => {
  const { dependencies, devDependencies, optionalDependencies } = readJson(file) as Manifest;
  const versions = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies });
  expect(versions).not.toEqual([]);
  expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
});

it('keeps the repository-only Node away from consumers', () => {
  expect(manifest.optionalDependencies).toBeUndefined();
});

it('commits a lockfile that names no registry', () => {
  const urls = Object.values(lockfile.packages).flatMap(({ resolved }) => resolved ?? []);
  expect(urls.filter((url) => url.includes('://'))).toEqual([]);
});

it('lets no dependency run a script when it is installed', () => {
  const withScript = Object.entries(lockfile.packages)
    .filter(([, entry]) => entry.hasInstallScript)
    .map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length));
  expect(withScript.filter((name) => manifest.allowScripts[name] !== false)).toEqual([]);
});

it('carries a server that starts from the bundle, with its connectors', async () => {
  // By its name, as a consumer imports it; the compiler knows the sources instead.
  const { startReferenceServer } = (await import('conversation-api/reference' as string)) as {
    startReferenceServer(): Promise<{ readonly url: string; close(): Promise<void> }>;
  };
  const server = await startReferenceServer();
  try {
    const script = JSON.stringify([{ call: { tool: 'find_tickets', input: {} } }, { echo: 'results' }]);
    const answer = await fetch(`${server.url}/api/v1/chats/${crypto.randomUUID()}/messages`, {
      method: 'POST',
      headers: { authorization: 'Bearer harbor-main', 'idempotency-key': crypto.randomUUID() },
      body: JSON.stringify({
        content: `\`\`\`script\n${script}\n\`\`\``,
        permission_mode: 'auto',
        attachments: { mcp_server_ids: [7] },
      }),
    });
    expect(await answer.json()).toMatchObject({ data: { content: expect.stringContaining('4410') } });
  } finally {
    await server.close();
  }
});
