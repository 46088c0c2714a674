import { describe, expect, it } from 'vitest';
import { type ConversationMessage, toUIMessages } from '../../src/adapters/ai-sdk.ts';
import { ConversationApiError } from '../../src/client/index.ts';
import { keysOf, script, setUp } from './ai-sdk/chat.ts';

const setup = setUp();
const { open } = setup;
/** Lets a turn go on that waits. */
const goOn = () => setup.clock.advance(20_000);

describe('a chat of the AI SDK', () => {
  it('shows the text, the steps and the cost of a turn', async () => {
    const { id, chat } = open();
    await chat.sendMessage({
      text: script({ reason: 'The desk knows.' }, { say: 'We open at ten.', pieces: 3 }),
    });
    expect(chat.answer).toMatchObject({
      texts: ['We open at ten.'],
      metadata: { usage: { prompt_tokens: expect.any(Number) } },
    });
    expect(chat.turn).toMatchObject({ status: 'completed', text: 'We open at ten.' });
    expect(chat.turn?.steps.length).toBeGreaterThan(0);
    const [turn] = (await setup.client.turns.list(id)).data;
    expect(chat.messages.at(-1)?.id).toBe(String(turn?.id));
  });

  it('removes text that a failover replaces', async () => {
    const { chat } = open();
    await chat.sendMessage({ text: script({ say: 'We open at ' }, { failover: true }, { say: 'Ten.' }) });
    expect(chat.answer?.texts).toEqual(['Ten.']);
    expect(chat.turn?.text).toBe('Ten.');
  });

  it('lists a question until it is answered', async () => {
    const { chat, transport } = open({
      turnFor: ({ parts: [part] }) => ({
        content: part?.type === 'text' ? part.text : '',
        permission_mode: 'manual',
        attachments: { mcp_server_ids: [...setup.desks] },
      }),
    });
    const sent = chat.sendMessage({
      text: script({ call: { tool: 'close_ticket', input: { ticket: 4410 } } }, { say: 'Closed.' }),
    });
    await expect.poll(() => chat.turn?.interactions).toHaveLength(1);
    const [question] = chat.turn?.interactions ?? [];
    const id = question?.action_id ?? '';
    expect(await transport.answer(id, () => undefined)).toBeUndefined();
    expect(chat.turn?.interactions).toHaveLength(1);
    const result = await transport.answer(id, async (event) =>
      event.kind === 'tool_approval' ? event.approve() : undefined,
    );
    expect(result).toMatchObject({ state: 'resolved' });
    await sent;
    expect(chat.turn).toMatchObject({ status: 'completed', interactions: [] });
    await expect(transport.answer(id, () => undefined)).rejects.toThrow('the question is not open');
  });

  it('cancels the turn when the chat is stopped', async () => {
    const { id, chat } = open();
    const sent = chat.sendMessage({ text: script({ say: 'One moment. ' }, { hang: true }) });
    await expect.poll(() => chat.answer?.texts).toEqual(['One moment. ']);
    await chat.stop();
    await sent;
    await expect.poll(async () => (await setup.client.turns.list(id)).data[0]?.status).toBe('cancelled');
    expect(chat.status).toBe('ready');
  });

  it('reads the outcome after a reload in the middle of a turn, and nothing if no turn ran', async () => {
    const kept = new Map<string, string>();
    const keys = keysOf(kept);
    const first = open({ keys });
    void first.chat.sendMessage({ text: script({ say: 'One moment. ' }, { wait: 20 }, { say: 'Done.' }) });
    await expect.poll(() => first.chat.answer?.texts).toEqual(['One moment. ']);

    const { chat } = open({ keys }, first.id);
    const resumed = chat.resumeStream();
    await goOn();
    await resumed;
    expect(chat.answer?.texts).toEqual(['One moment. Done.']);
    expect((await setup.client.turns.list(first.id)).data).toHaveLength(1);
    await expect.poll(() => kept.size).toBe(0);
    await chat.resumeStream();
    expect(chat.messages).toHaveLength(1);
  });

  it('keeps a turn running if the page leaves without stopping it, and closes the connection', async () => {
    const { id, transport } = open();
    const text = script({ say: 'One moment. ' }, { wait: 20 }, { say: 'Done.' });
    const message: ConversationMessage = { id: '1', role: 'user', parts: [{ type: 'text', text }] };
    const chunks = await transport.sendMessages({
      chatId: id,
      messages: [message],
      abortSignal: new AbortController().signal,
    });
    for await (const { type } of chunks) if (type === 'text-delta') break;
    await goOn();
    await expect.poll(async () => (await setup.client.turns.list(id)).data[0]?.status).toBe('completed');
  });

  it('keeps the turn running if reading it again is abandoned, as a page in StrictMode does at once', async () => {
    const keys = keysOf(new Map());
    const first = open({ keys });
    void first.chat.sendMessage({ text: script({ say: 'One moment. ' }, { wait: 20 }, { say: 'Done.' }) });
    await expect.poll(() => first.chat.answer?.texts).toEqual(['One moment. ']);

    const { chat } = open({ keys }, first.id);
    const given = chat.resumeStream();
    await chat.stop();
    await given;
    const resumed = chat.resumeStream();
    await goOn();
    await resumed;
    expect(chat.answer?.texts).toEqual(['One moment. Done.']);
  });

  it('cancels a turn that is stopped while it is opening', async () => {
    const stop = new AbortController();
    const { id, transport } = open({
      stream(...turn) {
        stop.abort();
        return setup.client.turns.stream(...turn);
      },
    });
    const parts = [{ type: 'text' as const, text: script({ hang: true }) }];
    const messages: ConversationMessage[] = [{ id: '1', role: 'user', parts }];
    await transport.sendMessages({ chatId: id, messages, abortSignal: stop.signal });
    await expect.poll(async () => (await setup.client.turns.list(id)).data[0]?.status).toBe('cancelled');
  });

  it.each(['{bad', 'null', '{}', '{"idempotencyKey":"1","body":{"content":"Hello"},"at":0}'])(
    'ignores and removes an invalid or old key: %s',
    async (value) => {
      const id = crypto.randomUUID();
      const kept = new Map([[`conversation-api ${id}`, value]]);
      const { chat } = open({ keys: keysOf(kept) }, id);
      await chat.resumeStream();
      expect([chat.status, kept.size, chat.messages.length]).toEqual(['ready', 0, 0]);
    },
  );

  it('keeps the key of the running turn when a second one is refused', async () => {
    const kept = new Map<string, string>();
    const first = open({ keys: keysOf(kept) });
    void first.chat.sendMessage({ text: script({ say: 'One moment. ' }, { wait: 20 }, { say: 'Done.' }) });
    await expect.poll(() => first.chat.answer?.texts).toEqual(['One moment. ']);
    const key = [...kept.values()];

    const { chat } = open({ keys: keysOf(kept) }, first.id);
    await chat.sendMessage({ text: 'Hello' });
    expect(chat.error).toMatchObject({ kind: 'chat-busy' });
    expect([...kept.values()]).toEqual(key);
    await goOn();
  });

  it('still sends a turn when the store throws', async () => {
    const fail = () => {
      throw new DOMException('the store is full', 'QuotaExceededError');
    };
    const { chat } = open({ keys: { getItem: fail, setItem: fail, removeItem: fail } });
    await chat.sendMessage({ text: script({ say: 'Ten.' }) });
    expect([chat.error, chat.answer?.texts]).toEqual([undefined, ['Ten.']]);
    await chat.resumeStream();
    expect([chat.status, chat.messages.length]).toEqual(['ready', 2]);
  });

  it('passes on the options of a message', async () => {
    const given: unknown[] = [];
    const { chat } = open({
      stream(id, body, options) {
        given.push(body, options.headers);
        return setup.client.turns.stream(id, body, options);
      },
    });
    const text = script({ say: 'Ten.' });
    await chat.sendMessage({ text }, { body: { permission_mode: 'auto' }, headers: { 'x-team': 'desk' } });
    expect(given).toEqual([{ content: text, permission_mode: 'auto' }, { 'x-team': 'desk' }]);

    const own = open({
      turnFor(_, options) {
        given.push(options);
        return { content: text };
      },
    });
    const options = { body: { reach: 'all' }, metadata: { from: 'menu' } };
    await own.chat.sendMessage({ text }, options);
    expect([own.chat.error, given.at(-1)]).toEqual([undefined, options]);
  });

  it('sends a new turn to regenerate an answer', async () => {
    const { id, chat } = open();
    await chat.sendMessage({ text: script({ say: 'Ten.' }) });
    const first = chat.messages.at(-1)?.id;
    await chat.regenerate();
    expect(chat.answer?.texts).toEqual(['Ten.']);
    expect(chat.messages.at(-1)?.id).not.toBe(first);
    expect((await setup.client.turns.list(id)).data).toHaveLength(2);
  });

  it('has the error of a refused turn and of a failed one', async () => {
    const { chat } = open({ turnFor: () => ({ content: 'Hello', attachments: { agent_ids: [0] } }) });
    await chat.sendMessage({ text: 'Hello' });
    expect(chat.error).toBeInstanceOf(ConversationApiError);
    expect(chat.error).toMatchObject({ status: 422 });

    const failing = open().chat;
    await failing.sendMessage({ text: script({ say: 'We open at ' }, { fail: 'outage' }) });
    expect(failing.error).toMatchObject({ kind: 'turn-failed', channel: 'stream' });
    expect(failing.turn).toMatchObject({ status: 'failed', text: 'We open at ' });
  });

  it('starts with the turns from the service', async () => {
    const { id, chat } = open();
    await chat.sendMessage({ text: script({ say: 'Ten.' }) });
    const [question, answer] = toUIMessages((await setup.client.turns.list(id)).data);
    expect(question).toMatchObject({
      role: 'user',
      parts: [{ type: 'text', text: script({ say: 'Ten.' }) }],
    });
    expect(answer).toMatchObject({ id: chat.messages.at(-1)?.id, role: 'assistant' });
    expect(answer?.parts).toMatchObject([
      { type: 'step-start' },
      { type: 'data-turn', data: { status: 'completed', text: 'Ten.', interactions: [] } },
      { type: 'text', text: 'Ten.' },
    ]);
  });
});
