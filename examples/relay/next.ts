/** With Next.js, whose routes in app/ export the handlers as POST. */
import { createClient } from 'conversation-api';
import { relayTurns } from './route.ts';

const { SERVICE_URL: baseUrl = 'http://127.0.0.1:4010', SERVICE_TOKEN: token = '' } = process.env;

export const { turns, answers } = relayTurns(createClient({ baseUrl, token }), {
  // Ask your session here whose chat it is.
  mayUse: async (request) => request.headers.has('cookie'),
  turnFor: (content) => ({ content }),
});
