import { execFile, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import manifest from '../package.json' with { type: 'json' };
import { repositoryRoot, testEnvironment } from '../scripts/test/environment.ts';
import { startReferenceServer } from '../src/alterations/index.ts';
import { type Clone, cloneRepository } from './docs/clone.ts';

/* The steps of docs/publish.md, in a clone and against a registry on the loopback address. */

const VERSION = manifest.version;
const TAG = `v${VERSION}`;
const SITE = { GITHUB_SERVER_URL: 'https://github.example', GITHUB_REPOSITORY: 'owner/name' };

interface Packument {
  readonly 'dist-tags': Readonly<Record<string, string>>;
  readonly versions: Readonly<Record<string, { readonly dist: { tarball: string } }>>;
  readonly _attachments: Readonly<Record<string, { readonly data: string }>>;
}

/** A registry that only keeps what is published. */
class Registry {
  readonly #server: Server;
  #published: Packument | undefined;

  constructor() {
    this.#server = createServer(async (request, response) => {
      const body = Buffer.concat(await request.toArray());
      if (request.method === 'PUT') {
        this.#published = JSON.parse(body.toString());
        response.writeHead(201).end('{}');
      } else if (request.url?.endsWith('.tgz') && this.#published) response.end(this.tarball);
      else if (this.#published && request.url === `/${manifest.name}`)
        response.end(JSON.stringify(this.#published));
      else response.writeHead(404).end('{}');
    });
  }

  async open(): Promise<void> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`;
  }

  get published(): Packument | undefined {
    return this.#published;
  }

  get tarball(): Buffer {
    const [attachment] = Object.values(this.#published?._attachments ?? {});
    return Buffer.from(attachment?.data ?? '', 'base64');
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}

let clone: Clone;
let home: string;
const registry = new Registry();

/** Without the variables that `npm test` sets for its children, but with a token for the registry, which npm requires. */
const environment = () => ({
  ...Object.fromEntries(Object.entries(testEnvironment()).filter(([name]) => !/^npm_/i.test(name))),
  npm_config_userconfig: join(home, '.npmrc'),
  npm_config_registry: registry.url,
});

const run = (file: string, args: readonly string[], cwd = clone.folder, more: object = {}) =>
  promisify(execFile)(file, args, { cwd, env: { ...environment(), ...more }, maxBuffer: 1e8 });

function edit(file: string, change: (text: string) => string): void {
  const path = join(clone.folder, file);
  writeFileSync(path, change(readFileSync(path, 'utf8')));
}

beforeAll(async () => {
  await registry.open();
  home = mkdtempSync(join(tmpdir(), 'publish-'));
  writeFileSync(join(home, '.npmrc'), `${registry.url.replace('http:', '')}:_authToken=a-token\n`);
  clone = cloneRepository();
  edit('package.json', (text) =>
    JSON.stringify({
      ...JSON.parse(text),
      repository: { type: 'git', url: `git+${SITE.GITHUB_SERVER_URL}/${SITE.GITHUB_REPOSITORY}.git` },
    }),
  );
  edit('CHANGELOG.md', (text) => text.replace(/^## (\S+) \(unreleased\)/m, '## $1 (2026-01-31)'));
  const git = (...args: readonly string[]) =>
    execFileSync(
      'git',
      ['-c', 'user.name=T', '-c', 'user.email=t@example.org', '-c', 'commit.gpgsign=false', ...args],
      {
        cwd: clone.folder,
        stdio: 'pipe',
      },
    );
  git('init', '-q');
  git('add', '-A', '--', ':!node_modules');
  git('commit', '-qm', 'Release');
  git('tag', TAG);
  await run('npm', ['run', '--silent', 'build']);
});

afterAll(() => {
  registry.close();
  clone?.remove();
  rmSync(home, { recursive: true, force: true });
});

interface Step {
  readonly name?: string;
  readonly run?: string;
}

describe('a release', () => {
  it('passes the checks of the workflow once its steps are done', async () => {
    const { jobs } = parse(readFileSync(join(clone.folder, '.github/workflows/release.yml'), 'utf8'));
    const checks = (jobs.publish.steps as readonly Step[]).filter(({ name }) =>
      /^The tag|^package\.json/.test(name ?? ''),
    );
    expect(checks).toHaveLength(2);
    for (const { run: script = '' } of checks)
      await run('bash', ['-eo', 'pipefail', '-c', script], clone.folder, { ...SITE, GITHUB_REF_NAME: TAG });
  });

  it('is rehearsed without publishing anything', async () => {
    const { stderr } = await run('npm', ['publish', '--dry-run', '--ignore-scripts']);
    expect(stderr).toContain('dist/bin/conversation-api.cjs');
    expect(registry.published).toBeUndefined();
  });

  it('publishes a package that a project installs and runs', async () => {
    await run('npm', ['publish', '--access', 'public', '--ignore-scripts']);
    expect(registry.published?.['dist-tags']).toEqual({ latest: VERSION });
    const project = mkdtempSync(join(home, 'project-'));
    writeFileSync(join(project, 'package.json'), '{ "private": true }\n');
    const tarball = join(home, 'published.tgz');
    writeFileSync(tarball, registry.tarball);
    await run('npm', ['install', '--offline', '--silent', tarball], project);
    const stream = `node_modules/${manifest.name}/docs/broken-stream.sse`;
    const verdict = run('npx', ['--no', 'conversation-api', 'check', stream], project);
    await expect(verdict).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringContaining('messages.steps.array'),
    });
  });

  it('is also an action, in the checkout of its tag', async () => {
    const checkout = join(home, 'action');
    await run('git', ['clone', '-q', '--branch', TAG, clone.folder, checkout], home);
    const { runs } = parse(readFileSync(join(checkout, 'action.yml'), 'utf8'));
    const { run: script = '' } = (runs.steps as readonly Step[]).at(-1) ?? {};
    // The previous step installs the locked dependencies.
    symlinkSync(join(repositoryRoot, 'node_modules'), join(checkout, 'node_modules'), 'junction');
    const server = await startReferenceServer({ port: 0, log: 'none' });
    try {
      const report = join(home, 'report.xml');
      await run('bash', ['-eo', 'pipefail', '-c', script], home, {
        INPUT_URL: server.url,
        INPUT_PROFILE: '',
        INPUT_FLAGS: '--fast --only chats.name',
        INPUT_OUTPUT: report,
        INPUT_REPORTER: '',
        RUNNER_TEMP: home,
        GITHUB_STEP_SUMMARY: join(home, 'summary.md'),
        GITHUB_ACTION_PATH: checkout,
        CONVERSATION_API_TOKEN: 'harbor-main',
      });
      expect(readFileSync(report, 'utf8')).toContain('name="chats.name.at-most-200"');
    } finally {
      await server.close();
    }
  });
});
