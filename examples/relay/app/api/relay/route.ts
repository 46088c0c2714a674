/** With Next.js. */
import { nextRelay } from 'conversation-api/relay/next';
import { settings } from '../../../settings.ts';

export const { GET, POST, PUT, PATCH, DELETE } = nextRelay(settings);
