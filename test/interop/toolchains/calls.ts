import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { startReferenceServer } from '../../../src/alterations/index.ts';
import { startRecorder } from '../../../src/conformance/recorder/start-recorder.ts';
import type { Outcome } from '../consumer.ts';
import type { Count } from './figures.ts';
import { firstLoss } from './lost.ts';

/** A call that a program makes with its generated client. */
interface Call {
  readonly id: string;
  readonly request: RegExp;
  readonly status: number;
}

/** The calls of each program, in order. */
const calls: readonly Call[] = [
  { id: 'createChat', request: /^POST \/api\/v1\/chats$/, status: 200 },
  { id: 'listChats', request: /^GET \/api\/v1\/chats\?/, status: 200 },
  { id: 'sendMessage', request: /^POST \/api\/v1\/chats\/[-0-9a-f]+\/messages$/, status: 200 },
  // The program requests a chat that does not exist, and prints the failure that it decoded.
  { id: 'getChat', request: /^GET \/api\/v1\/chats\/[-0-9a-f]+$/, status: 404 },
];

/** An exchange between a client and the server. */
export interface Exchange {
  readonly request: string;
  readonly status: number;
  readonly body: unknown;
}

/** How many calls succeeded, and why the others failed. */
export interface CallFigures {
  readonly count: Count;
  readonly losses: readonly string[];
}

/** Runs a program against its own reference server. A recorder between them judges what both send. */
export async function runCalls(
  run: (variables: NodeJS.ProcessEnv) => Promise<Outcome>,
): Promise<CallFigures> {
  const output = mkdtempSync(resolve(tmpdir(), 'interop-calls-'));
  const server = await startReferenceServer({ timeScale: 100 });
  const findings: string[] = [];
  const recorder = await startRecorder({
    target: new URL(server.url),
    output,
    host: '127.0.0.1',
    port: 0,
    timeScale: 100,
    onFinding: ({ requirement }) => findings.push(`the recorder found a violation of ${requirement}`),
  });
  try {
    const { said } = await run({ BASE_URL: recorder.url, ACCESS_TOKEN: 'harbor-main' });
    await recorder.stop();
    const { count, losses } = callFigures(readExchanges(output), said);
    return { count, losses: [...losses, ...findings] };
  } finally {
    await server.close();
    rmSync(output, { recursive: true, force: true });
  }
}

/** Compares what a program decoded with what the server answered. */
export function callFigures(exchanges: readonly Exchange[], said: readonly string[]): CallFigures {
  const printed = new Map(
    said
      .filter((line) => line.startsWith('{"call"'))
      .map((line) => {
        const { call, value } = JSON.parse(line) as { call: string; value: unknown };
        return [call, value] as const;
      }),
  );
  const losses = calls.flatMap(({ id, request, status }, index) => {
    const exchange = exchanges[index];
    if (exchange === undefined) return [`${id} was not sent: ${said.slice(-3).join(' | ')}`];
    if (!request.test(exchange.request)) return [`${id} was sent as ${exchange.request}`];
    if (exchange.status !== status) return [`${id} was answered with ${exchange.status}`];
    if (!printed.has(id)) return [`${id} was not decoded: ${said.slice(-3).join(' | ')}`];
    const loss = firstLoss(exchange.body, printed.get(id));
    return loss === undefined ? [] : [`${id}: ${loss}`];
  });
  return { count: { kept: calls.length - losses.length, of: calls.length }, losses };
}

interface Line {
  readonly exchange?: number;
  readonly request?: { readonly method: string; readonly path: string };
  readonly response?: { readonly status: number };
  readonly chunk?: string;
}

/** The exchanges of a folder of recordings, in the order in which they were sent. */
function readExchanges(folder: string): readonly Exchange[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.jsonl'),
  );
  return files.toSorted().flatMap((name) => exchangesOf(readFileSync(resolve(folder, name), 'utf8')));
}

function exchangesOf(recording: string): readonly Exchange[] {
  const lines = recording
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
  const numbers = new Set(lines.flatMap(({ exchange }) => exchange ?? []));
  return Array.from(numbers, (number) => {
    const own = lines.filter(({ exchange }) => exchange === number);
    const { method = '', path = '' } = own.find(({ request }) => request)?.request ?? {};
    const chunks = own.flatMap(({ chunk }) => (chunk === undefined ? [] : Buffer.from(chunk, 'base64')));
    const text = Buffer.concat(chunks).toString('utf8');
    return {
      request: `${method} ${path}`,
      status: own.find(({ response }) => response)?.response?.status ?? 0,
      body: text === '' ? undefined : (JSON.parse(text) as unknown),
    };
  });
}
