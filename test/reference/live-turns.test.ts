import { expect, it } from 'vitest';
import { useServer } from './harness/use-server.ts';

const server = useServer({ liveTurns: 2 });

it('a credential at the limit of running turns gets 429 until one of them ends', async () => {
  const main = server.as('main');
  const first = await main.stream({ script: [{ hang: true }] });
  const second = await main.stream({ script: [{ hang: true }] });
  const refused = await main.refusedStream({});
  expect([refused.status, refused.body.message_code]).toEqual([429, 'api_v1_too_many_turns']);
  expect(refused.headers.get('retry-after')).toBe('5');
  expect((await server.as('other-user').send({})).status).toBe(200);

  await main.act(first.chatId, 'cancel', {});
  await first.rest();
  expect((await main.send({})).status).toBe(200);
  second.disconnect();
});

it('a user at the limit in the application gets 429 there, and can still send turns with a credential', async () => {
  const main = server.as('main');
  const run = (turn: object) => main.post('//_reference/application/turns', turn);
  const hang = '```script\n[{"hang": true}]\n```';
  for (let count = 1; count <= 2; count += 1) expect((await run({ content: hang })).status).toBe(202);
  const refused = await run({ content: hang });
  expect([refused.status, refused.body.message_code]).toEqual([429, 'api_v1_too_many_turns']);
  expect(refused.headers.get('retry-after')).toBe('5');
  expect((await main.send({})).status).toBe(200);
  expect(
    (await server.as('other-user').post('//_reference/application/turns', { content: 'Hello' })).status,
  ).toBe(202);
});
