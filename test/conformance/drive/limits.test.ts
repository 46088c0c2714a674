import { expect, it } from 'vitest';
import { DRIVE_LIMITS, limitsAt } from '../../../src/conformance/drive/limits.ts';

it.each([
  [1, 300_000],
  [12, 300_000],
  [20, 180_000],
  [1000, 90_000],
])('at time scale %i, an exchange may take %i ms', (timeScale, total) => {
  expect(limitsAt(timeScale)).toEqual({ ...DRIVE_LIMITS, total });
});
