import type { ChatCompletionCreateParamsStreaming } from 'openai/resources/chat/completions';
import type { Clock } from '../../clock.ts';
import type { ModelPart, ModelRequest } from '../model.ts';
import { ModelFailure } from '../model-failure.ts';
import { ProviderConnection } from './connection.ts';
import { explainError, type OpenAiProvider } from './failure.ts';
import { nameTools } from './names.ts';
import { ReplyAssembly } from './reply.ts';
import { writeRequest } from './request.ts';
import { type Environment, findEndpoint, findKey } from './settings.ts';

/** The longest that a timer of Node can wait: the provider's idle timeout is what counts, and the library's never does. */
const NEVER = 2 ** 31 - 1;

/**
 * Streams one reply from one provider. Its parts are as the port says, with the calls at the end. A provider that does not say
 * what it consumed brings no usage part.
 *
 * @throws ModelFailure when the provider gives no whole reply; the signal's reason on abort
 */
export async function* replyFromOpenAi(
  provider: OpenAiProvider,
  request: ModelRequest,
  { clock, environment }: { clock: Clock; environment: Environment },
): AsyncGenerator<ModelPart> {
  request.signal.throwIfAborted();
  const key = findKey(provider, environment);
  const connection = new ProviderConnection(provider, findEndpoint(provider), key, clock);
  const names = nameTools(request.tools);
  const reply = new ReplyAssembly(provider, names);
  const body = writeRequest(request, provider.model, names);
  try {
    for await (const chunk of readChunks(body, connection, request.signal)) yield* reply.take(chunk);
  } catch (error) {
    request.signal.throwIfAborted();
    // What breaks after the last word, before the usage or the end of the stream, takes nothing from the reply.
    if (!reply.isFinished) {
      // An error before there was a request is not the provider's, and one that we made already says what is wrong.
      if (error instanceof ModelFailure || !connection.isOpened) throw error;
      throw connection.failure ?? explainError(provider, error, key);
    }
  }
  yield* reply.end();
}

async function* readChunks(
  body: ChatCompletionCreateParamsStreaming,
  connection: ProviderConnection,
  signal: AbortSignal,
): AsyncGenerator<unknown> {
  const client = await openClient(connection);
  const either = AbortSignal.any([signal, connection.signal]);
  const stream = await client.chat.completions.create(body, { signal: either });
  for await (const chunk of stream) {
    connection.eventRead();
    yield chunk;
  }
  // The library ends an aborted stream as if it were complete.
  either.throwIfAborted();
}

/** Loads the library when the first provider needs it. It is given neither key nor url: the connection adds both. */
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
