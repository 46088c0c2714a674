import { expect, it } from 'vitest';
import { script, setUp } from './chat.ts';

const setup = setUp();

const photo = {
  type: 'file',
  filename: 'shelf.png',
  mediaType: 'image/png',
  url: 'data:image/png;base64,AA==',
} as const;

it('refuses a message with a part that a turn cannot carry, names the part, and sends nothing', async () => {
  const { id, chat } = setup.open();
  await chat.sendMessage({ text: 'What is this?', files: [photo] });
  expect(chat.error).toBeInstanceOf(TypeError);
  expect(chat.error?.message).toMatch(/^a turn cannot carry the part file \(shelf\.png, image\/png\)/);
  await expect(setup.client.turns.list(id)).rejects.toMatchObject({ kind: 'not-found' });

  await chat.sendMessage({ parts: [{ type: 'reasoning', text: 'Hm.' }] });
  expect(chat.error?.message).toMatch(/^a turn cannot carry the part reasoning:/);
});

it('leaves other parts to `turnFor`', async () => {
  const { id, chat } = setup.open({
    turnFor: ({ parts }) => ({ content: `${parts.length} parts`, permission_mode: 'auto' }),
  });
  await chat.sendMessage({ text: 'What is this?', files: [photo] });
  expect(chat.error).toBeUndefined();
  expect((await setup.client.turns.list(id)).data).toMatchObject([{ prompt: '2 parts' }]);
});

it('passes `body` and `metadata` on, of a message and of one that is sent once more', async () => {
  const { id, chat } = setup.open();
  const given = { body: { permission_mode: 'auto' }, metadata: { from: 'menu' } };
  await chat.sendMessage({ text: script({ say: 'Ten.' }) }, given);
  await chat.regenerate(given);
  expect(chat.error).toBeUndefined();
  const turns = (await setup.client.turns.list(id)).data;
  expect(turns.map(({ metadata }) => metadata)).toEqual([given.metadata, given.metadata]);
});

it('refuses to take a click on a button for a new message', async () => {
  const { id, chat } = setup.open();
  await chat.sendMessage({ text: script({ say: 'Ten.' }) });
  await chat.sendMessage();
  expect(chat.error?.message).toMatch(/^the last message is an answer: .* pass the chat to `connect`$/);
  expect((await setup.client.turns.list(id)).data).toHaveLength(1);
});
