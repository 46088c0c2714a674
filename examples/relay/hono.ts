/** With Hono, on every platform that it runs on. */
import { Hono } from 'hono';
import type { relayTurns } from './route.ts';

export function relayWithHono({ turns, answers }: ReturnType<typeof relayTurns>): Hono {
  const app = new Hono();
  app.post('/turns', ({ req }) => turns(req.raw));
  app.post('/answers', ({ req }) => answers(req.raw));
  return app;
}
