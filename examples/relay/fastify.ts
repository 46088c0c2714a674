/** With Fastify, which sends a Response as it is. */
import fastify, { type FastifyInstance } from 'fastify';
import { requestOf } from './request-of.ts';
import type { Relay } from './route.ts';

export function relayWithFastify(relay: Relay): FastifyInstance {
  const app = fastify();
  for (const [name, handle] of Object.entries(relay))
    app.post(`/${name}`, async (request, reply) =>
      reply.send(await handle(requestOf(name, request, reply.raw))),
    );
  return app;
}
