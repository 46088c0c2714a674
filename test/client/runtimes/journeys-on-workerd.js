/** A worker that runs the journeys, and answers with their lines. `?server=` and `?proxy=` are the addresses of a world. */
import * as library from './index.js';
import { travel } from './journeys.js';

// biome-ignore lint/style/noDefaultExport: workerd takes the handler of a worker from it.
export default {
  async fetch(request) {
    const { searchParams } = new URL(request.url);
    const lines = [];
    await travel(library, Object.fromEntries(searchParams), (line) => lines.push(line));
    return Response.json(lines);
  },
};
