/** Calls the service through openapi-fetch, which the project has as a peer dependency, as a module and as CommonJS. */
import { createRequire } from 'node:module';
import { createFetchClient } from 'conversation-api/fetch';
import { startReferenceServer } from 'conversation-api/reference';

const required: typeof import('conversation-api/fetch') = createRequire(import.meta.url)(
  'conversation-api/fetch',
);
const server = await startReferenceServer();
try {
  for (const create of [createFetchClient, required.createFetchClient]) {
    const client = create({ baseUrl: server.url, token: 'harbor-main' });
    const { data, error } = await client.GET('/api/v1/chat/catalog');
    if (!data) throw new Error(`${error.status} ${error.message_code}`);
    const mode: 'manual' | 'auto' | undefined = data.permission_modes[0];
    if (!mode) throw new Error('no mode');
  }
  console.log('done');
} finally {
  await server.close();
}
