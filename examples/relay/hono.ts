/** With Hono, on every platform that it runs on. */
import { Hono } from 'hono';
import type { Relay } from './route.ts';

export function relayWithHono({ turns, answers }: Relay): Hono {
  const app = new Hono();
  app.post('/turns', ({ req }) => turns(req.raw));
  app.post('/answers', ({ req }) => answers(req.raw));
  return app;
}
