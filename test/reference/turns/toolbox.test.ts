import { expect, it, onTestFinished } from 'vitest';
import { defaultSeedValue } from '../../../generated/default-seed.js';
import { VirtualClock } from '../../../scripts/simulation/virtual-clock.ts';
import { assemble } from '../../../src/reference/start.ts';
import { serve } from '../connectors/fetch-server.ts';
import { createLeavingServer } from '../connectors/leaving-server.ts';
import { withSessions } from '../connectors/with-sessions.ts';
import { TestClient } from '../harness/client.ts';

it('withdraws a question when its call returns without the answer, and the turn goes on', async () => {
  const leaving = Promise.withResolvers<void>();
  const { url } = await serve(withSessions(() => createLeavingServer(leaving.promise)).handle);
  const transport = { kind: 'http', url };
  const connector = { id: 30, company: 1, name: 'leaving', display_name: 'Leaving', transport };
  const seed = JSON.stringify({
    ...defaultSeedValue,
    connectors: [...(defaultSeedValue.connectors ?? []), connector],
  });
  const server = await assemble({ clock: new VirtualClock(), seed });
  onTestFinished(() => server.close());
  const main = new TestClient(server.url, 'harbor-main');
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
