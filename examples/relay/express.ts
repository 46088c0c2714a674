/** With Express. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import express, { type Express } from 'express';
import type { relayTurns } from './route.ts';

export function relayWithExpress(relay: ReturnType<typeof relayTurns>): Express {
  const app = express();
  app.use(express.json());
  for (const [name, handle] of Object.entries(relay)) {
    app.post(`/${name}`, async (request, response) => {
      const gone = new AbortController();
      response.on('close', () => gone.abort());
      const { cookie = '', 'content-type': type = '' } = request.headers;
      const body = JSON.stringify(request.body);
      const init = { method: 'POST', headers: { cookie, 'content-type': type }, body, signal: gone.signal };
      const answer = await handle(new Request(`http://site.test/${name}`, init));
      response.status(answer.status).setHeaders(answer.headers);
      // Rejects when the page goes away, which has then cancelled the body.
      const events = Readable.fromWeb(answer.body as Parameters<typeof Readable.fromWeb>[0]);
      await pipeline(events, response).catch(() => {});
    });
  }
  return app;
}
