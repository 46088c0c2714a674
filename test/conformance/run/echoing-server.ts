import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { afterAll, beforeAll } from 'vitest';
import { type Listening, listen } from '../../listen.ts';

/** A server that leaks secrets: each response contains the credential of its request, in several encodings. */
export function useEchoingServer(): { readonly url: string } {
  let listening: Listening | undefined;
  beforeAll(async () => {
    listening = await listen(createServer(answer));
  });
  afterAll(() => listening?.close());
  return {
    get url() {
      return listening?.url ?? '';
    },
  };
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  for await (const _ of request);
  const sent = request.headers.authorization ?? 'nothing';
  const keys = [request.headers['ocp-apim-subscription-key'], request.headers['x-functions-key']].join(' ');
  const given = [sent, encodeURIComponent(sent), Buffer.from(sent).toString('base64'), keys];
  response.setHeader('x-echo', given.join(' '));
  if (!request.url?.endsWith('/stream')) {
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify({ message_code: sent, data: given, meta: { request_id: 'id-of-answer' }, [sent]: 1 }),
    );
    return;
  }
  response.setHeader('content-type', 'text/event-stream');
  const start = JSON.stringify({ chat_id: sent, message_id: 1, request_id: given });
  const stream = `event: message.start\ndata: ${start}\n\nevent: ${sent}\ndata: ${sent}\n\n`;
  const half = stream.indexOf(sent) + 10;
  response.write(stream.slice(0, half));
  setImmediate(() => response.end(stream.slice(half)));
}
