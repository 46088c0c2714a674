import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { BOUNDS } from '../../../src/reference/connectors/bounds.ts';
import { callOf, declare, openConnectors } from './calling.ts';
import { serve } from './fetch-server.ts';

const MANY = 20_000;
const QUESTION = { message: 'Which?', requestedSchema: { type: 'object', properties: {} } };
const message = (content: object) =>
  `event: message\ndata: ${JSON.stringify({ jsonrpc: '2.0', ...content })}\n\n`;

/** A server whose tool sends many messages before its result. */
async function serveFlood(write: (index: number) => object) {
  return serve(async (request) => {
    if (request.method !== 'POST') return new Response(null, { status: 405 });
    const { id, method, params } = (await request.json()) as {
      id?: number;
      method?: string;
      params?: { protocolVersion?: string };
    };
    if (method === 'initialize') {
      const serverInfo = { name: 'flood', version: '1' };
      const { protocolVersion } = params ?? {};
      const result = { protocolVersion, serverInfo, capabilities: { tools: { listChanged: true } } };
      return Response.json({ jsonrpc: '2.0', id, result }, { headers: { 'mcp-session-id': 'one' } });
    }
    if (method !== 'tools/call') return new Response(null, { status: 202 });
    const flood = Array.from({ length: MANY }, (_, index) => message(write(index))).join('');
    const end = message({ id, result: { content: [{ type: 'text', text: 'Done.' }] } });
    return new Response(flood + end, { headers: { 'content-type': 'text/event-stream' } });
  });
}

describe('a connector that sends very many messages during a call', () => {
  it.each([
    ['answered', () => Promise.resolve({ action: 'decline' as const })],
    ['left open', () => new Promise<never>(() => {})],
  ])('may ask a few questions, which are %s, and fails at the next one', async (_what, answer) => {
    const { url, requests } = await serveFlood((index) => ({
      id: `q${index}`,
      method: 'elicitation/create',
      params: QUESTION,
    }));
    let asked = 0;
    const elicit = () => {
      asked += 1;
      return answer();
    };
    const call = openConnectors().call(declare({ kind: 'http', url }), callOf('ask', {}, { elicit }));
    await expect(call).rejects.toThrow(`asked more than ${BOUNDS.questions} questions in one call`);
    expect(asked).toBe(BOUNDS.questions);
    await setImmediate();
    // After the answers to those questions, only requests that were already on their way arrive.
    expect(requests.length).toBeLessThan(300);
  });

  it('fails when it sends more messages than the limit', async () => {
    const { url } = await serveFlood(() => ({ method: 'notifications/tools/list_changed' }));
    const call = openConnectors().call(declare({ kind: 'http', url }), callOf('change'));
    await expect(call).rejects.toThrow(`sent more than ${BOUNDS.messages} messages in one call`);
  });

  it('fails when one of them is too large', async () => {
    const { url } = await serveFlood((index) => ({
      method: 'notifications/message',
      params: { level: 'info', data: index === 1 ? 'x'.repeat(5e6) : '' },
    }));
    const call = openConnectors().call(declare({ kind: 'http', url }), callOf('tell'));
    await expect(call).rejects.toThrow('sent a message or response of more than 4 MB');
  });
});
