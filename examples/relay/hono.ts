/** With Hono, on every platform that it runs on. */
import { honoRelay } from 'conversation-api/relay/hono';
import { Hono } from 'hono';
import { settings } from './settings.ts';

export const app = new Hono();
app.all('/api/relay', honoRelay(settings));
