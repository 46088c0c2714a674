import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
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

it('writes through a link instead of replacing it', () => {
  writeFileSync(files.path('real.json'), '');
  symlinkSync(files.path('real.json'), files.path('link.json'));
  writeReport(files.path('link.json'), 'through');
  expect(readFileSync(files.path('real.json'), 'utf8')).toBe('through');
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
  expect(() => writeReport(files.path('no/where.json'), '')).toThrow(
    /cannot write .*: there is no such directory/,
  );
});
