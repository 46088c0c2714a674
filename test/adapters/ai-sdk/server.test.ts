import {
  createUIMessageStreamResponse,
  DefaultChatTransport,
  lastAssistantMessageIsCompleteWithApprovalResponses,
} from 'ai';
import { describe, expect, it } from 'vitest';
import { type ConversationMessage, openTurn, toUIMessageStream } from '../../../src/adapters/ai-sdk.ts';
import { Chat, saying, script, setUp } from './chat.ts';

const setup = setUp();

/** What `DefaultChatTransport` sends. */
interface Posted {
  readonly id: string;
  readonly messages: readonly ConversationMessage[];
}

const turnFor = ({ parts }: ConversationMessage) => ({
  content: parts.map((part) => (part.type === 'text' ? part.text : '')).join(''),
  permission_mode: 'manual' as const,
  attachments: { mcp_server_ids: [...setup.desks] },
});

/** A route of a server that uses the AI SDK. */
async function route(request: Request): Promise<Response> {
  const { id: chatId, messages } = (await request.json()) as Posted;
  const turn = await openTurn(setup.client, { chatId, messages, turnFor, signal: request.signal });
  return createUIMessageStreamResponse({ stream: toUIMessageStream(turn) });
}

function open() {
  const bodies: string[] = [];
  const transport = new DefaultChatTransport<ConversationMessage>({
    api: 'http://site.test/api/chat',
    async fetch(url, init) {
      const response = await route(new Request(String(url), init as RequestInit));
      const [given, kept] = response.body?.tee() ?? [];
      void new Response(kept).text().then((text) => bodies.push(text));
      return new Response(given, response);
    },
  });
  const id = crypto.randomUUID();
  const sendAutomaticallyWhen = lastAssistantMessageIsCompleteWithApprovalResponses;
  return { id, bodies, chat: new Chat({ id, transport, sendAutomaticallyWhen }) };
}

describe('a page with DefaultChatTransport, on a route of a server,', () => {
  it('shows a turn with its parts', async () => {
    const { id, chat } = open();
    await chat.sendMessage({
      text: script({ reason: 'The desk knows.' }, { say: 'We open at ten.', pieces: 3 }),
    });
    expect([chat.error, chat.answer?.texts]).toEqual([undefined, ['We open at ten.']]);
    expect(chat.parts).toContainEqual(expect.objectContaining({ type: 'reasoning', state: 'done' }));
    expect(chat.turn).toMatchObject({ status: 'completed', text: 'We open at ten.' });
    const [turn] = (await setup.client.turns.list(id)).data;
    expect(chat.messages.at(-1)).toMatchObject({
      id: String(turn?.id),
      metadata: { usage: turn?.usage, idempotencyKey: expect.any(String) },
    });
  });

  it('sends the whole turn a few times, and not with each piece of text', async () => {
    const { chat, bodies } = open();
    await chat.sendMessage({ text: script({ say: 'a '.repeat(200), pieces: 200 }) });
    await expect.poll(() => bodies.join('').match(/"data-turn"/g)?.length).toBeLessThan(10);
  });

  it('removes text that a failover replaces', async () => {
    const { chat } = open();
    await chat.sendMessage({ text: script({ say: 'We open at ' }, { failover: true }, { say: 'Ten.' }) });
    expect([chat.error, chat.answer?.texts]).toEqual([undefined, ['Ten.']]);
  });

  it('learns the kind of a failure, and nothing else', async () => {
    const { chat } = open();
    await chat.sendMessage({ text: script({ say: 'We open at ' }, { fail: 'outage' }) });
    expect(chat.error?.message).toBe('turn-failed');
    const busy = open();
    void busy.chat.sendMessage({ text: script({ say: 'One moment.' }, { hang: true }) });
    await expect.poll(() => busy.chat.answer?.texts).toEqual(['One moment.']);
    const { stream } = setup.client.turns;
    const errors: unknown[] = [];
    for await (const chunk of toUIMessageStream(stream(busy.id, { content: 'Hello' }))) errors.push(chunk);
    expect(errors).toEqual([{ type: 'error', errorText: 'chat-busy' }]);
  });

  it.each([
    [true, 'output-available', 'done'],
    [false, 'output-available', 'skipped'],
  ])('answers a question about a tool by addToolApprovalResponse: %s', async (approved, state, status) => {
    const { id, chat } = open();
    await chat.sendMessage({
      text: script(
        { say: 'I close it. ' },
        { call: { tool: 'close_ticket', input: { ticket: 4410 } } },
        { say: 'Ready.' },
      ),
    });
    expect([chat.status, chat.answer?.texts]).toEqual(['ready', ['I close it. ']]);
    const [question] = chat.tools;
    expect(question).toMatchObject({ state: 'approval-requested' });
    await chat.addToolApprovalResponse({ id: question?.approval?.id ?? '', approved });
    await expect.poll(() => chat.answer?.texts).toEqual(['I close it. Ready.']);
    await expect.poll(() => chat.status).toBe('ready');
    expect(chat.tools).toMatchObject([{ state, output: { status } }]);
    expect(chat.messages).toHaveLength(2);
    expect((await setup.client.turns.list(id)).data).toHaveLength(1);
  });

  it('shows the outcome when an answer comes too late', async () => {
    const { chat } = open();
    await chat.sendMessage({
      text: script({ call: { tool: 'close_ticket', input: { ticket: 4410 } } }, { say: 'Not closed.' }),
    });
    const [question] = chat.tools;
    await setup.clock.advance(120_000);
    await chat.addToolApprovalResponse({ id: question?.approval?.id ?? '', approved: true });
    await expect.poll(() => chat.answer?.texts).toEqual(['Not closed.']);
    expect(chat.error).toBeUndefined();
  });
});

it('closes the connection when the page goes away, and the turn goes on', async () => {
  const id = crypto.randomUUID();
  const turn = await openTurn(setup.client, {
    chatId: id,
    messages: [saying(script({ say: 'One moment. ' }, { wait: 20 }, { say: 'Done.' }))],
  });
  for await (const { type } of toUIMessageStream(turn)) if (type === 'text-delta') break;
  await expect(turn.ended).rejects.toMatchObject({ kind: 'stream-closed' });
  await setup.clock.advance(20_000);
  await expect.poll(async () => (await setup.client.turns.list(id)).data[0]?.status).toBe('completed');
});

it('refuses messages without a message of the user, and an answer without a key', async () => {
  const answer: ConversationMessage = { id: '2', role: 'assistant', parts: [] };
  const chatId = crypto.randomUUID();
  const opened = (messages: ConversationMessage[]) => openTurn(setup.client, { chatId, messages });
  await expect(opened([])).rejects.toThrow('there is no message of the user to send');
  await expect(opened([saying('Hello'), answer])).rejects.toThrow('without the key of its turn');
});
