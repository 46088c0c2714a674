/** With Fastify. */
import { fastifyRelay } from 'conversation-api/relay/fastify';
import fastify from 'fastify';
import { settings } from './settings.ts';

export const app = fastify();
app.register(fastifyRelay(settings), { prefix: '/api/relay' });
