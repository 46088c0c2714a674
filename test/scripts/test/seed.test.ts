import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { hashTree, readSeed, toNumber } from '../../../scripts/test/seed.ts';
import { makeRepository } from './repository.ts';

it('is the same before a commit and after it, and differs for each change', () => {
  const { folder, git, write, commit } = makeRepository();
  commit();
  const first = hashTree(folder);
  expect(git('rev-parse', 'HEAD^{tree}')).toMatch(new RegExp(`^${first}`));

  write('a.txt', 'two\n');
  write('b.txt', 'new\n');
  const second = hashTree(folder);
  expect(second).not.toBe(first);
  expect(git('status', '--short').split('\n')).toEqual(['M a.txt', '?? b.txt']);
  commit();
  expect(hashTree(folder)).toBe(second);

  write('ignored', 'x');
  expect(hashTree(folder)).toBe(second);
});

it('is fixed outside of a git checkout', () => {
  const folder = mkdtempSync(join(tmpdir(), 'no-checkout-'));
  expect(hashTree(folder)).toBe('no-checkout');
  rmSync(folder, { recursive: true });
});

it('can be given, so that a run repeats the samples of another', () => {
  expect(readSeed({ PROOF_SEED: 'abc' })).toBe('abc');
  expect(readSeed({})).toMatch(/^[\da-f]{12}$|^no-checkout$/);
  expect(toNumber('12')).toBe(12);
  expect(toNumber('abc')).toBe(toNumber('abc'));
  expect(toNumber('abc')).not.toBe(toNumber('abd'));
});
