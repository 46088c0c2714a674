import { randomUUID } from 'node:crypto';
import { readFileSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  RotatedRecording,
  type RotationOptions,
} from '../../../src/conformance/recordings/rotated-recording.ts';
import type { ExchangeFile } from '../../../src/conformance/recordings/write-recording.ts';
import { makeWorkspace } from '../../cli/workspace.ts';
import { listRecordings } from '../recorder/open-recorder.ts';

const files = makeWorkspace();
const HEADER = { recording: 1 } as const;
/** Length of the header, and of the end record of an exchange with a one-digit number. */
const HEADER_BYTES = '{"recording":1}\n'.length;
const END_BYTES = '{"exchange":0,"at":0,"end":"server"}\n'.length;

function open(options: RotationOptions, path = files.path(randomUUID())) {
  const deleted: string[] = [];
  const recording = new RotatedRecording(path, { onDelete: (name) => deleted.push(name), ...options });
  const begin = () => recording.create('other', HEADER);
  const end = (file: ExchangeFile) => {
    file.write({ exchange: file.number, at: 0, end: 'server' });
    file.close();
  };
  return { path, recording, deleted, begin, end, add: () => end(begin()) };
}

const sizes = (path: string) =>
  Object.fromEntries(listRecordings(path).map((name) => [name, statSync(join(path, name)).size]));

/** The numbers of the exchanges in each file, in order. */
function exchangesIn(path: string): Record<string, number[]> {
  const list = listRecordings(path)
    .sort()
    .map((name): [string, number[]] => {
      const [header, ...records] = readFileSync(join(path, name), 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line));
      expect(header).toEqual(HEADER);
      return [name, records.map(({ exchange }) => exchange)];
    });
  return Object.fromEntries(list);
}

describe('a recording in numbered files', () => {
  it('begins another file when one has reached its maximum size', () => {
    const { path, recording, add } = open({ fileBytes: HEADER_BYTES + 2 * END_BYTES });
    for (let count = 0; count < 5; count += 1) add();
    recording.close();
    expect(exchangesIn(path)).toEqual({
      '0000-exchanges.jsonl': [0, 1],
      '0001-exchanges.jsonl': [2, 3],
      '0002-exchanges.jsonl': [4],
    });
    const total = Object.values(sizes(path)).reduce((sum, size) => sum + size, 0);
    expect(recording.bytes).toBe(total);
  });

  it('writes a whole exchange to the file in which it began', () => {
    const { path, recording, begin, end, add } = open({ fileBytes: 40 });
    const long = begin();
    add();
    add();
    end(long);
    recording.close();
    expect(exchangesIn(path)).toEqual({ '0000-exchanges.jsonl': [1, 0], '0001-exchanges.jsonl': [2] });
  });

  it('leaves no file without an exchange', () => {
    const { path, recording, begin } = open({ fileBytes: 40 });
    begin().close();
    recording.close();
    expect({ bytes: recording.bytes, files: listRecordings(path) }).toEqual({ bytes: 0, files: [] });
  });

  it('continues after a partly written line', () => {
    let fails = false;
    const { path, recording, begin, end, add } = open({
      fileBytes: 1000,
      writeBytes: (file, bytes, offset) => {
        if (!fails) return writeSync(file, bytes, offset);
        writeSync(file, bytes, offset, 7);
        throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
      },
    });
    add();
    const failing = begin();
    fails = true;
    expect(() => end(failing)).toThrow('no space left');
    failing.close();
    fails = false;
    add();
    recording.close();
    expect(exchangesIn(path)).toEqual({ '0000-exchanges.jsonl': [0, 2] });
    expect(recording.bytes).toBe(sizes(path)['0000-exchanges.jsonl']);
  });
});

describe('a disk limit', () => {
  const fileBytes = HEADER_BYTES + END_BYTES;

  it('deletes the oldest files only, and is never exceeded', () => {
    const { path, recording, deleted, add } = open({ fileBytes, totalBytes: 3 * fileBytes });
    for (let count = 0; count < 6; count += 1) {
      add();
      expect(recording.bytes).toBeLessThanOrEqual(3 * fileBytes);
    }
    recording.close();
    expect(deleted).toEqual(['0000-exchanges.jsonl', '0001-exchanges.jsonl', '0002-exchanges.jsonl']);
    expect(exchangesIn(path)).toEqual({
      '0003-exchanges.jsonl': [3],
      '0004-exchanges.jsonl': [4],
      '0005-exchanges.jsonl': [5],
    });
  });

  it('keeps a file that is still being written, however old it is', () => {
    const { path, recording, deleted, begin, add } = open({ fileBytes, totalBytes: 4 * fileBytes });
    const long = begin();
    long.write({ exchange: long.number, at: 0, end: 'server' });
    add();
    add();
    add();
    expect(deleted).toEqual([]);
    add();
    expect(deleted).toEqual(['0001-exchanges.jsonl']);
    long.close();
    add();
    recording.close();
    expect(deleted.toSorted()).toEqual(['0000-exchanges.jsonl', '0001-exchanges.jsonl']);
    expect(Object.keys(exchangesIn(path))).toEqual([
      '0002-exchanges.jsonl',
      '0003-exchanges.jsonl',
      '0004-exchanges.jsonl',
      '0005-exchanges.jsonl',
    ]);
  });

  it('leaves the exchanges with violations of a deleted file in it, up to a quarter', () => {
    const totalBytes = 10 * fileBytes;
    const notKept: number[] = [];
    const { path, recording, deleted, begin, end, add } = open({
      fileBytes: 3 * fileBytes,
      totalBytes,
      onNotKept: (limit) => notKept.push(limit),
    });
    const addKept = () => {
      const file = begin();
      file.keep();
      end(file);
    };
    const long = begin();
    addKept();
    long.keep();
    add();
    end(long);
    addKept();
    for (let count = 0; count < 30; count += 1) {
      add();
      expect(recording.bytes).toBeLessThanOrEqual(totalBytes);
      const sum = Object.values(sizes(path)).reduce((total, size) => total + size, 0);
      expect(recording.bytes).toBe(sum);
    }
    addKept();
    recording.close();
    expect(deleted[0]).toBe('0000-exchanges.jsonl');
    expect(exchangesIn(path)['0000-exchanges.jsonl']).toEqual([1, 0, 3]);
    expect(notKept).toEqual([Math.floor(2.5 * fileBytes)]);
  });

  it('deletes nothing for a line that would still not fit', () => {
    const { recording, deleted, begin, add } = open({ fileBytes, totalBytes: 3 * fileBytes });
    add();
    const large = begin();
    expect(() => large.write({ exchange: large.number, at: 0, chunk: 'A'.repeat(200) })).toThrow(
      'the files that are still written to fill the limit of',
    );
    expect(deleted).toEqual([]);
    large.close();
    recording.close();
  });

  it('counts the files of an earlier recorder, but no other files', () => {
    const first = open({ fileBytes });
    first.add();
    first.add();
    first.recording.close();
    writeFileSync(join(first.path, '0000-listChats.jsonl'), 'precious');
    writeFileSync(join(first.path, 'notes.txt'), 'precious');
    const second = open({ fileBytes, totalBytes: 2 * fileBytes }, first.path);
    expect(second.recording.bytes).toBe(2 * fileBytes);
    second.add();
    second.recording.close();
    expect(second.deleted).toEqual(['0000-exchanges.jsonl']);
    expect(listRecordings(first.path).sort()).toEqual([
      '0000-listChats.jsonl',
      '0001-exchanges.jsonl',
      '0002-exchanges.jsonl',
      'notes.txt',
    ]);
  });
});
