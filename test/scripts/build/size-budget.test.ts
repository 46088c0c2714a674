import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { checkClientSize } from '../../../scripts/build/size-budget.ts';

it('accepts a client that compresses to 9.5 kB, however long it is, and returns its size', () => {
  const size = checkClientSize(new TextEncoder().encode('const text = "again and again";\n'.repeat(10_000)));
  expect(size).toBeGreaterThan(0);
  expect(size).toBeLessThanOrEqual(9728);
});

it('refuses a larger client, with its size and the excess', () => {
  const packed = 9728 + 23;
  // Random data does not compress: gzip adds 18 bytes around it and 5 for each block.
  const code = randomBytes(packed - 23);
  expect(() => checkClientSize(code)).toThrow(/has 9751 bytes, .* its budget is 9728: take 23 out/);
});
