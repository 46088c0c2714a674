/** With Express. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import express, { type Express } from 'express';
import { requestOf } from './request-of.ts';
import type { Relay } from './route.ts';

export function relayWithExpress(relay: Relay): Express {
  const app = express();
  app.use(express.json());
  for (const [name, handle] of Object.entries(relay)) {
    app.post(`/${name}`, async (request, response) => {
      const { status, headers, body } = await handle(requestOf(name, request, response));
      response.status(status).setHeaders(headers);
      // Rejects when the page goes away, which has then cancelled the body.
      const events = Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]);
      await pipeline(events, response).catch(() => {});
    });
  }
  return app;
}
