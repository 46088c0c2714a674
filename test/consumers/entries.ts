/** Imports every entry that has types. The projects commonjs and node10 have copies of this file, named by module kind. */
import {
  type Chat,
  ConversationApiError,
  createClient,
  type FetchInit,
  type TurnEvent,
} from 'conversation-api';
import { createClient as again } from 'conversation-api/client';
import { judge } from 'conversation-api/conformance';
import { RateLimitError } from 'conversation-api/errors';
import { eventTypes } from 'conversation-api/events';
import { follow, type TurnState, WAITING } from 'conversation-api/follow';
import { withLog } from 'conversation-api/log';
import { startReferenceServer } from 'conversation-api/reference';
import { createRelayClient, readRelayedTurn } from 'conversation-api/relay';
import { expressRelay } from 'conversation-api/relay/express';
import { fastifyRelay } from 'conversation-api/relay/fastify';
import { fetchRelay } from 'conversation-api/relay/fetch';
import { honoRelay } from 'conversation-api/relay/hono';
import { nextRelay } from 'conversation-api/relay/next';
import type { StreamEvent } from 'conversation-api/types';
import { accepts } from 'conversation-api/validators';

export const entries = [again, judge, startReferenceServer, readRelayedTurn, accepts];
export const relays = [expressRelay, fastifyRelay, fetchRelay, honoRelay, nextRelay, createRelayClient];
export const types: readonly StreamEvent['type'][] = eventTypes;

const options = withLog({
  baseUrl: 'https://service.test',
  token: async () => 'harbor-main',
  headers: new Headers({ 'x-team': 'shop' }),
  fetchOptions: { credentials: 'include', proxy: 'http://proxy.test' },
  fetch: (url: string, init: FetchInit) => fetch(url, init),
});
const client = createClient(options);

export async function answer(chatId: string): Promise<TurnState> {
  let state = WAITING;
  for await (const event of client.turns.stream(chatId, { content: 'When do you open?' })) {
    const each: TurnEvent = event;
    state = follow(state, each);
    if (event.type === 'message.action_required' && event.kind === 'plan_approval') await event.approve();
  }
  return state;
}

export async function find(chatId: string): Promise<Chat | readonly string[]> {
  try {
    return await client.chats.get(chatId);
  } catch (error) {
    if (error instanceof RateLimitError) return [String(error.retryAfter)];
    if (error instanceof ConversationApiError && error.kind === 'scope-not-allowed')
      return error.data.required_scopes;
    throw error;
  }
}
