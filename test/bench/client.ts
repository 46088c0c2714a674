import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { Stream } from 'openai/core/streaming';
import { createClient } from '../../src/client/index.ts';
import type { Figure } from './figure.ts';
import { INPUT_KINDS, type InputKind, makeTurn } from './inputs.ts';
import { compare } from './measure.ts';

const TURN_BYTES = 4_000_000;
/** Bytes in each piece of a body, as a typical connection delivers them. */
const CHUNK_BYTES = 16 * 1024;
const ROUNDS = 7;

type Read = (respond: () => Response) => Promise<number>;

/** Compares the client with the stream readers of two other clients, in events per second, on the same bytes in one process. */
export async function benchClient(): Promise<Figure[]> {
  const readHeyApi = await bundleHeyApi();
  const figures: Figure[] = [];
  for (const kind of INPUT_KINDS) figures.push(...(await benchKind(kind, readHeyApi)));
  return figures;
}

async function benchKind(kind: InputKind, readHeyApi: Read): Promise<Figure[]> {
  const bytes = new TextEncoder().encode(makeTurn(kind, TURN_BYTES, 1));
  const respond = () => new Response(streamOf(bytes), { headers: { 'content-type': 'text/event-stream' } });
  const counts = { client: 0, openai: 0, heyApi: 0 };
  const times = await compare(
    {
      client: async () => {
        counts.client = await readClient(respond);
      },
      openai: async () => {
        counts.openai = await readOpenai(respond);
      },
      heyApi: async () => {
        counts.heyApi = await readHeyApi(respond);
      },
    },
    ROUNDS,
  );
  if (new Set(Object.values(counts)).size !== 1) {
    throw new Error(`the readers differ in what they read: ${JSON.stringify(counts)}`);
  }
  const of = `the client reading ${kind.name} (${kind.description})`;
  const speed = (name: keyof typeof times) => `${(counts[name] / times[name] / 1000).toFixed(0)}k events/s`;
  return [
    {
      name: `${of}, to openai-node`,
      ratio: times.openai / times.client,
      goal: { atLeast: 3 },
      detail: `${speed('client')}; openai-node ${speed('openai')}; @hey-api ${speed('heyApi')}`,
    },
    { name: `${of}, to @hey-api`, ratio: times.heyApi / times.client, goal: { atLeast: 1 } },
  ];
}

function streamOf(bytes: Uint8Array): ReadableStream<Uint8Array> {
  let position = 0;
  return new ReadableStream({
    pull(controller) {
      if (position >= bytes.length) return controller.close();
      controller.enqueue(bytes.subarray(position, position + CHUNK_BYTES));
      position += CHUNK_BYTES;
    },
  });
}

/** Requests pings, so that all three readers yield the same number of events. */
async function readClient(respond: () => Response): Promise<number> {
  const client = createClient({
    baseUrl: 'http://127.0.0.1',
    token: 'token',
    fetch: async () => respond(),
  });
  let count = 0;
  const chat = '0b8f4a52-6c1d-4f0e-9a57-3d2c8e71b604';
  for await (const _ of client.turns.stream(chat, { content: 'Hello' }, { pings: true })) count += 1;
  return count;
}

async function readOpenai(respond: () => Response): Promise<number> {
  let count = 0;
  for await (const _ of Stream.fromSSEResponse(respond(), new AbortController())) count += 1;
  return count;
}

/** Bundles the stream reader that @hey-api/openapi-ts generates into its clients. The package contains it as TypeScript. */
async function bundleHeyApi(): Promise<Read> {
  const generator = resolve(import.meta.dirname, '../interop/node_modules/@hey-api/openapi-ts');
  const { outputFiles } = await build({
    entryPoints: [join(generator, 'dist/clients/core/serverSentEvents.ts')],
    bundle: true,
    format: 'esm',
    write: false,
  });
  const code = Buffer.from(outputFiles[0]?.contents ?? []).toString('base64');
  const { createSseClient } = await import(`data:text/javascript;base64,${code}`);
  return async (respond) => {
    let count = 0;
    const { stream } = createSseClient({ url: 'http://127.0.0.1', fetch: async () => respond() });
    for await (const _ of stream) count += 1;
    return count;
  };
}
