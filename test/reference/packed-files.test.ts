import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, expect, it } from 'vitest';
import { acceptsGzip, PackedFiles } from '../../src/reference/packed-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'packed-'));
const file = join(folder, 'page.html');
afterAll(() => rmSync(folder, { recursive: true }));

it('a file is compressed once, and again after it has changed', async () => {
  const packed: string[] = [];
  const files = new PackedFiles(async (content) => {
    packed.push(String(content));
    return content;
  });
  writeFileSync(file, 'old');
  expect([await files.read(file), await files.read(file)].map(String)).toEqual(['old', 'old']);
  writeFileSync(file, 'new');
  utimesSync(file, 1, 1);
  expect(String(await files.read(file))).toBe('new');
  expect(packed).toEqual(['old', 'new']);
});

it('a file is compressed by gzip', async () => {
  writeFileSync(file, 'a page');
  expect(String(gunzipSync(await new PackedFiles().read(file)))).toBe('a page');
});

it.each([
  ['gzip', true],
  ['br;q=1, GZIP ; Q=0.5', true],
  ['*', true],
  ['br, *;q=0.1', true],
  [undefined, false],
  ['', false],
  ['br', false],
  ['gzip;q=0', false],
  ['gzip; Q=0.000, *', false],
  ['*;q=0', false],
  ['gzip;q=much', false],
  ['x-gzip', false],
])('Accept-Encoding: %s accepts gzip: %s', (accepted, accepts) => {
  expect(acceptsGzip(accepted)).toBe(accepts);
});
