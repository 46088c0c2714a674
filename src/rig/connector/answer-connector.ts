import type { IncomingMessage, ServerResponse } from 'node:http';
import { readBody } from '../http/read-body.ts';
import { toWebRequest, writeWebResponse } from '../http/web.ts';
import type { OpenConnector } from './open-connector.ts';

const MOST_BYTES = 4 * 1024 * 1024;

/** Answers as a connector does. @throws RequestError; when the client goes away, what its connection says */
export async function answerConnector(
  request: IncomingMessage,
  response: ServerResponse,
  connector: OpenConnector,
  signal: AbortSignal,
): Promise<void> {
  const body = await readBody(request, MOST_BYTES);
  const answer = await connector.answer(toWebRequest(request, body, signal));
  await writeWebResponse(answer, response);
}
