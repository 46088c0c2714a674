import { expect, it } from 'vitest';
import { toUIMessages } from '../../../src/adapters/ai-sdk.ts';
import { keysOf, script, setUp } from './chat.ts';

const setup = setUp();

it('goes together with resume: a turn that still runs is in both, and shown once', async () => {
  const keys = keysOf(new Map());
  const { id, chat: left } = setup.open({ keys });
  await left.sendMessage({ text: script({ say: 'Good morning.' }) });
  void left.sendMessage({ text: script({ say: 'One moment. ' }, { wait: 20 }, { say: 'Done.' }) });
  await expect.poll(() => left.answer?.texts).toEqual(['One moment. ']);

  const { chat } = setup.open({ keys }, id);
  chat.messages = toUIMessages(await setup.client.turns.list(id).all({ limit: Number.POSITIVE_INFINITY }));
  expect(chat.turn).toMatchObject({ status: 'running' });
  const resumed = chat.resumeStream();
  await setup.clock.advance(20_000);
  await resumed;
  expect(chat.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant']);
  expect([chat.answer?.texts, chat.turn?.status]).toEqual([['One moment. Done.'], 'completed']);
});

it('shows a turn that failed as failed, with its parts', async () => {
  const { id, chat } = setup.open();
  await chat.sendMessage({ text: script({ say: 'We open at ' }, { fail: 'outage' }) });
  const [, answer] = toUIMessages((await setup.client.turns.list(id)).data);
  expect(answer?.parts).toMatchObject([
    { type: 'step-start' },
    { type: 'data-turn', data: { status: 'failed' } },
    { type: 'text', text: 'We open at ' },
  ]);
});
