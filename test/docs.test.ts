import { execFile } from 'node:child_process';
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { repositoryRoot, testEnvironment } from '../scripts/test/environment.ts';

const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'SECURITY.md',
  'examples/README.md',
  ...readdirSync(resolve(repositoryRoot, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .map((path) => `docs/${path.replaceAll('\\', '/')}`),
];
const textOf = (page: string) => readFileSync(resolve(repositoryRoot, page), 'utf8');

/** What the pages show of our program: a prompt, a command that calls it, and its output. */
const shown = pages.flatMap((page) =>
  [...textOf(page).matchAll(/```text\n(\$ [\s\S]*?)```/g)]
    .flatMap(([, block = '']) => block.split(/^\$ /m).filter((part) => part !== ''))
    .map((part) => ({
      page,
      command: part.slice(0, part.indexOf('\n')),
      output: part.slice(part.indexOf('\n') + 1),
    })),
);

/** The fragments that Markdown hosts give to headings. */
const fragmentsOf = (page: string) =>
  [...textOf(page).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-'),
  );

const links = pages.flatMap((page) =>
  [...textOf(page).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => ({ page, target }))
    .filter(({ target }) => !/^[a-z]+:/.test(target)),
);

async function run(command: string): Promise<string> {
  const [, line = ''] = /^(?:npx --no )?conversation-api (.*)$/.exec(command) ?? [];
  const args = line.split(' ').map((arg) => arg.replace(/^'(.*)'$/, '$1'));
  const options = { cwd: repositoryRoot, env: testEnvironment() };
  // A verdict may cause an exit code other than 0. Both streams are available in any case.
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    ['src/cli/main.ts', ...args],
    options,
  ).catch((failure: { stdout: string; stderr: string }) => failure);
  return stdout + stderr;
}

describe('the output in the documentation', () => {
  it('exists', () => {
    expect(shown.map(({ page }) => page)).toEqual(expect.arrayContaining(['README.md', 'docs/judge.md']));
  });

  it.each(shown)('is what `$command` prints ($page)', async ({ command, output }) => {
    // In a project, the files of the package are in node_modules. Here they are in the repository itself.
    const here = (text: string) => text.replaceAll('node_modules/conversation-api/', '');
    // Pages leave out these numbers, since they change with each requirement.
    const printed = (await run(here(command))).replace(
      /\d+(?= not exercised$| are not about this input)/gm,
      '…',
    );
    expect(printed.trimEnd()).toBe(here(output).trimEnd());
  });
});

it('lets npx start only installed programs, since anybody could publish a free name', () => {
  const printing = globSync(['{src,examples,scripts/portal,portal/elements}/**/*.ts'], {
    cwd: repositoryRoot,
  });
  const loose = [...pages, 'action.yml', ...printing].flatMap((page) =>
    [...textOf(page).matchAll(/(?:^|[`'>$] ?)npx (?!--no[ `])\S+/gm)].map(([call]) => `${page}: ${call}`),
  );
  expect(loose).toEqual([]);
});

it('has no broken link', () => {
  expect(links).not.toEqual([]);
  const dead = links.filter(({ page, target }) => {
    const [path = '', fragment] = target.split('#');
    const place = path === '' ? page : resolve(repositoryRoot, dirname(page), path);
    if (!existsSync(resolve(repositoryRoot, place))) return true;
    return fragment !== undefined && !fragmentsOf(place).includes(fragment);
  });
  expect(dead).toEqual([]);
});
