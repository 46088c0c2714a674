import { expect, it } from 'vitest';
import { soakFiles } from './hostile-files.ts';

it('hostile and damaged files of each format are judged or refused, in bounded memory', async () => {
  const { tallies, problems } = await soakFiles({ bytes: 2 ** 20, damaged: 4, seed: 1 });

  expect(problems).toEqual([]);
  for (const { files, exits, peak } of Object.values(tallies)) {
    expect(Object.values(exits).reduce((sum, count) => sum + count, 0)).toBe(files);
    expect((exits[1] ?? 0) + (exits[3] ?? 0)).toBeGreaterThan(8);
    // A process that measured nothing would appear small.
    expect(peak.amount).toBeGreaterThan(30);
  }
});
