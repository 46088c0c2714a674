/** With Fastify, which sends a Response as it is. */
import fastify, { type FastifyInstance } from 'fastify';
import type { relayTurns } from './route.ts';

export function relayWithFastify(relay: ReturnType<typeof relayTurns>): FastifyInstance {
  const app = fastify();
  for (const [name, handle] of Object.entries(relay)) {
    app.post(`/${name}`, async ({ body, headers }, reply) => {
      const gone = new AbortController();
      reply.raw.on('close', () => gone.abort());
      const { cookie = '', 'content-type': type = '' } = headers;
      const init = { method: 'POST', headers: { cookie, 'content-type': type }, body: JSON.stringify(body) };
      const request = new Request(`http://site.test/${name}`, { ...init, signal: gone.signal });
      return reply.send(await handle(request));
    });
  }
  return app;
}
