import { describe, expect, it } from 'vitest';
import { contrast, contrastValues } from '../../../src/conformance/judge/excerpt.ts';

const long = 'x'.repeat(500);

describe('a contrast', () => {
  it.each([
    ['Größe', 'Gro\u0308ße', 'Gr\\u00f6\\u00dfe', 'Gro\\u0308\\u00dfe'],
    ['a b', 'a\u00a0b', 'a b', 'a\\u00a0b'],
    ['ab', 'a\u200bb', 'ab', 'a\\u200bb'],
    ['Größe', 'Grüße', 'Größe', 'Grüße'],
  ])('of %s and %s shows %s and %s', (one, other, expected, actual) => {
    expect(contrast(one, other)).toEqual({ expected, actual });
  });

  it('shows both texts where they differ, however long the equal beginning is', () => {
    const { expected, actual } = contrast(`${long}one${long}`, `${long}two${long}`);
    expect(expected).toMatch(/^…x+onex+…$/);
    expect(actual).toMatch(/^…x+twox+…$/);
    expect(Math.max(expected.length, actual.length)).toBeLessThan(130);
  });

  it('leaves short texts as they are', () => {
    expect(contrast('one', 'two')).toEqual({ expected: 'one', actual: 'two' });
  });

  it('shows where a text ends too early', () => {
    const { expected, actual } = contrast(`${long}tail`, long);
    expect(expected.endsWith('tail')).toBe(true);
    expect(actual.endsWith('tail')).toBe(false);
  });

  it('cuts no character in two', () => {
    const text = '🚢'.repeat(100);
    for (const tail of ['', '.'])
      expect(contrast(`${tail}${text}a`, `${tail}${text}b`).expected.isWellFormed()).toBe(true);
  });

  it('compares values as JSON, ignoring the order of members', () => {
    const { expected, actual } = contrastValues(
      { note: long, b: 1, a: [1, { deep: 'yes' }] },
      { a: [1, { deep: 'no' }], b: 1, note: long },
    );
    expect(expected).toContain('"deep":"yes"');
    expect(actual).toContain('"deep":"no"');
  });

  it('names a value that is absent, or nested too deeply', () => {
    expect(contrastValues('a', undefined)).toEqual({ expected: '"a"', actual: 'absent' });
    let deep: unknown = 1;
    for (let depth = 0; depth < 50_000; depth += 1) deep = [deep];
    expect(contrastValues(1, deep).actual.length).toBeLessThan(130);
  });
});
