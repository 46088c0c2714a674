import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { repositoryRoot } from '../../scripts/test/environment.ts';
import { makeConsumer } from './consumer.ts';
import { runCommand } from './run-command.ts';

const root = makeConsumer();
afterAll(() => rmSync(root, { recursive: true, force: true }));

const published = readFileSync(resolve(repositoryRoot, 'generated/openapi.json'), 'utf8');
const faults = {
  'dangling.json': published.replace('"#/components/schemas/ChatResponse"', '"#/components/schemas/Nothing"'),
  'ambiguous.json': published.replace('"operationId":"listChats"', '"operationId":"getChat"'),
  'remote.json': published.replace(
    '"#/components/schemas/ChatResponse"',
    '"https://nowhere.example/Chat.json"',
  ),
};
for (const [name, text] of Object.entries(faults)) writeFileSync(resolve(root, name), text);

it.each([
  ['npx --no -- @hey-api/openapi-ts --input dangling.json --output src/a', /^Skipping unresolvable \$ref: /],
  ['npx --no -- @hey-api/openapi-ts --input remote.json --output src/b', /^network: fetch /],
  ['npx --no -- orval --input dangling.json --output src/c/api.ts --client fetch', /INVALID_REFERENCE/],
  [
    'npx --no swagger-typescript-api generate --path ambiguous.json --output src/d',
    /already has method "getChat\(\)"/,
  ],
])('captures the output of a tool about a faulty document: %s', async (command, complaint) => {
  const { said } = await runCommand(root, command);
  expect(said).toEqual(expect.arrayContaining([expect.stringMatching(complaint)]));
});

it('reports what stopped a program that cannot run', async () => {
  expect(await runCommand(root, 'node absent.mjs')).toEqual({
    exitCode: 1,
    said: expect.arrayContaining([expect.stringMatching(/Cannot find module/)]),
  });
});
