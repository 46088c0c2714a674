/** Sends turns with the client and follows one, using every entry that a client needs. */
import assert from 'node:assert/strict';
import { type Chat, ConversationApiError, createClient, type TurnEvent } from 'conversation-api';
import { createClient as again } from 'conversation-api/client';
import { eventTypes, type StreamEvent, terminalEventTypes } from 'conversation-api/events';
import openapi from 'conversation-api/openapi.json' with { type: 'json' };
import { startReferenceServer } from 'conversation-api/reference';
import chatSchema from 'conversation-api/schemas/Chat.json' with { type: 'json' };
import type { MessageCompleted } from 'conversation-api/types';
import { accepts } from 'conversation-api/validators';

const server = await startReferenceServer({ timeScale: 100 });
try {
  const client = createClient({ baseUrl: server.url, token: async () => 'harbor-main' });
  const chat: Chat = await client.chats.create({ permission_mode: 'manual' });
  const script = JSON.stringify([{ say: 'At 10:00.' }]);
  const content = `When do we open?\n\n\`\`\`script\n${script}\n\`\`\``;

  const told: TurnEvent['type'][] = [];
  const stream = client.turns.stream(chat.id, { content, permission_mode: 'auto' });
  for await (const event of stream) {
    told.push(event.type);
    if (event.type === 'message.action_required' && event.kind === 'plan_approval') await event.approve();
    if (event.type === 'message.completed') assert.ok(accepts.MessageCompleted(event.data));
  }
  assert.equal(await stream.text(), 'At 10:00.');
  assert.equal(told.at(-1), 'message.completed' satisfies MessageCompleted['status'] | StreamEvent['type']);
  assert.ok(told.every((type) => eventTypes.includes(type)));
  assert.deepEqual([...terminalEventTypes], ['message.completed', 'message.cancelled', 'message.error']);

  const sent = await client.turns.send(chat.id, { content, permission_mode: 'auto' });
  assert.equal(sent.content, 'At 10:00.');
  const call = JSON.stringify([{ call: { tool: 'find_tickets', input: {} } }, { echo: 'results' }]);
  const attachments = { mcp_server_ids: [7] };
  const request = `\`\`\`script\n${call}\n\`\`\``;
  const found = await client.turns.send(chat.id, { content: request, permission_mode: 'auto', attachments });
  assert.match(found.content, /4410/);
  const { data, meta } = await client.turns.list(chat.id, { size: 10 });
  assert.equal(data.length, meta.total);

  await assert.rejects(client.chats.get('0b8f4a52-6c1d-4f0e-9a57-3d2c8e71b604'), (error) => {
    assert.ok(error instanceof ConversationApiError);
    if (error.kind === 'scope-not-allowed') error.data.required_scopes satisfies readonly string[];
    assert.equal(error.kind, 'not-found');
    return true;
  });
  assert.equal(again, createClient);
  assert.equal(chatSchema.title, 'Chat');
  assert.match(openapi.info.version, /^\d+\.\d+\.\d+$/);
} finally {
  await server.close();
}
console.log('done');
