import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '../clock.ts';
import { readBody } from '../http/read-body.ts';
import { RequestError } from '../http/request-error.ts';
import { writeJson } from '../http/write-json.ts';
import type { ToolNames } from '../script/tool-names.ts';
import type { ChatRequest } from './chat-request.ts';
import { chooseReply } from './choose-reply.ts';
import { describeModel, listModels } from './model-names.ts';
import { perform } from './perform.ts';
import { readRequest } from './read-request.ts';
import { streamReply } from './stream-reply.ts';
import { readWhole, Unreached } from './whole-reply.ts';

/** Bytes of one request. A conversation of a million tokens has a quarter of it. */
const MOST_BYTES = 16 * 1024 * 1024;

export interface ModelOptions {
  readonly clock: Clock;
  readonly names: ToolNames;
  /** Hears of every request that could be read. */
  onRequest(request: ChatRequest): void;
}

export interface ModelCall {
  /** Below the base URL of the provider: `/chat/completions`. */
  readonly path: string;
  /** Which of a model's providers is asked, counted from 0. */
  readonly attempt: number;
  /** Aborted when the client goes away, or the rig stops. */
  readonly signal: AbortSignal;
}

/** Answers as an OpenAI-compatible provider does. @throws RequestError; the signal's reason on abort */
export async function answerModel(
  request: IncomingMessage,
  response: ServerResponse,
  { path, attempt, signal }: ModelCall,
  { clock, names, onRequest }: ModelOptions,
): Promise<void> {
  if (path === '/models') return answerList(request, response, listModels());
  if (path.startsWith('/models/')) return answerList(request, response, describeModel(readId(path)));
  if (path !== '/chat/completions') throw notFound();
  if (request.method !== 'POST') throw notAllowed('POST');
  const chat = readRequest(await readBody(request, MOST_BYTES));
  onRequest(chat);
  const parts = perform(chooseReply(chat, names, attempt), clock, signal);
  if (chat.streams) return streamReply(chat, parts, response, clock);
  try {
    writeJson(response, 200, await readWhole(chat, parts));
  } catch (error) {
    if (!(error instanceof Unreached)) throw error;
    response.destroy();
  }
}

function answerList(request: IncomingMessage, response: ServerResponse, body: object): void {
  if (request.method !== 'GET') throw notAllowed('GET');
  writeJson(response, 200, body);
}

function readId(path: string): string {
  try {
    return decodeURIComponent(path.slice('/models/'.length));
  } catch {
    throw notFound();
  }
}

function notFound(): RequestError {
  const message = 'there is /chat/completions here, and /models; the base URL of the provider ends with /v1';
  return new RequestError(message, { status: 404 });
}

function notAllowed(method: string): RequestError {
  return new RequestError(`only ${method} is answered here`, { status: 405 });
}
