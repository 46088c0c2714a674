/** What your server decides, whatever framework it uses. */
import { createClient } from 'conversation-api';
import type { RelaySettings } from 'conversation-api/relay/fetch';

const { SERVICE_URL: baseUrl = 'http://127.0.0.1:4010', SERVICE_TOKEN: token = '' } = process.env;

export const settings: RelaySettings = {
  client: createClient({ baseUrl, token }),
  // Ask your session here whose chat it is. The request has all headers of the page's request.
  mayUse: async ({ headers }, _chatId) => headers.has('cookie') || headers.has('authorization'),
  turnFor: ({ content }) => ({ content }),
};
