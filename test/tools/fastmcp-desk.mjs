/** A server made with FastMCP: over stdio, or over HTTP at the port that it is given. */
import { FastMCP } from 'fastmcp';
import { z } from 'zod';

const server = new FastMCP({ name: 'desk', version: '1.0.0' });
server.addTool({
  name: 'hours',
  description: 'Tells when a branch is open.',
  parameters: z.object({ branch: z.string() }),
  annotations: { readOnlyHint: true },
  execute: async ({ branch }) => ({
    content: [
      {
        type: 'resource',
        resource: { uri: 'file:///hours.txt', mimeType: 'text/plain', text: `${branch}: nine to six.` },
      },
    ],
  }),
});
server.addTool({
  name: 'close',
  description: 'Closes something, after a question.',
  execute: async (_input, { elicit }) => {
    const requestedSchema = { type: 'object', properties: { sure: { type: 'boolean' } } };
    const { action } = await elicit({ message: 'Close it?', requestedSchema });
    return `Closed: ${action}.`;
  },
});

const [port] = process.argv.slice(2);
if (port === undefined) await server.start({ transportType: 'stdio' });
else {
  await server.start({ transportType: 'httpStream', httpStream: { port: Number(port), host: '127.0.0.1' } });
  console.log('ready');
}
