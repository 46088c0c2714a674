import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { repositoryRoot } from '../../scripts/test/environment.ts';

const read = (file: string) => readFileSync(resolve(repositoryRoot, file), 'utf8');
const guide = read('CONTRIBUTING.md').replaceAll(/\s+/g, ' ');
const messages = globSync('test/recipes/*.test.ts', { cwd: repositoryRoot }).flatMap((file) =>
  [...read(file).matchAll(/\bpromised\(\s*'([^']+)'/g)].map(([, message = '']) => message),
);

// The recipes themselves are tried in the outer tier only, so without this a rewritten guide would break there.
it('finds the messages that the tests of recipes expect', () => {
  expect(messages).not.toEqual([]);
});

it.each(messages)('CONTRIBUTING.md quotes the message that a recipe leads to: %s', (message) => {
  expect(guide).toContain(message);
});
