/** With Next.js, as app/turns/route.ts. A second file, app/answers/route.ts, exports `answers` as POST. */
import { createClient } from 'conversation-api';
import { relayTurns } from './route.ts';

const { SERVICE_URL: baseUrl = 'http://127.0.0.1:4010', SERVICE_TOKEN: token = '' } = process.env;

const { turns } = relayTurns(createClient({ baseUrl, token }), {
  // Ask your session here whose chat it is.
  mayUse: async (request) => request.headers.has('cookie'),
  turnFor: (content) => ({ content }),
});

export const dynamic = 'force-dynamic';
export const POST = turns;
