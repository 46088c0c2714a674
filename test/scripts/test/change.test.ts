import { expect, it } from 'vitest';
import { readOwnChange, readRecentChange } from '../../../scripts/test/change.ts';
import { makeRepository } from './repository.ts';

it('is what is not committed, or else the last commit, or what differs from a given base', () => {
  const { folder, write, commit } = makeRepository();
  const first = commit();
  write('b.txt', 'two\n');
  const second = commit();
  expect(readOwnChange({}, folder)).toMatchObject({ base: first, files: ['b.txt'] });

  write('a.txt', 'changed\n');
  write('c.txt', 'new\n');
  const own = readOwnChange({}, folder);
  expect(own).toMatchObject({ base: second, files: ['a.txt', 'c.txt'] });
  expect(own.text).toContain('+changed');
  expect(own.text).toContain('new');
  expect(readOwnChange({ PROOF_BASE: first }, folder).files).toEqual(['a.txt', 'b.txt', 'c.txt']);
  expect(() => readOwnChange({ PROOF_BASE: 'nowhere' }, folder)).toThrow('nowhere');
});

it('is recent since the last release, or since a day ago, as far as the history reaches', () => {
  const { folder, git, write, commit } = makeRepository();
  commit();
  expect(readRecentChange({}, folder)).toBeUndefined();

  const old = makeRepository();
  const first = old.commit(4);
  old.write('a.txt', 'two\n');
  const second = old.commit(3);
  expect(readRecentChange({}, old.folder)).toMatchObject({ base: first, files: ['a.txt'] });
  old.write('b.txt', 'two\n');
  old.commit();
  expect(readRecentChange({}, old.folder)).toMatchObject({ base: second, files: ['b.txt'] });
  expect(() => readRecentChange({ PROOF_BASE: 'nowhere' }, old.folder)).toThrow('nowhere');

  git('tag', 'v1.0.0');
  write('c.txt', 'three\n');
  commit();
  expect(readRecentChange({}, folder)?.files).toEqual(['c.txt']);
});
