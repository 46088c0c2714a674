/** With Fastify, which sends a Response as it is. */
import fastify, { type FastifyInstance } from 'fastify';
import type { relayTurns } from './route.ts';

export function relayWithFastify(relay: ReturnType<typeof relayTurns>): FastifyInstance {
  const app = fastify();
  for (const [name, handle] of Object.entries(relay)) {
    app.post(`/${name}`, async ({ body, headers }, reply) => {
      const { cookie = '' } = headers;
      const init = { method: 'POST', headers: { cookie }, body: JSON.stringify(body) };
      return reply.send(await handle(new Request(`http://site.test/${name}`, init)));
    });
  }
  return app;
}
