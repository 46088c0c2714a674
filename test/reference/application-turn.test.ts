import { expect, it } from 'vitest';
import { useServer } from './harness/use-server.ts';

const server = useServer();

it.each([
  ['without-chat-write', 403],
  ['only-chat-write', 200],
])('a turn of the application with the token of %s gets status %i', async (credential, status) => {
  const turn = { content: 'Hello', wait: true };
  const answer = await server.as(credential).post('//_reference/application/turns', turn);
  expect(answer.status).toBe(status);
  if (status === 403) expect(answer.body.data).toMatchObject({ required_scopes: ['chat:write'] });
});
