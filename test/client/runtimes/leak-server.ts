import { createServer, type ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { listen } from '../../listen.ts';
import { CHAT, completed, delta, start } from '../harness/wire.ts';

export interface LeakServer {
  readonly url: string;
  /** Answers `/heap`, for a runtime that cannot measure its own heap. */
  readHeap: () => Promise<number>;
  close(): Promise<void>;
}

const message = { id: 7, chat_id: '00000000-0000-4000-8000-000000000000', content: 'At ten.' };
const turn = (start + delta('At ') + completed('At ten.')).replaceAll(CHAT, message.chat_id);
const beginning = turn.slice(0, turn.indexOf('event: message.delta'));

const json = { 'content-type': 'application/json' };
const events = { 'content-type': 'text/event-stream' };

/** The answers, by the first part of the path. */
const ANSWERS: Readonly<Record<string, (response: ServerResponse) => void>> = {
  answered: (response) => response.writeHead(200, json).end(JSON.stringify({ data: message })),
  whole: (response) => response.writeHead(200, events).end(turn),
  failed: (response) => response.writeHead(500, json).end('{"status":"error","message":"No."}'),
  silent: () => {},
  half: (response) => response.writeHead(200, json).write('{"data":'),
  open: (response) => response.writeHead(200, events).write(beginning),
  cut: (response) => response.writeHead(200, events).write(beginning, () => response.destroy()),
};

/** Starts a server for `findLeaks`. `/connections` returns the number of open connections. */
export async function startLeakServer(): Promise<LeakServer> {
  const server = createServer(async (request, response) => {
    request.resume();
    const [name = ''] = /\w+/.exec(request.url ?? '') ?? [];
    const measure = figures[name];
    if (measure) response.end(String(await measure()));
    else ANSWERS[name]?.(response);
  });
  const figures: Readonly<Record<string, () => Promise<number>>> = {
    connections: promisify(server.getConnections.bind(server)),
    heap: () => started.readHeap(),
  };
  const started: LeakServer = {
    ...(await listen(server)),
    readHeap: () => Promise.reject(new Error('nobody measures the heap')),
  };
  return started;
}
