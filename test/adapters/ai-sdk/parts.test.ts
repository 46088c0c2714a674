import { validateUIMessages } from 'ai';
import { describe, expect, it } from 'vitest';
import type { Step } from '../../../generated/types.js';
import { AnswerChunks } from '../../../src/adapters/ai-sdk/answer-chunks.ts';
import type { Chunk } from '../../../src/adapters/ai-sdk/message.ts';
import { type ConversationMessage, toUIMessages } from '../../../src/adapters/ai-sdk.ts';
import type { TurnEvent } from '../../../src/client/turn-event.ts';
import type { Script } from '../../../src/rig/script/act.ts';
import { type Chat, script, setUp } from './chat.ts';

const setup = setUp();

/** What a component gets: no member is undefined. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

const withEverything = ({ parts: [part] }: ConversationMessage) => ({
  content: part?.type === 'text' ? part.text : '',
  permission_mode: 'auto' as const,
  attachments: { mcp_server_ids: [...setup.desks], agent_ids: [21], workspace_ids: [12] },
});

async function chatOf(...acts: Script): Promise<{ id: string; chat: Chat }> {
  const { id, chat } = setup.open({ turnFor: withEverything });
  await chat.sendMessage({ text: `How long can a book be returned? ${script(...acts)}` });
  expect(chat.error).toBeUndefined();
  return { id, chat };
}

const call = { call: { tool: 'find_tickets', input: { status: 'open' } } };

const source = {
  type: 'source-document',
  sourceId: expect.stringMatching(/^12\/\d+$/),
  title: expect.stringMatching(/^File \d+$/),
  mediaType: 'application/octet-stream',
  providerMetadata: { 'conversation-api': { workspace_id: 12, score: expect.any(Number) } },
};

it('shows thoughts, tools, text and sources as parts that components know', async () => {
  const { chat } = await chatOf({ reason: 'The desk knows.' }, call, { say: 'There are two.', pieces: 3 });
  expect(plain(chat.parts)).toMatchObject([
    { type: 'step-start' },
    { type: 'data-turn', data: { status: 'completed' } },
    { type: 'reasoning', text: expect.stringMatching(/^Searching the libraries\n\n/), state: 'done' },
    { type: 'reasoning', text: 'Thinking about the request\n\nThe desk knows.', state: 'done' },
    {
      type: 'dynamic-tool',
      toolName: 'find_tickets',
      toolCallId: expect.any(String),
      state: 'output-available',
      input: { status: 'open' },
      output: { status: 'done' },
      toolMetadata: { server: 'tickets' },
      providerExecuted: true,
    },
    { type: 'text', text: 'There are two.', state: 'done' },
    source,
    source,
  ]);
});

it.each<readonly [string, Script]>([
  ['thoughts, tools and sources', [{ reason: 'The desk knows.' }, call, { say: 'Two.', pieces: 2 }]],
  [
    'a task of an agent',
    [{ delegate: [{ agent: 21, task: 'Count.', script: [call, { say: '2' }] }] }, { say: 'Two.' }],
  ],
  ['a failover', [{ say: 'We open at ' }, { failover: true }, { say: 'Ten.' }]],
  ['no text', [call]],
])('shows the same parts after a reload: %s', async (_, acts) => {
  const { id, chat } = await chatOf(...acts);
  const history = toUIMessages((await setup.client.turns.list(id)).data);
  const { prompt: _prompt, ...shown } = Object(history[1]?.parts[1]).data.message;
  expect(shown).toMatchObject({ content: chat.turn?.text });
  const without = (parts: unknown[]) => parts.filter((part) => Object(part).type !== 'data-turn');
  expect(without(plain(chat.parts) as unknown[])).toEqual(without(plain(history[1]?.parts) as unknown[]));
  await expect(
    validateUIMessages({ messages: plain([...history, ...chat.messages]) as never }),
  ).resolves.toBeDefined();
});

it('keeps text and tools in the order in which they came', async () => {
  const { chat } = await chatOf({ say: 'Let me look. ' }, call, { say: 'There are two.' });
  const types = chat.parts.flatMap((part) => (part.type === 'text' ? part.text : part.type));
  expect(
    types.filter((type) => !['step-start', 'data-turn', 'source-document', 'reasoning'].includes(type)),
  ).toEqual(['Let me look. ', 'dynamic-tool', 'There are two.']);
});

describe('the chunks of steps that change', () => {
  const at = '2026-01-01T00:00:00Z';
  const step = (facts: Partial<Step>): Step => ({
    ...{ key: 'reasoning', label: 'Thinking', label_code: 'thinking', status: 'running', timestamp: at },
    ...facts,
  });
  const steps = (...facts: Partial<Step>[]): TurnEvent => ({
    type: 'message.step',
    data: { steps: facts.map(step) },
  });
  const completed = (...facts: Partial<Step>[]): TurnEvent =>
    ({ type: 'message.completed', data: { id: 1, content: 'Ten.', steps: facts.map(step) } }) as never;
  const typesOf = (chunks: readonly Chunk[]) =>
    chunks
      .map((chunk) => ('delta' in chunk ? `${chunk.type} ${chunk.delta}` : chunk.type))
      .filter((type) => type !== 'data-turn');
  const lookUp = { tool_use_id: '1', name: 'look_up', server: 'desk', input: {} };

  it('add what is new to a thought, and end it with its step', () => {
    const chunks = new AnswerChunks();
    expect(typesOf(chunks.of(steps({})))).toEqual(['reasoning-start', 'reasoning-delta Thinking']);
    expect(typesOf(chunks.of(steps({ detail: 'Ten' })))).toEqual(['reasoning-delta \n\nTen']);
    expect(typesOf(chunks.of(steps({ detail: 'Ten.', duration: 5 })))).toEqual([
      'reasoning-delta .',
      'reasoning-end',
    ]);
    expect(typesOf(chunks.of(steps({ detail: 'Ten.', duration: 5 })))).toEqual([]);
  });

  it('show a thought that was rewritten, a call that is gone, and the text once more at the end', () => {
    const chunks = new AnswerChunks();
    chunks.of(steps({ detail: '1 of 2' }));
    chunks.of({ type: 'message.delta', data: { text: 'Ten.', replace: false } });
    expect(typesOf(chunks.of(steps({ detail: '2 of 2' })))).toEqual([]);
    expect(typesOf(chunks.of(completed({ detail: '2 of 2' })))).toEqual([
      ...['reset-step', 'reasoning-start', 'reasoning-delta Thinking\n\n2 of 2', 'reasoning-end'],
      ...['text-start', 'text-delta Ten.', 'text-end', 'finish-step', 'finish'],
    ]);
  });

  it('leave the text whole when a task of an agent works, and say of a failed turn what came of its calls', () => {
    const chunks = new AnswerChunks();
    chunks.of({ type: 'message.delta', data: { text: 'Ten', replace: false } });
    const of = { key: 'tool', tool_calls: [lookUp] };
    expect(typesOf(chunks.of(steps({ ...of, agent: { task_id: 't' } })))).toEqual(['tool-input-available']);
    expect(typesOf(chunks.of({ type: 'message.delta', data: { text: ' to six.', replace: false } }))).toEqual(
      ['text-delta  to six.'],
    );
    const data = { code: 'upstream_error', message: 'The provider failed.', retryable: false } as const;
    expect(chunks.of({ type: 'message.error', data })).toContainEqual(
      expect.objectContaining({
        type: 'tool-output-error',
        toolCallId: '1',
        errorText: 'The provider failed.',
      }),
    );
  });
});
