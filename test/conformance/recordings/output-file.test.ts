import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ensureWritable, writeReport } from '../../../src/conformance/recordings/output-file.ts';
import { makeWorkspace } from '../../cli/workspace.ts';

const files = makeWorkspace();

it('leaves no other file next to the report, and replaces an older report', () => {
  mkdirSync(files.path('out'));
  writeReport(files.path('out/report.xml'), 'one');
  writeReport(files.path('out/report.xml'), 'two');
  expect(readdirSync(files.path('out'))).toEqual(['report.xml']);
  expect(readFileSync(files.path('out/report.xml'), 'utf8')).toBe('two');
});

it('makes a file that others could read private', () => {
  writeFileSync(files.path('public.json'), '', { mode: 0o644 });
  writeReport(files.path('public.json'), '{}');
  expect(statSync(files.path('public.json')).mode & 0o777).toBe(0o600);
});

/** For each link: its name, where it points, and the file that is written. */
it.each<[string, Record<string, string>, string]>([
  ['to a file', { 'link.json': 'existing.json' }, 'existing.json'],
  ['to a file that does not exist yet', { 'link.json': 'later.json' }, 'later.json'],
  ['to a file in a folder that does not exist yet', { 'link.json': 'a/b/later.json' }, 'a/b/later.json'],
  ['to a link', { 'link.json': 'second.json', 'second.json': 'later.json' }, 'later.json'],
  ['upwards', { 'folder/up.json': '../later.json', 'link.json': 'folder/up.json' }, 'later.json'],
])('writes through a link %s instead of replacing it', (what, links, written) => {
  const root = what.replaceAll(' ', '-');
  const at = (name: string) => files.path(join(root, name));
  mkdirSync(at('folder'), { recursive: true });
  writeFileSync(at('existing.json'), '');
  for (const [name, to] of Object.entries(links)) symlinkSync(to, at(name));

  ensureWritable(at('link.json'), []);
  writeReport(at('link.json'), 'through');

  expect(readFileSync(at(written), 'utf8')).toBe('through');
  expect(lstatSync(at('link.json')).isSymbolicLink()).toBe(true);
  expect(statSync(at(written)).mode & 0o777).toBe(0o600);
});

it('writes through a link to a folder', () => {
  mkdirSync(files.path('real-folder'));
  symlinkSync('real-folder', files.path('linked-folder'));
  writeReport(files.path('linked-folder/deep/report.json'), 'through');
  expect(readFileSync(files.path('real-folder/deep/report.json'), 'utf8')).toBe('through');
});

it('creates folders that only their owner can read', () => {
  ensureWritable(files.path('new/folder/report.json'), []);
  expect(existsSync(files.path('new'))).toBe(false);
  writeReport(files.path('new/folder/report.json'), '{}');
  expect(statSync(files.path('new/folder')).mode & 0o777).toBe(0o700);
});

it('writes into a device instead of replacing it', () => {
  ensureWritable('/dev/null', []);
  writeReport('/dev/null', 'gone');
  expect(statSync('/dev/null').isCharacterDevice()).toBe(true);
});

it('recognises an input under another name', () => {
  const input = files.write('input.sse', '');
  symlinkSync(input, files.path('alias.sse'));
  expect(() => ensureWritable(files.path('alias.sse'), [input])).toThrow('one of the inputs');
  expect(() => ensureWritable(files.path('other.sse'), [input])).not.toThrow();
});

it('explains in its own words what is wrong with a path', () => {
  const below = `${files.write('a-file', '')}/deep/report.json`;
  symlinkSync('circle', files.path('circle'));
  expect(() => ensureWritable(below, [])).toThrow(/cannot write .*: .*a-file is a file; name a folder/);
  expect(() => writeReport(below, '')).toThrow(/cannot write .*: a part of its path is a file/);
  expect(() => ensureWritable(files.path('circle'), [])).toThrow(
    /cannot write .*: its links lead in a circle/,
  );
});
