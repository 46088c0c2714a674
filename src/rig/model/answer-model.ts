import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '../clock.ts';
import { readBody, writeJson } from '../http/body.ts';
import { RequestError } from '../http/request-error.ts';
import type { ToolNames } from '../script/tool-names.ts';
import type { ChatRequest } from './chat-request.ts';
import { chooseReply } from './choose-reply.ts';
import { Unreached } from './ending.ts';
import { describeModel, listModels } from './model-names.ts';
import { perform } from './perform.ts';
import { readRequest } from './read-request.ts';
import { streamReply } from './stream-reply.ts';
import { readWhole } from './whole-reply.ts';

/** The largest request in bytes. A conversation of a million tokens takes a quarter of this. */
const MOST_BYTES = 16 * 1024 * 1024;

export interface ModelOptions {
  readonly clock: Clock;
  readonly names: ToolNames;
  /** Called with every valid request for a reply. */
  onRequest(request: ChatRequest): void;
}

export interface ModelCall {
  /** The path below the base URL of the provider, such as `/chat/completions`. */
  readonly path: string;
  /** The position of this provider in the order in which a service tries them, from 0. */
  readonly attempt: number;
  /** Aborted when the client goes away or the rig stops. */
  readonly signal: AbortSignal;
}

/** Answers a request as an OpenAI-compatible provider does. @throws RequestError; the signal's reason on abort */
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
  const message =
    'there is nothing here but /chat/completions and /models; the base URL of the provider ends with /v1';
  return new RequestError(message, { status: 404 });
}

function notAllowed(method: string): RequestError {
  return new RequestError(`only ${method} is allowed here`, { status: 405 });
}
