/** With Express 4 or 5. */
import { expressRelay } from 'conversation-api/relay/express';
import express from 'express';
import { settings } from './settings.ts';

export const app = express();
app.all('/api/relay', expressRelay(settings));
