/** Your server's side of the service. Only routes and server components import this file: it has the token. */
import { createClient } from 'conversation-api';

const { SERVICE_URL: baseUrl = 'http://127.0.0.1:4010', SERVICE_TOKEN: token = '' } = process.env;

export const client = createClient({ baseUrl, token });

/**
 * Whether a person may use a chat. The service knows only the owner of your token, so ask your session here whose chat it is. In this example,
 * everybody with a session may use every chat.
 */
export async function mayUse(headers: Headers, _chatId: string): Promise<boolean> {
  return /\bsession=/.test(headers.get('cookie') ?? '');
}
