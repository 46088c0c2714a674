import Anthropic from '@anthropic-ai/sdk';
import { DefaultChatTransport } from 'ai';
import OpenAI from 'openai';
import { createClient } from '../../../src/client/index.ts';
import { CHAT } from '../../client/harness/wire.ts';

export const TOKEN = 'token-of-the-back-office';
export const TURN = { content: 'When do we open?' };

export const ours = (fetch: typeof globalThis.fetch) =>
  createClient({ baseUrl: 'https://service.test', token: TOKEN, fetch });
export const viaOpenai = (fetch: typeof globalThis.fetch, options = {}) =>
  new OpenAI({ apiKey: TOKEN, fetch, ...options });
export const viaAnthropic = (fetch: typeof globalThis.fetch, options = {}) =>
  new Anthropic({ apiKey: TOKEN, fetch, ...options });
export const viaAiSdk = (fetch: typeof globalThis.fetch) =>
  new DefaultChatTransport({
    api: 'https://page.test/chat',
    headers: { authorization: `Bearer ${TOKEN}` },
    fetch,
  });

export const chatBody = { model: 'a', messages: [] };
export const messageBody = { model: 'a', max_tokens: 1, messages: [] };
const pageMessage = { id: '1', role: 'user' as const, parts: [{ type: 'text' as const, text: 'Hello' }] };
export const submit = {
  chatId: CHAT,
  messages: [pageMessage],
  abortSignal: undefined,
  trigger: 'submit-message' as const,
  messageId: undefined,
};

type Column = 'openai' | 'anthropic' | 'aiSdk' | 'ours';
type Try = () => Promise<boolean>;

/** What each client does, by the row of the table. */
export type Features = Readonly<Record<string, Readonly<Record<Column, Try>>>>;

/** Whether something succeeds. */
export const succeeds = (promise: Promise<unknown>) =>
  promise.then(
    () => true,
    () => false,
  );

export async function drain(source: AsyncIterable<unknown> | ReadableStream<unknown>): Promise<void> {
  for await (const _ of source as AsyncIterable<unknown>);
}

export const has = (value: unknown, ...names: readonly string[]): boolean =>
  names.every((name) => typeof Object(value)[name] === 'function');

export const failureOf = (promise: PromiseLike<unknown>): Promise<unknown> =>
  Promise.resolve(promise).then(
    () => undefined,
    (error: unknown) => error,
  );
