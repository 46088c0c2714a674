import { expect, it } from 'vitest';
import { aloneFirst } from '../../../scripts/test/order-files.ts';

it('runs files alone first, then files that share processes, and keeps the order of each kind', () => {
  const file = (name: string, isolate: boolean) => ({ name, project: { config: { isolate } } });
  const files = [file('z', false), file('y', true), file('a', false), file('x', true)];
  expect(aloneFirst(files).map(({ name }) => name)).toEqual(['y', 'x', 'z', 'a']);
});
