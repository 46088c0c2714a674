import { McpServer } from '@modelcontextprotocol/server';

const CONFIRM = {
  message: 'Close it?',
  requestedSchema: { type: 'object' as const, properties: { sure: { type: 'boolean' as const } } },
};

/**
 * A server with a tool that asks a question and returns without waiting for the answer, and a tool that never returns.
 *
 * @param leaving resolves when the first tool should return
 */
export function createLeavingServer(leaving: Promise<void>): McpServer {
  const server = new McpServer({ name: 'leaving', version: '1' }, { capabilities: { tools: {} } });
  const tool = { annotations: { readOnlyHint: true } };
  server.registerTool('ask_and_leave', tool, async ({ mcpReq }) => {
    mcpReq.elicitInput(CONFIRM).catch(() => {});
    await leaving;
    return { content: [{ type: 'text', text: 'Asked.' }] };
  });
  server.registerTool('never_return', tool, () => new Promise(() => {}));
  return server;
}
