import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import type { Server, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Finding } from '../../../src/conformance/judge/finding.ts';
import { type RecordingOptions, startRecorder } from '../../../src/conformance/recorder/start-recorder.ts';
import { listen } from '../../listen.ts';
import { openRawTarget, type RawRequest, type RawTarget, respond } from '../run/raw-target.ts';

interface Line {
  readonly recording?: number;
  readonly exchange?: number;
  readonly at?: number;
  readonly request?: { method: string; path: string; headers: Record<string, string>; body?: string };
  readonly response?: { status: number; headers: Record<string, string> };
  readonly chunk?: string;
  readonly end?: string;
  readonly cut?: string;
}

/** One recording, put together. */
export interface ReadRecording {
  readonly name: string;
  readonly text: string;
  readonly lines: readonly Line[];
  readonly request: NonNullable<Line['request']> | undefined;
  readonly requestBody: string;
  readonly response: NonNullable<Line['response']> | undefined;
  readonly chunks: readonly string[];
  readonly body: string;
  readonly end: string | undefined;
  readonly cut: string | undefined;
}

/** Registers a clean-up to run after the test, last registered first. */
export function afterwards(cleanUp: () => unknown): void {
  onTestFinished(async () => void (await cleanUp()));
}

/** Opens a recorder in front of a target. It writes to its own folder. */
export async function openRecorder(target: string, options: Partial<RecordingOptions> = {}) {
  const root = mkdtempSync(join(tmpdir(), 'conversation-api-'));
  afterwards(() => rmSync(root, { recursive: true, force: true }));
  const output = options.output ?? join(root, 'recordings');
  const heard: { finding: Finding; file: string }[] = [];
  const problems: string[] = [];
  const outages: string[] = [];
  const recorder = await startRecorder({
    target: new URL(target),
    host: '127.0.0.1',
    port: 0,
    onFinding: (finding, file) => heard.push({ finding, file }),
    onProblem: (problem) => problems.push(problem),
    onOutage: (line) => outages.push(line),
    ...options,
    output,
  });
  let stopped: ReturnType<typeof recorder.stop> | undefined;
  const stop = () => {
    stopped ??= recorder.stop();
    return stopped;
  };
  afterwards(stop);
  /** Stops the recorder, and reads what it has written. */
  const finish = async () => {
    await stop();
    return readRecordings(output);
  };
  return {
    url: recorder.url,
    port: Number(new URL(recorder.url).port),
    output,
    heard,
    problems,
    outages,
    stop,
    finish,
  };
}

export type Answer = (socket: Socket, request: RawRequest) => void;

/** Answers with this body and status 200. */
export const replying =
  (...reply: readonly [body: Uint8Array | string, headers?: Readonly<Record<string, string>>]): Answer =>
  (socket) =>
    respond(socket, 200, ...reply);

/** Opens a target that answers with raw bytes. */
export async function openTarget(answer: Answer): Promise<RawTarget> {
  const target = await openRawTarget(answer);
  afterwards(() => target.close());
  return target;
}

/** Opens such a target, and a recorder in front of it. */
export async function openBehind(answer: Answer, options: Partial<RecordingOptions> = {}) {
  const target = await openTarget(answer);
  return { target, recorder: await openRecorder(target.url, options) };
}

/** Lets a server listen until the test has finished. @returns its port */
export async function portOf(server: Server): Promise<number> {
  const { port } = await listen(server);
  afterwards(() => server.close());
  return port;
}

/** The names of the recordings in a folder, in order. The lock beside them is hidden. */
export function listRecordings(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => !name.startsWith('.'))
    .sort();
}

/** The recordings in a folder, in order. */
export function readRecordings(folder: string): ReadRecording[] {
  return listRecordings(folder).map((name) => {
    const text = readFileSync(join(folder, name), 'utf8');
    const lines = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Line);
    const request = lines.find((line) => line.request)?.request;
    const last = lines.find((line) => line.end !== undefined);
    const chunks = lines.flatMap(({ chunk }) => (chunk === undefined ? [] : [decode(chunk)]));
    return {
      name,
      text,
      lines,
      request,
      requestBody: decode(request?.body ?? ''),
      response: lines.find((line) => line.response)?.response,
      chunks,
      body: chunks.join(''),
      end: last?.end,
      cut: last?.cut,
    };
  });
}

function decode(base64: string): string {
  return Buffer.from(base64, 'base64').toString('latin1');
}
