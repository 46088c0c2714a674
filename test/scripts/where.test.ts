import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { repositoryRoot } from '../../scripts/test/environment.ts';
import { ALL_BREAKAGES } from '../../src/alterations/breakages/index.ts';
import * as answered from '../../src/alterations/breakages/kinds/answered.ts';
import * as heard from '../../src/alterations/breakages/kinds/heard.ts';
import * as shown from '../../src/alterations/breakages/kinds/shown.ts';
import { VARIANTS } from '../../src/alterations/variants/index.ts';
import { CHECKS } from '../../src/conformance/suite/index.ts';

/** The functions that make a breakage of a row. */
const KINDS = [answered, heard, shown].flatMap((kinds) => Object.keys(kinds));

const where = (...args: readonly string[]) =>
  spawnSync(process.execPath, ['scripts/where.ts', ...args], { cwd: repositoryRoot, encoding: 'utf8' });

describe('where --all', () => {
  let lines: readonly string[] = [];
  beforeAll(() => {
    lines = where('--all').stdout.trimEnd().split('\n');
  });

  it.each([
    ['check', CHECKS, /\bcheck(Probes)?\(/],
    ['breakage', ALL_BREAKAGES, new RegExp(`\\b(breakage|misheard|${KINDS.join('|')})\\(`)],
    ['variant', VARIANTS, /\bvariant\(/],
  ] as const)('names the line that declares each %s', (kind, all, call) => {
    const places = new Map(
      lines
        .map((line) => /^(\S+) (.*) (\S+):(\d+)(?: \(\S+\))?$/.exec(line)?.slice(1) ?? [])
        .filter(([ofKind]) => ofKind === kind)
        .map(([, id = '', file = '', line]) => [id, { file, line: Number(line) }] as const),
    );
    expect([...places.keys()].toSorted()).toEqual(all.map(({ id }) => id).toSorted());
    const texts = new Map<string, readonly string[]>();
    const textAt = ({ file, line }: { readonly file: string; readonly line: number }) => {
      if (!texts.has(file)) texts.set(file, readFileSync(`${repositoryRoot}/${file}`, 'utf8').split('\n'));
      return texts.get(file)?.[line - 1] ?? '';
    };
    expect(
      [...places]
        .filter(([, place]) => !call.test(textAt(place)))
        .map(([id, place]) => [id, place, textAt(place)]),
    ).toEqual([]);
  });
});

describe('where ID', () => {
  it('names the row that a derived check is about, and what it decides', () => {
    expect(where('requests.createChat.name.longest').stdout).toMatch(
      /^about +chats\.name\.at-most-200 {2}spec\/requirements\/chats\.yaml:\d+, decides most, beyond of createChat\.name$/m,
    );
  });

  it('refuses an unknown id, and names similar ones', () => {
    const { status, stderr } = where('createChat.name.long');
    expect(status).toBe(1);
    expect(stderr).toContain('perhaps requests.createChat.name.longest');
  });
});
