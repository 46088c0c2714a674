import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { CompareError, changesSince, readRun } from './compare.ts';
import { formatFigures } from './figure.ts';

const folder = mkdtempSync(join(tmpdir(), 'conversation-api-compare-'));
afterAll(() => rmSync(folder, { recursive: true }));

const MACHINE = { node: 'v24.0.0', cpu: 'a cpu', cores: 2 };
const EARLIER = { machine: MACHINE, figures: [{ name: 'speed', ratio: 2 }] };

function write(text: string): string {
  const file = join(folder, 'bench.json');
  writeFileSync(file, text);
  return file;
}

it('shows changed and new figures since an earlier run', () => {
  const figures = [
    { name: 'speed', ratio: 2.5 },
    { name: 'memory', amount: { value: 20, unit: 'MB' } },
  ];
  const changes = changesSince(readRun(write(JSON.stringify(EARLIER)), MACHINE), figures);
  expect(formatFigures(figures, changes).split('\n').slice(2)).toEqual([
    '| speed | 2.50 x |  |  |  | +25 % |',
    '| memory | 20 MB |  |  |  | new |',
  ]);
});

it.each([
  ['a run of another machine', JSON.stringify({ ...EARLIER, machine: { ...MACHINE, cores: 8 } }), /8 cores/],
  ['another file', '{}', /is no earlier run/],
  ['a text', 'figures', /cannot be read/],
])('refuses %s in one line', (_, text, message) => {
  const read = () => readRun(write(text), MACHINE);
  expect(read).toThrow(CompareError);
  expect(read).toThrow(message);
});
