import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { updateFile } from '../../../src/conformance/recordings/update-file.ts';
import { makeWorkspace } from '../../cli/workspace.ts';

const workspace = makeWorkspace();
const noWait = async () => {};
const appendTo = (file: string, line: string) => () =>
  `${existsSync(file) ? readFileSync(file, 'utf8') : ''}${line}\n`;

describe('updating a file', () => {
  it('creates it and its folder', async () => {
    const file = workspace.path('new/file');
    await updateFile(file, appendTo(file, 'a'), noWait);
    expect(readFileSync(file, 'utf8')).toBe('a\n');
    expect(readdirSync(workspace.path('new'))).toEqual(['file']);
  });

  it('waits for another process that updates it', async () => {
    const file = workspace.write('shared', 'a\n');
    const lock = workspace.write('shared.lock', '');
    const waits: number[] = [];
    // The other process adds its line, and unlocks the file.
    await updateFile(file, appendTo(file, 'c'), async (milliseconds) => {
      waits.push(milliseconds);
      if (waits.length < 3) return;
      workspace.write('shared', 'a\nb\n');
      rmSync(lock);
    });
    expect(readFileSync(file, 'utf8')).toBe('a\nb\nc\n');
    expect(waits).toHaveLength(3);
    expect(existsSync(lock)).toBe(false);
  });

  it('says so if the file stays locked, and changes nothing', async () => {
    const file = workspace.write('locked', 'a\n');
    workspace.write('locked.lock', '');
    await expect(updateFile(file, appendTo(file, 'b'), noWait)).rejects.toMatchObject({
      code: 'unwritable-output',
      message: expect.stringMatching(/another run is writing it; if none is, delete \S+locked\.lock/),
    });
    expect(readFileSync(file, 'utf8')).toBe('a\n');
  });

  it('loses nothing if it is interrupted, and unlocks the file', async () => {
    const file = workspace.write('kept', 'a\n');
    const broken = () => {
      throw new Error('the old text is no history');
    };
    await expect(updateFile(file, broken, noWait)).rejects.toThrow('no history');
    expect(readFileSync(file, 'utf8')).toBe('a\n');
    expect(existsSync(`${file}.lock`)).toBe(false);
  });
});
