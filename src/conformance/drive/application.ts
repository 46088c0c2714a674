import { writeJson } from '../../exact-json/exact-number.ts';
import { lowerCased } from '../judge/headers.ts';
import type { ProfileApplication } from '../profile/profile.ts';
import type { Answer } from './answer.ts';
import type { ExchangeLog } from './exchange-log.ts';
import { exchangeHeads, readAnswer } from './one-exchange.ts';
import type { Transport } from './wire.ts';

export interface ApplicationOptions {
  readonly request: ProfileApplication;
  /** Sent with every request. */
  readonly headers: Readonly<Record<string, string>>;
  readonly transport: Transport;
  readonly log: ExchangeLog;
  /** Id of the check that sends the request. */
  readonly check: string;
}

/**
 * Makes the application run a turn by sending the request from the profile.
 *
 * @param chatId the chat to continue; if absent, body members with the value `$chat_id` are removed, so that a new chat is created
 */
export async function runInApplication(
  { request: { method, path, headers, body }, headers: always, transport, log, check }: ApplicationOptions,
  content: string,
  chatId?: string,
): Promise<Answer> {
  const writer = log.begin(check, 'application', {
    method,
    path,
    headers: { ...always, 'content-type': 'application/json', ...lowerCased(headers) },
    body: Buffer.from(writeJson(fillIn(body, content, chatId))),
  });
  const response = await exchangeHeads(transport, writer);
  return readAnswer(writer, response.body);
}

function fillIn(value: unknown, content: string, chatId: string | undefined): unknown {
  if (typeof value === 'string')
    return value.replaceAll('$chat_id', () => chatId ?? '').replaceAll('$content', () => content);
  if (Array.isArray(value)) return value.map((item) => fillIn(item, content, chatId));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) =>
      member === '$chat_id' && chatId === undefined ? [] : [[name, fillIn(member, content, chatId)]],
    ),
  );
}
