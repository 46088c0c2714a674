import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { defaultSeedValue } from '../../generated/default-seed.js';
import { createInProcessServer } from '../../src/reference/connectors/in-process.ts';
import { assemble } from '../../src/reference/start.ts';
import type { Act } from '../../src/rig/script/act.ts';
import { serve } from './connectors/fetch-server.ts';
import { withSessions } from './connectors/with-sessions.ts';
import { TestClient } from './harness/client.ts';
import { LogLines } from './http/serving.ts';

type Seed = typeof defaultSeedValue;

const [main, second, ...others] = defaultSeedValue.credentials;

async function start(seed: Seed) {
  const log = new LogLines();
  const environment = { OLD_KEY: 'old-key-of-the-desk', NEW_KEY: 'new-key-of-the-desk' };
  const server = await assemble({ log: 'json', logTo: log, environment, seed: JSON.stringify(seed) });
  onTestFinished(() => server.close());
  return {
    server,
    log,
    main: new TestClient(server.url, 'harbor-main'),
    use: (changed: object) => server.useSeed(() => JSON.stringify(changed)),
  };
}

interface Desk {
  readonly keyFrom?: string;
  onRequest?(request: Request): void;
}

/** A desk, the requests to it, and its entry in a seed. */
async function openDesk(name: string, { keyFrom, onRequest }: Desk = {}) {
  const { handle } = withSessions(createInProcessServer);
  const { url, requests } = await serve((request) => {
    onRequest?.(request);
    return handle(request);
  });
  const transport = { kind: 'http' as const, url, ...(keyFrom && { token_from: keyFrom }) };
  const connector = { id: 30, company: 1, name, display_name: 'Desk', transport };
  return { connector, requests };
}

const withConnectors = (...more: readonly object[]) =>
  ({ ...defaultSeedValue, connectors: [...(defaultSeedValue.connectors ?? []), ...more] }) as Seed;
const CALL: Act[] = [{ call: { tool: 'find_tickets' } }, { say: 'Done.' }];
const ATTACHED = { attachments: { mcp_server_ids: [30] } };

it('a changed seed decides about credentials, companies, models, libraries, agents and limits of later requests', async () => {
  const { main: client, server, use } = await start(defaultSeedValue);
  const question = {
    content: 'When does the lighthouse on the moon open?',
    attachments: { workspace_ids: [12] },
  };
  await client.send(question);
  const [library, ...libraries] = defaultSeedValue.libraries ?? [];
  const [company, ...companies] = defaultSeedValue.companies;
  const file = { id: 9000, name: 'moon.md', text: 'The lighthouse on the moon opens at midnight.' };
  use({
    ...defaultSeedValue,
    limits: { attachments: 0 },
    companies: [{ ...company, agents_enabled: false }, ...companies],
    credentials: [
      { ...main, scopes: ['chat:read', 'chat:write'] },
      { ...second, token: 'other-token' },
      ...others,
    ],
    models: [...defaultSeedValue.models, { id: 90, company: 1, name: 'New', code: 'new' }],
    libraries: [{ ...library, files: [...(library?.files ?? []), file] }, ...libraries],
    skills: [
      ...(defaultSeedValue.skills ?? []),
      { id: 900, user: 300, name: 'New skill', instructions: 'Be new.' },
    ],
  });

  expect((await new TestClient(server.url, 'harbor-second').get('/chat/catalog')).status).toBe(401);
  const other = new TestClient(server.url, 'other-token');
  const { body } = await other.get('/chat/catalog');
  expect(body.data.models.map(({ id }: { id: number }) => id)).toContain(90);
  expect(body.data.agents ?? []).toEqual([]);
  expect((await client.get('/skills/900')).status).toBe(403);
  expect((await other.get('/skills/900')).body.data.name).toBe('New skill');
  const refused = await other.send({ content: 'Hi', attachments: { workspace_ids: [12] } });
  expect(refused.status).toBe(422);
  use({
    ...defaultSeedValue,
    libraries: [{ ...library, files: [...(library?.files ?? []), file] }, ...libraries],
  });
  const found = await client.send(question);
  expect(found.body.data.sources[0]).toMatchObject({ file_id: 9000 });
});

it('a running turn keeps its connector, and later turns use the new one', async () => {
  const [before, after] = [
    await openDesk('before', { keyFrom: 'OLD_KEY' }),
    await openDesk('after', { keyFrom: 'NEW_KEY' }),
  ];
  const { main: client, log, use, server } = await start(withConnectors(before.connector));
  const running = await client.stream({
    script: [{ call: { tool: 'close_ticket', input: { ticket: 4410 } } }, ...CALL],
    ...ATTACHED,
  });
  const { action_id, payload } = await running.until('message.action_required');
  use(withConnectors(after.connector));

  await client.send({ script: CALL, ...ATTACHED });
  const asked = after.requests.length;
  expect(asked).toBeGreaterThan(0);
  const decisions = [{ tool_use_id: payload.tools[0].tool_use_id, approved: true }];
  await client.act(running.chatId, 'approve-tool', { action_id, decisions });
  const { data } = await running.rest();
  expect(data.steps.flatMap(({ tool_calls = [] }) => tool_calls)).toMatchObject([
    { name: 'close_ticket' },
    { name: 'find_tickets' },
  ]);
  expect(after.requests).toHaveLength(asked);
  const echo = await client.send({
    script: [{ say: 'old-key-of-the-desk and new-key-of-the-desk' }],
  });
  expect(echo.body.data.content).not.toMatch(/(old|new)-key/);
  const connected = log.all.filter(({ msg }) => msg === 'connector connected');
  expect(new Set(connected.map(({ connector }) => connector))).toEqual(new Set(['before', 'after']));
  expect(await (await fetch(`${server.url}/metrics`)).text()).toContain(
    'conversation_api_connector_calls_total{connector="before",outcome="answered"} 2',
  );
});

it('a connector that cannot start counts as failed, although no tool of it can be called', async () => {
  const { connector } = await openDesk('gone');
  const transport = { kind: 'stdio', command: process.execPath, args: ['--eval', 'process.exit(3)'] };
  const { main: client, server } = await start(withConnectors({ ...connector, transport }));
  await client.send({ ...ATTACHED });
  expect(await (await fetch(`${server.url}/metrics`)).text()).toContain(
    'conversation_api_connector_calls_total{connector="gone",outcome="failed"} 1',
  );
});

it('an unchanged connector keeps its session', async () => {
  const { connector, requests } = await openDesk('desk');
  const { main: client, use } = await start(withConnectors(connector));
  const handshakes = () => requests.filter(({ headers }) => !headers.has('mcp-session-id')).length;
  await client.send({ script: CALL, ...ATTACHED });
  const before = handshakes();
  use(withConnectors(connector));
  await client.send({ script: CALL, ...ATTACHED });
  expect(handshakes()).toBe(before);
});

it('the session of a connector that is no longer declared ends', async () => {
  const ended = Promise.withResolvers<void>();
  const { connector } = await openDesk('desk', {
    onRequest: ({ method }) => {
      if (method === 'DELETE') ended.resolve();
    },
  });
  const { main: client, use } = await start(withConnectors(connector));
  await client.send({ script: CALL, ...ATTACHED });
  use(defaultSeedValue);
  await ended.promise;
});

it('a seed that cannot be used changes nothing', async () => {
  const { main: client, log, use } = await start(defaultSeedValue);
  expect(() => use({ ...defaultSeedValue, credentials: [{ ...main, user: 9 }] })).toThrow(
    'credentials[0].user is 9, and no user has that id',
  );
  expect(log.all.at(-1)).toMatchObject({ msg: 'seed refused', causes: [expect.stringContaining('is 9')] });
  expect((await client.get('/chats')).status).toBe(200);
});

it('a seed that the store cannot take is refused as at the start', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'seed-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const data = join(folder, 'state.db');
  const server = await assemble({ data });
  onTestFinished(() => server.close());
  const other = new DatabaseSync(data);
  other.exec('ALTER TABLE skills RENAME TO others');
  other.close();
  const skill = { id: 900, user: 300, name: 'New skill', instructions: 'Be new.' };
  const skills = [...(defaultSeedValue.skills ?? []), skill];
  expect(() => server.useSeed(() => JSON.stringify({ ...defaultSeedValue, skills }))).toThrow(
    expect.objectContaining({ code: 'not-a-store', message: expect.stringContaining(data) }),
  );
});
