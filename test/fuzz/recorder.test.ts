import { expect, it } from 'vitest';
import { soakRecorder } from './recorder.ts';

it('recordings of a recorder that is killed during use can be judged, and contain all received answers', async () => {
  const { problems, answers, recordings } = await soakRecorder({ kills: 2, seed: 1 });
  expect(problems).toEqual([]);
  expect(answers).toBeGreaterThan(10);
  expect(recordings).toBeGreaterThanOrEqual(answers);
});
