/** A CommonJS module, as test runners make of their tests. */
const { startReferenceServer } = require('conversation-api/reference');
const { createClient } = require('conversation-api');

async function main() {
  const server = await startReferenceServer();
  try {
    const client = createClient({ baseUrl: server.url, token: 'harbor-main' });
    const { models } = await client.catalog.get();
    console.log(models.length > 0 ? 'done' : 'no models');
  } finally {
    await server.close();
  }
}

void main();
