/** `node on-program.js CLIENT SERVER PROXY`: runs the journeys on this Node, Bun or Deno, and prints a line for each. */
import { travel } from './journeys.js';

const [client, server, proxy] = process.argv.slice(2);
await travel(await import(client), { server, proxy }, (line) => console.log(line));
// No process.exit(): the program ends only if the client leaves no timer and no connection behind.
