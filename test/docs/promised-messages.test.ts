import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { repositoryRoot } from '../../scripts/test/environment.ts';
import { promised } from '../recipes/promised.ts';

const messages = globSync('test/recipes/*.test.ts', { cwd: repositoryRoot }).flatMap((file) =>
  [...readFileSync(resolve(repositoryRoot, file), 'utf8').matchAll(/\bpromised\(\s*'([^']+)'/g)].map(
    ([, message = '']) => message,
  ),
);

// The recipes themselves are tried in the outer tier only, so without this a rewritten guide would break there.
it('finds the messages that the tests of recipes expect', () => {
  expect(messages).not.toEqual([]);
});

it.each(messages)('CONTRIBUTING.md quotes the message that a recipe leads to: %s', (message) => {
  expect(promised(message)).toBe(message);
});
