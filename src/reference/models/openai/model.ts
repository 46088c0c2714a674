import type { ChatCompletionCreateParamsStreaming } from 'openai/resources/chat/completions';
import type { Clock } from '../../clock.ts';
import { ModelFailure, type ModelPart, type ModelRequest } from '../model.ts';
import { ProviderConnection } from './connection.ts';
import { explainError, type OpenAiProvider } from './failure.ts';
import { nameTools } from './names.ts';
import { ReplyAssembly } from './reply.ts';
import { writeRequest } from './request.ts';
import { type Environment, findEndpoint, findKey } from './settings.ts';

/**
 * The longest delay of Node's timers, in milliseconds. The idle timeout of the provider applies instead of the
 * library's.
 */
const NEVER = 2 ** 31 - 1;

/**
 * Streams one reply from one provider, with the tool calls at the end. There is no usage part if the provider reports no
 * usage.
 *
 * @throws ModelFailure when the provider gives no complete reply; the reason of the lifetime when it ends
 */
export async function* replyFromOpenAi(
  provider: OpenAiProvider,
  request: ModelRequest,
  { clock, environment }: { clock: Clock; environment: Environment },
): AsyncGenerator<readonly ModelPart[]> {
  request.lifetime.throwIfOver();
  const key = findKey(provider, environment);
  const connection = new ProviderConnection(provider, findEndpoint(provider), key, clock, request.pacer);
  const names = nameTools(request.tools);
  const reply = new ReplyAssembly(provider, names);
  const body = writeRequest(request, provider, names);
  try {
    for await (const chunk of readChunks(body, connection, request.lifetime.signal)) {
      // One by one, because the parts before an invalid one in the same chunk still count.
      const { size } = reply;
      for (const part of reply.take(chunk)) yield [part];
      if (reply.size > size) connection.markSaid();
    }
  } catch (error) {
    request.lifetime.throwIfOver();
    // An error after the last part of the answer, such as in the usage, cannot make a text incomplete. But no tool runs for a reply that
    // cannot be read to its end.
    const isHarmless = reply.isFinished && !(error instanceof ModelFailure && reply.hasCalls);
    if (!isHarmless) {
      // An error before the request is not the provider's fault, and a ModelFailure is already explained.
      if (error instanceof ModelFailure || !connection.isOpened) throw error;
      throw connection.failure ?? explainError(provider, error, connection.opening);
    }
  }
  for (const part of reply.end(connection.opening)) yield [part];
}

async function* readChunks(
  body: ChatCompletionCreateParamsStreaming,
  connection: ProviderConnection,
  signal: AbortSignal,
): AsyncGenerator<unknown> {
  const client = await openClient(connection);
  const either = AbortSignal.any([signal, connection.signal]);
  const stream = await client.chat.completions.create(body, { signal: either });
  yield* stream;
  // After an abort the library ends the stream as if it were complete.
  either.throwIfAborted();
}

/** Loads the library on first use. The library gets neither the key nor the URL, since the connection adds both. */
async function openClient(connection: ProviderConnection) {
  const { OpenAI } = await import('openai');
  return new OpenAI({
    apiKey: 'added-by-the-connection',
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    baseURL: 'http://added-by-the-connection.invalid',
    fetch: connection.fetch,
    maxRetries: 0,
    timeout: NEVER,
    logLevel: 'off',
  });
}
