import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { repositoryRoot } from '../../scripts/test/environment.ts';
import { type ReferenceServer, startReferenceServer } from '../../src/alterations/index.ts';
import { readFences } from '../docs/fence.ts';
import { makeProject, type Project, runnerFile } from './project.ts';

/** A test runner in the guide: where its example is written, how it runs that file, and how it reports. */
interface Runner {
  /** The note of the example in the guide. */
  readonly name: string;
  readonly file: string;
  readonly args: readonly string[];
  /** Selects tests by their names. */
  readonly filter: string;
  readonly variables?: Readonly<Record<string, string>>;
  readonly passed: RegExp;
  readonly skipped: RegExp;
  readonly failed: RegExp;
}

const GUIDE = 'docs/conformance.md';
const RUN = 'requests.createChat.name.one-more';
/** The profile of the examples has no credential without a scope. */
const LEFT_OUT = 'credentials.operations.create-skill';
const REASON = 'the profile has no credential:no_scope:skills:write';

const RUNNERS: readonly Runner[] = [
  {
    name: 'vitest',
    file: 'vitest.test.ts',
    args: [resolve(repositoryRoot, 'node_modules/vitest/vitest.mjs'), 'run', '--reporter=tap-flat'],
    filter: '-t',
    passed: /^ok \d+ - .* > requests\.createChat\.name\.one-more/m,
    skipped: /^ok \d+ - .* > credentials\.operations\.create-skill # .*SKIP/m,
    failed: /^not ok \d+ - .* > requests\.createChat\.name\.one-more/m,
  },
  {
    name: 'node:test',
    file: 'node.test.ts',
    args: ['--test', '--test-reporter=tap'],
    filter: '--test-name-pattern',
    passed: /^ *ok \d+ - requests\.createChat\.name\.one-more$/m,
    skipped: new RegExp(`^ *ok \\d+ - credentials\\.operations\\.create-skill # SKIP ${REASON}`, 'm'),
    failed: /^ *not ok \d+ - requests\.createChat\.name\.one-more$/m,
  },
  {
    name: 'jest',
    file: 'jest.test.cjs',
    args: [runnerFile('jest/bin/jest.js'), '--rootDir=.', '--verbose'],
    filter: '-t',
    passed: /^ +✓ requests\.createChat\.name\.one-more/m,
    skipped: new RegExp(`^ +○ skipped credentials\\.operations\\.create-skill: ${REASON}`, 'm'),
    failed: /^ +✕ requests\.createChat\.name\.one-more/m,
  },
  {
    name: 'playwright',
    file: 'playwright.spec.ts',
    args: [runnerFile('@playwright/test/cli.js'), 'test', '--reporter=list,json'],
    filter: '--grep',
    passed: /^ +✓ +\d+ .* requests\.createChat\.name\.one-more/m,
    skipped: new RegExp(`"description": "${REASON}`),
    failed: /^ +✘ +\d+ .* requests\.createChat\.name\.one-more/m,
  },
];

const examples = new Map(
  readFences(readFileSync(resolve(repositoryRoot, GUIDE), 'utf8')).map(({ note, code }) => [note, code]),
);

let project: Project;
let sound: ReferenceServer;
let broken: ReferenceServer;

beforeAll(async () => {
  project = await makeProject();
  for (const { name, file } of RUNNERS) project.write(file, examples.get(name) ?? '');
  sound = await startReferenceServer({ log: 'none' });
  broken = await startReferenceServer({
    log: 'none',
    breakages: ['chats.name.at-most-200/createChat:name/trimmed-to-limit'],
  });
});

afterAll(async () => {
  await Promise.all([sound?.close(), broken?.close()]);
  project?.remove();
});

describe.each(RUNNERS)('the example for $name', (runner) => {
  const runAgainst = (server: ReferenceServer) => {
    const args = [...runner.args, `${runner.filter}=${RUN}|${LEFT_OUT}`, runner.file];
    const variables = { ...runner.variables, TARGET: server.url, CONVERSATION_API_TOKEN: 'harbor-main' };
    return project.run(args, variables);
  };

  it('is in the guide', () => {
    expect(examples.get(runner.name)).toMatch(/(from |require\()'conversation-api\/conformance'/);
  });

  it('passes at a sound server, and skips checks that the profile lacks, with a reason', async () => {
    const { code, said } = await runAgainst(sound);
    expect(said).toMatch(runner.passed);
    expect(said).toMatch(runner.skipped);
    expect({ code, said }).toMatchObject({ code: 0 });
  });

  it('fails at a server that breaks a requirement, with the requirement and the evidence', async () => {
    const { code, said } = await runAgainst(broken);
    expect(said).toMatch(runner.failed);
    expect(said).toMatch(/chats\.name\.at-most-200: .*\n.*- http.*\n.* expected: .*\n.* actual: /);
    expect(code).toBe(1);
  });
});
