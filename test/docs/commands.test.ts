import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { repositoryRoot } from '../../scripts/test/environment.ts';
import { selectedFiles } from '../../scripts/test/extras.ts';
import { gates } from '../../scripts/test/gates.ts';
import { loadAlterations } from '../../src/alterations/load-alterations.ts';
import { COMMANDS } from '../../src/cli/commands.ts';
import { readFences } from './fence.ts';
import { readCommands, readTranscripts } from './shell-command.ts';

const pages = globSync(['*.md', 'docs/*.md'], { cwd: repositoryRoot }).map((page) => ({
  page,
  text: readFileSync(resolve(repositoryRoot, page), 'utf8'),
}));

/** Text between single backticks in a sentence or a table. */
const inSentences = pages.flatMap(({ page, text }) =>
  [...text.matchAll(/(?<!`)`([^`]+)`(?!`)/g)].flatMap(([, code = '']) => {
    const [, call] =
      /^(?:npx --no )?conversation-api ([a-z]+(?: [^|>]*)?)(?:$|[|>])/.exec(code.replace(/\s+/g, ' ')) ?? [];
    const [name = '', ...args] = call?.trim().split(' ') ?? [];
    return call === undefined ? [] : [{ place: page, name, args }];
  }),
);
const inBlocks = pages.flatMap(({ page, text }) => {
  const fences = readFences(text);
  return [...readCommands(fences), ...readTranscripts(fences)].map(
    ({ line, args: [name = '', ...args] }) => ({ place: `${page}:${line}`, name, args }),
  );
});
const commands = [...inBlocks, ...inSentences];

/** The ids after a flag, separated by commas; none for a placeholder in capitals. */
const idsAfter = (flag: string, args: readonly string[]) =>
  args.flatMap((arg, index) =>
    args[index - 1] === flag ? arg.split(',').filter((id) => !/^[A-Z]+$|…/.test(id)) : [],
  );

describe('a command that a page shows', () => {
  it('exists', () => {
    const names = [...COMMANDS.map(({ name }) => name), 'help'];
    expect(commands.map(({ name }) => name)).toEqual(expect.arrayContaining(['serve', 'check', 'record']));
    expect(commands.filter(({ name }) => !names.includes(name))).toEqual([]);
  });

  it('uses only flags that its help lists', async () => {
    const helps = new Map(
      await Promise.all(COMMANDS.map(async ({ name, help }) => [name, await help()] as const)),
    );
    const unknown = commands.flatMap(({ place, name, args }) =>
      args
        .filter((arg) => arg.startsWith('--'))
        .filter((flag) => !new RegExp(`^ .*${flag}\\b`, 'm').test(helps.get(name) ?? ''))
        .map((flag) => `${place}: ${name} ${flag}`),
    );
    expect(unknown).toEqual([]);
  });

  it('names existing breakages and variants', async () => {
    const breakages = [...new Set(commands.flatMap(({ args }) => idsAfter('--break', args)))];
    const variants = [...new Set(commands.flatMap(({ args }) => idsAfter('--variant', args)))];
    expect(await loadAlterations({ breakages, variants })).toHaveLength(breakages.length + variants.length);
  });
});

it('the transcripts of the first hour are among them', () => {
  const typed = inBlocks.filter(({ place }) => place.startsWith('docs/first-hour.md:'));
  expect(typed.map(({ name }) => name)).toEqual(expect.arrayContaining(['check', 'explain', 'list']));
});

describe('an `npm` command on a page', () => {
  const wordsOf = (call: RegExp) =>
    pages.flatMap(({ page, text }) =>
      [...text.matchAll(call)].flatMap(([, words = '']) => words.split(' ').map((word) => ({ page, word }))),
    );

  it('runs an existing script', () => {
    const scripts = wordsOf(/\bnpm run ([\w-]+(?::\w+)*)/g);
    expect(scripts.map(({ word }) => word)).toEqual(expect.arrayContaining(['build', 'portal']));
    expect(scripts.filter(({ word }) => !(word in manifest.scripts))).toEqual([]);
  });

  it('names an existing test or gate', () => {
    const filters = wordsOf(/\bnpm test -- ([^`\n]+)/g);
    const names = gates.map(({ name }) => name);
    expect(filters.map(({ word }) => word)).toEqual(expect.arrayContaining(['types', 'test/spec']));
    expect(filters.filter(({ word }) => !names.includes(word) && selectedFiles([word]).length === 0)).toEqual(
      [],
    );
  });
});

it('a tarball that a guide installs has the name given by `npm pack`', () => {
  const tarballs = pages.flatMap(({ text }) => text.match(/\bconversation-api-[\d.]+\.tgz/g) ?? []);
  expect(tarballs).not.toEqual([]);
  expect(new Set(tarballs)).toEqual(new Set([`${manifest.name}-${manifest.version}.tgz`]));
});
