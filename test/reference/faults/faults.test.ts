import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { FAULT_NAMES } from '../../../src/reference/faults/names.ts';
import { assemble } from '../../../src/reference/start.ts';
import { TestClient } from '../harness/client.ts';

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}));
afterEach(() => void vi.restoreAllMocks());

it.each(FAULT_NAMES)('the fault %s prints nothing, since it is no defect', async (fault) => {
  const headers = { 'x-reference-fault': fault };
  // Recovery stores the outcomes within the test.
  const server = await assemble({ faults: true, timeScale: 100 });
  onTestFinished(() => server.close());
  const main = new TestClient(server.url, 'harbor-main');

  await main.request('GET', '/catalog', undefined, headers);
  await main.refusedStream({ content: 'Hello', attachments: { agent_ids: [4] } }, { headers });
  await main.send({ content: 'Hello' }, { headers });
  const call = { tool: 'close_ticket', input: { ticket: 1 } };
  const stream = await main.stream({ script: [{ call }], attachments: { mcp_server_ids: [7] } });
  const { action_id, payload } = await stream.until('message.action_required');
  const decisions = payload.tools.map(({ tool_use_id }: { tool_use_id: string }) => ({
    tool_use_id,
    approved: false,
  }));
  await main.act(stream.chatId, 'approve-tool', { action_id, decisions }, headers);
  await main.act(stream.chatId, 'cancel', {}, headers);
  await main.act(stream.chatId, 'cancel', {});
  await stream.rest();
  await server.close();

  expect(console.error).not.toHaveBeenCalled();
});
