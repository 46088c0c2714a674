import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repositoryRoot } from '../../../scripts/test/environment.ts';
import { withTable } from '../toolchains/table.ts';
import type { Reader } from './reader.ts';
import { type Messages, readerTableOf, unexplained } from './reader-table.ts';
import { readers } from './readers.ts';

const page = readFileSync(resolve(repositoryRoot, 'docs/interop.md'), 'utf8');
const messages = JSON.parse(readFileSync(resolve(import.meta.dirname, 'messages.json'), 'utf8')) as Messages;

it('the page has the table of the latest messages of the readers', () => {
  expect(withTable(page, readerTableOf(readers, messages), 'readers')).toBe(page);
});

describe.each(readers)('$id', (reader) => {
  const readings = messages[reader.id];
  it.skipIf(readings === undefined)('read its files, and every message is explained', () => {
    if (readings === undefined) return;
    expect(readings.map(({ file }) => file)).toEqual(reader.files);
    expect(unexplained(reader, readings)).toEqual([]);
  });

  it('has a unique name, a pinned version, its programs and its smallest cases', () => {
    expect(readers.filter(({ id }) => id === reader.id)).toHaveLength(1);
    expect(reader.install.join(' ')).toContain(reader.version);
    const { reads, known } = reader;
    const program = reads.kind === 'page' ? reads.page : /\{programs\}\/(\S+)/.exec(reads.command)?.[1];
    const files = [
      ...(program === undefined ? [] : [`programs/${program}`]),
      ...known.map(({ smallest }) => `smallest/${smallest}`),
    ];
    expect(files.filter((file) => !existsSync(resolve(import.meta.dirname, file)))).toEqual([]);
  });
});

it('a message is explained only by the row that knows it', () => {
  const [first] = readers;
  const known = [{ says: /^noise$/, smallest: 'noise.json', reason: 'it is noise' }];
  const reader = { ...first, known } as Reader;
  const readings = [{ file: 'openapi.json', messages: ['noise', 'a warning'] }];
  expect(unexplained(reader, readings)).toEqual(['openapi.json: a warning']);
});
