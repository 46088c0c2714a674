import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ReferenceServer, startReferenceServer } from '../../src/alterations/index.ts';
import { makeProject, type Project, runnerFile } from './project.ts';

/** A jest test that uses the package, written as CommonJS and as a module. */
const USES = `
test('a turn is sent, and failures have their class', async () => {
  const client = createClient({ baseUrl: process.env.TARGET, token: 'harbor-main' });
  const turn = client.turns.stream(crypto.randomUUID(), { content: 'Hello', permission_mode: 'auto' });
  expect((await turn.final()).status).toBe('completed');
  const failing = client.chats.get('0b8f4a52-6c1d-4f0e-9a57-3d2c8e71b604');
  await expect(failing).rejects.toThrow(ConversationApiError);
});
test('every entry can be loaded', () => {
  for (const made of [readRelayedTurn, fetchRelay, expressRelay]) expect(made).toBeInstanceOf(Function);
  expect(follow(WAITING, { type: 'ping', data: { ts: 1 } })).toBe(WAITING);
  expect(new RateLimitError({ message: 'No.' })).toBeInstanceOf(ConversationApiError);
  expect(withLog({})).toHaveProperty('onRetry');
  expect(eventTypes).toContain('ping');
  expect(accepts.Ping({ ts: 1 })).toBe(true);
  expect(judge).toBeInstanceOf(Function);
});
`;

const NAMES: Readonly<Record<string, string>> = {
  'conversation-api': 'ConversationApiError, createClient',
  'conversation-api/relay': 'readRelayedTurn',
  'conversation-api/relay/fetch': 'fetchRelay',
  'conversation-api/relay/express': 'expressRelay',
  'conversation-api/follow': 'follow, WAITING',
  'conversation-api/errors': 'RateLimitError',
  'conversation-api/log': 'withLog',
  'conversation-api/events': 'eventTypes',
  'conversation-api/validators': 'accepts',
  'conversation-api/conformance': 'judge',
};

const requires = Object.entries(NAMES).map(([entry, names]) => `const { ${names} } = require('${entry}');`);
const imports = Object.entries(NAMES).map(([entry, names]) => `import { ${names} } from '${entry}';`);

let project: Project;
let server: ReferenceServer;

beforeAll(async () => {
  project = await makeProject();
  server = await startReferenceServer({ log: 'none', timeScale: 100 });
});

afterAll(async () => {
  await server?.close();
  project?.remove();
});

it.each([
  ['in its default mode requires the package', 'uses.test.cjs', requires, ''],
  ['with modules imports it', 'uses.test.mjs', imports, '--experimental-vm-modules'],
])('jest %s', async (_, file, head, options) => {
  project.write(file, head.join('\n') + USES);
  const args = [runnerFile('jest/bin/jest.js'), '--rootDir=.', '--testEnvironment=node', file];
  const variables = { TARGET: server.url, NODE_OPTIONS: options };
  const { code, said } = await project.run(args, variables);
  expect({ code, said }).toEqual({ code: 0, said: expect.stringContaining('2 passed') });
});
