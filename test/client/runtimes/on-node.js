/** `node on-node.js CLIENT SERVER PROXY`: the journeys on the Node that runs this, a line for each. */
import { travel } from './journeys.js';

const [client, server, proxy] = process.argv.slice(2);
await travel(await import(client), { server, proxy }, (line) => console.log(line));
// Nothing ends the program: it must do that by itself, so nothing that the client started may be left.
