import { describe, expect, it } from 'vitest';
import type { SendTurnRequest } from '../../../generated/types.js';
import { type AskedTurn, fetchRelay } from '../../../src/adapters/relay/fetch.ts';
import { ConversationApiError, createRelayClient } from '../../../src/client/relay.ts';
import { keysOf, script, setUp } from './chat.ts';

const setup = setUp();

interface RelayOptions {
  readonly kept?: Map<string, string>;
  readonly id?: string;
  readonly turnFor?: (asked: AskedTurn) => SendTurnRequest;
  readonly mayUse?: () => boolean;
  /** What a proxy answers in place of the relay. */
  readonly proxy?: (() => Response) | undefined;
}

/** A page whose turns go through a relay. */
function open({ kept = new Map(), id, turnFor, mayUse = () => true, proxy }: RelayOptions = {}) {
  const handle = fetchRelay({ client: setup.client, mayUse, ...(turnFor && { turnFor }) });
  const { stream } = createRelayClient({
    url: 'https://site.test/api/relay',
    maxRetries: 0,
    fetch: async (url, init) => proxy?.() ?? handle(new Request(String(url), init as RequestInit)),
  });
  const opened = setup.open({ stream, keys: keysOf(kept) }, id);
  opened.transport.connect(opened.chat);
  return { ...opened, kept };
}

/** A store with the key of a turn that was sent with another body. */
async function withRefusedKey(): Promise<{ id: string; kept: Map<string, string> }> {
  const id = crypto.randomUUID();
  const turn = setup.client.turns.stream(id, { content: script({ say: 'Ten.' }) });
  await turn.final();
  const sent = { idempotencyKey: turn.idempotencyKey, body: { content: 'Something else' }, at: Date.now() };
  return { id, kept: new Map([[`conversation-api ${id}`, JSON.stringify(sent)]]) };
}

describe('through a relay', () => {
  it('a page learns the kind and the status of a failure', async () => {
    const { chat } = open({ turnFor: ({ content }) => ({ content, attachments: { agent_ids: [0] } }) });
    await chat.sendMessage({ text: 'Hello' });
    expect(chat.error).toBeInstanceOf(ConversationApiError);
    expect(chat.error).toMatchObject({ kind: 'invalid-agents', status: 422 });
  });

  it('a refused key fails once, and is forgotten', async () => {
    const { id, kept } = await withRefusedKey();
    const { chat } = open({ id, kept });
    await chat.resumeStream();
    expect(chat.error).toMatchObject({ kind: 'idempotency-conflict', status: 409 });
    const reloaded = open({ id, kept }).chat;
    await reloaded.resumeStream();
    expect([reloaded.error, kept.size]).toEqual([undefined, 0]);
  });

  it('the key stays while a person has to sign in again', async () => {
    const { id, kept } = await withRefusedKey();
    const { chat } = open({ id, kept, mayUse: () => false });
    await chat.resumeStream();
    expect(chat.error).toMatchObject({ kind: 'forbidden', status: 403 });
    expect(kept.size).toBe(1);
  });

  const page = (status: number) => () =>
    new Response('<!doctype html><title>Bad gateway</title>', {
      status,
      headers: { 'content-type': 'text/html' },
    });
  it.each([200, 502, 503])(
    'a page of a proxy with the status %i is named, and the key stays',
    async (status) => {
      const { id, kept } = await withRefusedKey();
      const { chat } = open({ id, kept, proxy: page(status) });
      await chat.resumeStream();
      expect(chat.error).toBeInstanceOf(ConversationApiError);
      expect(chat.error).toMatchObject({
        status,
        message: expect.stringContaining('a web page (text/html)'),
      });
      expect(kept.size).toBe(1);
    },
  );

  it('`body` and `metadata` of a message reach the server', async () => {
    const asked: AskedTurn[] = [];
    const { id, chat } = open({
      turnFor(turn) {
        asked.push(turn);
        return { content: turn.content, metadata: turn.metadata as Record<string, unknown> };
      },
    });
    const content = script({ say: 'Ten.' });
    await chat.sendMessage(
      { text: content },
      { body: { permission_mode: 'auto', reach: 'all' }, metadata: { from: 'menu' } },
    );
    expect(asked).toEqual([{ content, permission_mode: 'auto', reach: 'all', metadata: { from: 'menu' } }]);
    expect((await setup.client.turns.list(id)).data).toMatchObject([{ metadata: { from: 'menu' } }]);
  });

  it('a question about a tool is answered by addToolApprovalResponse', async () => {
    const { chat } = open({
      turnFor: ({ content }) => ({ content, attachments: { mcp_server_ids: [...setup.desks] } }),
    });
    const sent = chat.sendMessage({
      text: script({ call: { tool: 'close_ticket', input: { ticket: 4410 } } }, { say: 'Closed.' }),
    });
    await expect.poll(() => chat.tools[0]?.state).toBe('approval-requested');
    await chat.addToolApprovalResponse({ id: chat.tools[0]?.approval?.id ?? '', approved: true });
    await sent;
    expect([chat.error, chat.tools[0]?.state, chat.answer?.texts]).toEqual([
      undefined,
      'output-available',
      ['Closed.'],
    ]);
  });
});
