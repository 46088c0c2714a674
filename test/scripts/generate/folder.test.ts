import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { compare, readSpec, settle } from '../../../scripts/generate/folder.ts';

let root: string;

function write(path: string, text: string) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'generate-'));
});
afterEach(() => rmSync(root, { recursive: true }));

it('readSpec reads the sources below spec/ and nothing else', () => {
  write('spec/schemas/Pet.yaml', 'type: object');
  write('spec/examples/streams/a.sse', 'data: 1\r\n');
  write('spec/.DS_Store', '');
  write('spec/released/1.0.0/errors.json', '[]');
  write('other.yaml', '');
  const spec = readSpec(root);
  expect([...spec.list('schemas'), ...spec.list('examples')]).toEqual([
    'schemas/Pet.yaml',
    'examples/streams/a.sse',
  ]);
  expect(spec.has('.DS_Store')).toBe(false);
  expect(spec.list('released')).toEqual([]);
  expect(spec.text('examples/streams/a.sse')).toBe('data: 1\r\n');
});

describe('compare and settle', () => {
  const built = new Map([
    ['docs/page.md', 'a\n'],
    ['generated/deep/new.json', 'b\n'],
    ['generated/same.json', 'c\n'],
    ['generated/stale.json', 'd\n'],
  ]);

  beforeEach(() => {
    write('docs/page.md', 'a \n');
    write('docs/by-hand.md', '');
    write('generated/same.json', 'c\n');
    write('generated/stale.json', 'd\r\n');
    write('generated/old/extra.json', '');
  });

  it('name every file that differs or is missing or extra, and leave files written by hand', () => {
    expect(compare(root, built)).toEqual([
      { path: 'docs/page.md', state: 'stale' },
      { path: 'generated/deep/new.json', state: 'missing' },
      { path: 'generated/old/extra.json', state: 'extra' },
      { path: 'generated/stale.json', state: 'stale' },
    ]);
  });

  it('leave no difference', () => {
    settle(root, built, compare(root, built));
    expect(compare(root, built)).toEqual([]);
    expect(readFileSync(join(root, 'generated/deep/new.json'), 'utf8')).toBe('b\n');
  });
});
