import { afterEach, expect, it, vi } from 'vitest';
import { seededRandom } from '../../scripts/test/random.ts';
import { newIdempotencyKey } from '../../src/client/idempotency-key.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const getRandomValues = crypto.getRandomValues.bind(crypto);
const randomUUID = crypto.randomUUID.bind(crypto);

it.each([
  ['crypto', { getRandomValues, randomUUID }],
  ['crypto without randomUUID', { getRandomValues }],
  ['crypto without getRandomValues', { randomUUID }],
  ['no crypto', undefined],
])('a runtime with %s makes keys that all differ', (_, crypto) => {
  vi.stubGlobal('crypto', crypto);
  const keys = Array.from({ length: 10_000 }, newIdempotencyKey);
  expect(new Set(keys).size).toBe(keys.length);
  expect(keys.filter((key) => !/^[\da-f]{32}$/.test(key))).toEqual([]);
});

it('without crypto, two programs with the same random numbers make different keys at different times', () => {
  vi.stubGlobal('crypto', undefined);
  vi.useFakeTimers({ toFake: ['Date'] });
  const keys = Array.from({ length: 1000 }, (_, milliseconds) => {
    vi.setSystemTime(1_790_000_000_000 + milliseconds);
    const random = seededRandom(1);
    vi.spyOn(Math, 'random').mockImplementation(() => random.next());
    return newIdempotencyKey();
  });
  expect(new Set(keys).size).toBe(keys.length);
});
