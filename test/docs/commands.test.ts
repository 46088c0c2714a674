import { describe, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { loadAlterations } from '../../src/alterations/load-alterations.ts';
import { COMMANDS } from '../../src/cli/commands.ts';
import { guides } from './guide.ts';

const commands = guides.flatMap(({ page, commands }) =>
  commands.map(({ line, args: [name = '', ...args] }) => ({ place: `${page}:${line}`, name, args })),
);

/** The ids after a flag, separated by commas. */
const idsAfter = (flag: string, args: readonly string[]) =>
  args.flatMap((arg, index) => (args[index - 1] === flag ? arg.split(',') : []));

describe('a command that a guide shows', () => {
  it('is there', () => {
    const names = COMMANDS.map(({ name }) => name);
    expect(commands.map(({ name }) => name)).toEqual(expect.arrayContaining(['serve', 'check', 'record']));
    expect(commands.filter(({ name }) => !names.includes(name))).toEqual([]);
  });

  it.each(commands)('has the flags that its help tells: $place', async ({ name, args }) => {
    const help = await COMMANDS.find((command) => command.name === name)?.help();
    const flags = args.filter((arg) => arg.startsWith('-'));
    expect(flags.filter((flag) => !new RegExp(`^ .*${flag}\\b`, 'm').test(help ?? ''))).toEqual([]);
  });

  it.each(commands)('names breakages and variants that there are: $place', async ({ args }) => {
    const breakages = idsAfter('--break', args);
    const variants = idsAfter('--variant', args);
    const loaded = await loadAlterations({ breakages, variants });
    expect(loaded).toHaveLength(breakages.length + variants.length);
  });
});

it('a tarball that a guide installs has the name that `npm pack` gives it', () => {
  const tarballs = guides.flatMap(({ text }) => text.match(/\bconversation-api-[\d.]+\.tgz/g) ?? []);
  expect(tarballs).not.toEqual([]);
  expect(new Set(tarballs)).toEqual(new Set([`${manifest.name}-${manifest.version}.tgz`]));
});
