import { expect, it } from 'vitest';
import { useServer } from './harness/use-server.ts';

const server = useServer({ liveTurns: 2 });

it('a credential with as many running turns as the server allows gets 429, until one of them ends', async () => {
  const main = server.as('main');
  const first = await main.stream({ script: [{ hang: true }] });
  const second = await main.stream({ script: [{ hang: true }] });
  const refused = await main.refusedStream({});
  expect([refused.status, refused.body.message_code]).toEqual([429, 'api_v1_too_many_turns']);
  expect((await server.as('other-user').send({})).status).toBe(200);

  await main.act(first.chatId, 'cancel', {});
  await first.rest();
  expect((await main.send({})).status).toBe(200);
  second.disconnect();
});
