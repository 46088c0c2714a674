import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { CompareError, changesSince, fallen, medianOf, readRun } from './compare.ts';
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

it('compares medians, and names what became worse by more than the tolerance', () => {
  const runOf = (speed: number, time: number) => ({
    machine: MACHINE,
    figures: [
      { name: 'speed', ratio: speed, goal: { atLeast: 1 } },
      { name: 'time', ratio: time, goal: { atMost: 1 } },
      { name: 'size', ratio: speed },
    ],
  });
  const before = medianOf([runOf(1, 1), runOf(9, 9), runOf(1, 1)]);
  const namesOf = (speed: number, time: number) => {
    const { figures } = runOf(speed, time);
    return fallen(figures, changesSince(before, figures), 0.05);
  };
  expect(namesOf(0.96, 1.04)).toEqual([]);
  expect(namesOf(2, 0.5)).toEqual([]);
  expect(namesOf(0.94, 1.06)).toEqual(['speed', 'time']);
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
