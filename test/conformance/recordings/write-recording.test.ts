import { readFileSync, writeSync } from 'node:fs';
import { expect, it } from 'vitest';
import { RecordingFolder } from '../../../src/conformance/recordings/write-recording.ts';
import { makeWorkspace } from '../../cli/workspace.ts';
import { listRecordings } from '../recorder/open-recorder.ts';

const files = makeWorkspace();

/** Writes the given number of bytes, and then fails like a full disk. */
function fullAfter(bytes: number) {
  let left = bytes;
  return (file: number, piece: Uint8Array, offset: number): number => {
    if (left === 0) throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
    const written = writeSync(file, piece, offset, Math.min(left, piece.length - offset));
    left -= written;
    return written;
  };
}

it.each([0, 5])('leaves no file if the disk is full after %i bytes', (bytes) => {
  const folder = new RecordingFolder(files.path(`full-${bytes}`), { writeBytes: fullAfter(bytes) });
  expect(() => folder.create('x', { recording: 1 })).toThrow('no space left');
  expect(listRecordings(folder.path)).toEqual([]);
});

it('leaves no partial line', () => {
  const folder = new RecordingFolder(files.path('part'), { writeBytes: fullAfter(80) });
  const file = folder.create('x', { recording: 1 });
  file.write({ exchange: 0, at: 0, end: 'server' });
  expect(() => file.write({ exchange: 1, at: 0, end: 'server' })).toThrow('no space left');
  file.close();
  expect(readFileSync(`${folder.path}/${file.name}`, 'utf8')).toBe(
    '{"recording":1}\n{"exchange":0,"at":0,"end":"server"}\n',
  );
});

it('leaves no recording without a record', () => {
  const folder = new RecordingFolder(files.path('header'), { writeBytes: fullAfter(30) });
  const file = folder.create('x', { recording: 1 });
  expect(() => file.write({ exchange: 0, at: 0, end: 'server' })).toThrow('no space left');
  file.close();
  expect(listRecordings(folder.path)).toEqual([]);
});
