import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { Sampler } from '../../../src/conformance/recorder/sampler.ts';

/** Ids that are the same in every run. */
const ids = Array.from({ length: 10_000 }, (_, index) => {
  const hex = createHash('md5').update(`chat ${index}`).digest('hex');
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5').slice(0, 36);
});

const never = () => {
  throw new Error('an exchange of a chat is not drawn');
};

describe('a sample', () => {
  it.each([0.0001, 0.01, 0.1, 0.5])('of %d contains this share of 10,000 chats', (rate) => {
    const sampler = new Sampler(rate, never);
    const taken = ids.filter((id) => sampler.takes(`/api/v1/chats/${id}`)).length;
    // Four standard deviations of a binomial distribution.
    const tolerance = 4 * Math.sqrt(ids.length * rate * (1 - rate));
    expect(Math.abs(taken - ids.length * rate)).toBeLessThanOrEqual(tolerance);
  });

  it('contains all exchanges of a chat or none, whatever the operation, base path or spelling', () => {
    const sampler = new Sampler(0.5, never);
    const other = new Sampler(0.5, never);
    const counts = [0, 0];
    for (const id of ids.slice(0, 200)) {
      const paths = [
        `/api/v1/chats/${id}`,
        `/api/v1/chats/${id}/messages?page=1`,
        `/api/v1/chats/${id}/messages/stream`,
        `/api/v1/chats/${id}/actions/cancel`,
        `/base/api/v1/chats/${id}?next=/api/v1/chats/another`,
        `/api/v1/chats/${id.toUpperCase()}/messages`,
        `/api/v1/chats/${id.replaceAll('-', '%2D')}/messages`,
        `http://127.0.0.1:4040/api/v1/chats/${id}`,
      ];
      const taken = new Set(paths.flatMap((path) => [sampler.takes(path), other.takes(path)]));
      expect([...taken]).toHaveLength(1);
      counts[taken.has(true) ? 1 : 0] = (counts[taken.has(true) ? 1 : 0] ?? 0) + 1;
    }
    expect(Math.min(...counts)).toBeGreaterThan(50);
  });

  it('includes the chats of a smaller sample', () => {
    const [small, large] = [new Sampler(0.01, never), new Sampler(0.1, never)];
    const taken = ids.filter((id) => small.takes(`/api/v1/chats/${id}`));
    expect(taken.length).toBeGreaterThan(0);
    expect(taken.filter((id) => !large.takes(`/api/v1/chats/${id}`))).toEqual([]);
  });

  it.each(['/api/v1/chats', '/api/v1/chats/', '/api/v1/chats?size=2', '/api/v1/skills/1', '/health'])(
    'samples %s at random',
    (path) => {
      const drawn = [0.009, 0.01, 0.5];
      const sampler = new Sampler(0.01, () => drawn.shift() ?? 1);
      expect([sampler.takes(path), sampler.takes(path), sampler.takes(path)]).toEqual([true, false, false]);
    },
  );

  it('of everything needs no random numbers', () => {
    expect(new Sampler(1, never).takes('/health')).toBe(true);
  });

  it('accepts a path with a broken escape', () => {
    expect(new Sampler(0.5, never).takes('/api/v1/chats/%E0%A4%A')).toBeTypeOf('boolean');
  });
});
