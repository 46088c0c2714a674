import { describe, expect, it, onTestFinished } from 'vitest';
import { defaultSeedValue } from '../../../generated/default-seed.js';
import { VirtualClock } from '../../../scripts/simulation/virtual-clock.ts';
import { createInProcessServer } from '../../../src/reference/connectors/in-process.ts';
import { assemble } from '../../../src/reference/start.ts';
import { serve } from '../connectors/fetch-server.ts';
import { createLeavingServer } from '../connectors/leaving-server.ts';
import { withSessions } from '../connectors/with-sessions.ts';
import { TestClient } from '../harness/client.ts';

/** Starts a server whose connector 30 is at this URL. @returns a client of it */
async function startWith(url: string, name: string): Promise<TestClient> {
  const transport = { kind: 'http', url };
  const connector = { id: 30, company: 1, name, display_name: 'Desk', transport };
  const connectors = [...(defaultSeedValue.connectors ?? []), connector];
  const server = await assemble({
    clock: new VirtualClock(),
    seed: JSON.stringify({ ...defaultSeedValue, connectors }),
  });
  onTestFinished(() => server.close());
  return new TestClient(server.url, 'harbor-main');
}

it('withdraws a question when its call returns without the answer, and the turn continues', async () => {
  const leaving = Promise.withResolvers<void>();
  const { url } = await serve(withSessions(() => createLeavingServer(leaving.promise)).handle);
  const main = await startWith(url, 'leaving');
  const stream = await main.stream({
    script: [{ call: { tool: 'ask_and_leave' } }, { say: 'Asked.' }, { hang: true }],
    attachments: { mcp_server_ids: [30] },
  });
  const { action_id } = await stream.until('message.action_required');
  leaving.resolve();
  await stream.until('message.delta');

  const answer = await main.act(stream.chatId, 'respond-elicitation', {
    action_id,
    action: 'accept',
    content: {},
  });

  expect(answer).toMatchObject({ status: 404, body: { message_code: 'api_v1_action_not_found' } });
});

describe('a connector that requires a person to sign in', () => {
  const UNAUTHORIZED = {
    status: 401,
    headers: { 'www-authenticate': 'Bearer resource_metadata="http://127.0.0.1/.well-known"' },
  };
  const attachments = { mcp_server_ids: [30] };

  /** @param isRefused whether a request is refused, by its body */
  async function startRefusing(isRefused: (body: string) => boolean): Promise<TestClient> {
    const { handle } = withSessions(createInProcessServer);
    const { url } = await serve(async (request) =>
      isRefused(await request.clone().text()) ? new Response(null, UNAUTHORIZED) : handle(request),
    );
    return startWith(url, 'desk');
  }

  it.each<[string, (body: string) => boolean, number]>([
    ['before it lists its tools', () => true, 0],
    ['when a tool is called', (body) => body.includes('tools/call'), 2],
  ])('raises auth_required once %s, and the turn continues without it', async (_when, isRefused, calls) => {
    const main = await startRefusing(isRefused);
    const call = { call: [{ tool: 'find_tickets' }, { tool: 'find_tickets', input: { text: 'Fenwick' } }] };
    const stream = await main.stream({
      script: [...(calls > 0 ? [call] : []), { say: 'Without it.' }],
      attachments,
    });
    const { kind, payload, action_id } = await stream.until('message.action_required');
    expect([kind, payload]).toEqual([
      'auth_required',
      { resolution: 'connect_in_ui_or_cancel', connector: { id: 30, name: 'desk' } },
    ]);
    await main.act(stream.chatId, 'cancel-auth', { action_id });
    expect(await stream.rest()).toMatchObject({
      type: 'message.completed',
      data: { content: 'Without it.' },
    });
    expect(stream.events.filter(({ type }) => type === 'message.action_required')).toHaveLength(1);
  });

  it('does not stop a blocking send that needs none of its tools', async () => {
    const main = await startRefusing(() => true);
    const { status, body } = await main.send({ script: [{ say: 'Without it.' }], attachments });
    expect([status, body.data.content]).toEqual([200, 'Without it.']);
    expect(body.data.steps).toEqual([
      expect.objectContaining({
        status: 'failed',
        detail: 'The connector "desk" needs a person to sign in (HTTP 401).',
      }),
    ]);
  });

  it('cuts a blocking send that needs one of its tools', async () => {
    const main = await startRefusing((body) => body.includes('tools/call'));
    const { status, body } = await main.send({ script: [{ call: { tool: 'find_tickets' } }], attachments });
    expect([status, body.message_code]).toEqual([502, 'interaction_in_auto_mode']);
  });
});
