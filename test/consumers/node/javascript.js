/** JavaScript, checked by the compiler, for every version of Node that is supported. */
import assert from 'node:assert/strict';
import { ConversationApiError, createClient } from 'conversation-api';
import { judge } from 'conversation-api/conformance';
import { terminalEventTypes } from 'conversation-api/events';
import { startReferenceServer } from 'conversation-api/reference';
import { accepts } from 'conversation-api/validators';

/** @type {import('conversation-api/types').SendTurnRequest} */
const turn = { content: 'When do we open on Easter Monday?', permission_mode: 'auto' };

const server = await startReferenceServer({ timeScale: 100 });
try {
  const client = createClient({ baseUrl: server.url, token: 'harbor-main' });
  const { id } = await client.chats.create({});
  const stream = client.turns.stream(id, turn);
  const outcome = await stream.final();
  assert.ok(accepts.TurnMessage(outcome) || outcome.status === 'cancelled');
  assert.equal(outcome.content, stream.content);

  /** @type {string[]} */
  const types = [];
  for await (const { type } of client.turns.stream(id, turn)) types.push(type);
  assert.equal(terminalEventTypes.filter((type) => types.includes(type)).length, 1);

  const stranger = createClient({ baseUrl: server.url, token: 'nobody', maxRetries: 0 });
  await assert.rejects(stranger.catalog.get(), ConversationApiError);

  const { verdict } = await judge('event: ping\ndata: {"ts":1}\n\n', { isPartial: true });
  assert.equal(verdict, 'nonconformant');
} finally {
  await server.close();
}
console.log('done');
