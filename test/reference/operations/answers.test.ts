import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Answer } from '../harness/client.ts';
import { useServer } from '../harness/use-server.ts';

const server = useServer();
const main = () => server.as('main');

describe('the message of an answer reflects the request', () => {
  it('a cancellation says whether a turn was running', async () => {
    const { chatId } = await main().stream({ script: [{ hang: true }] });
    const cancel = async () => (await main().act(chatId, 'cancel', {})).body;
    expect(await cancel()).toMatchObject({ message: 'Turn cancelled', data: { cancelled: true } });
    expect(await cancel()).toMatchObject({ message: 'No turn was running', data: { cancelled: false } });
  });

  it.each<[string, number, string, () => Promise<Answer>]>([
    [
      'a key that another chat has used',
      409,
      'The key was used before for a turn of another chat.',
      async () => {
        const key = randomUUID();
        await main().send({}, { key });
        return main().send({}, { key });
      },
    ],
    [
      'a key that another body has used',
      409,
      'The key was used before with a different body.',
      async () => {
        const sent = { chatId: randomUUID(), key: randomUUID() };
        await main().send({}, sent);
        return main().send({ content: 'Other' }, sent);
      },
    ],
    [
      'a list without its scope',
      403,
      'The operation needs the scope chat:read, which the credential lacks.',
      () => server.as('without-chat-read').get('/chats'),
    ],
    [
      'an attachment without its scope',
      403,
      'The turn attaches resources that need the scope skills:read, which the credential lacks.',
      () => server.as('without-skills-read').send({ attachments: { skill_ids: [41] } }),
    ],
    ['an unknown chat', 404, 'The chat does not exist,', () => main().get(`/chats/${randomUUID()}`)],
    ['an unknown skill', 404, 'The skill does not exist,', () => main().get('/skills/987654')],
  ])('%s', async (_what, status, message, ask) => {
    const answer = await ask();
    expect(answer.status).toBe(status);
    expect(answer.body.message).toMatch(new RegExp(`^${message}`));
  });
});
