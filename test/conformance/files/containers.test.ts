import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findInputs } from '../../../src/conformance/files/find-inputs.ts';
import { loadRows } from '../../../src/conformance/registry/registry.ts';
import { reportTarget } from '../../../src/conformance/report/target.ts';
import { makeWorkspace, readRecording, recording } from '../../cli/workspace.ts';
import { outcomesOf } from './outcomes-of.ts';

/** A stream in a file, as a tool saves it. */
type Container = (stream: string) => Buffer;

const files = makeWorkspace();
const rows = loadRows();
const named = (folder: string) => readdirSync(recording(folder)).map((name) => `${folder}/${name}`);

const HEADERS = { 'content-type': 'text/event-stream' };
const base64 = (text: string) => Buffer.from(text).toString('base64');
const chatOf = (stream: string) =>
  /"chat_id":"([\da-f-]{36})"/.exec(stream)?.[1] ?? '4be83950-3ee8-4ec4-b157-c05c3e6a3437';
const pathOf = (stream: string) => `/api/v1/chats/${chatOf(stream)}/messages/stream`;

function recorded(stream: string, piece: number): string {
  const pieces = [...Buffer.from(stream)].flatMap((_, at, all) =>
    at % piece === 0 ? [Buffer.from(all.slice(at, at + piece)).toString('base64')] : [],
  );
  const lines = [
    { recording: 1 },
    { exchange: 0, at: 0, request: { method: 'POST', path: pathOf(stream) } },
    { exchange: 0, at: 1, response: { status: 200, headers: HEADERS } },
    ...pieces.map((chunk) => ({ exchange: 0, at: 2, chunk })),
    { exchange: 0, at: 3, end: 'server' },
  ];
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

function archived(stream: string, content: object): string {
  const headers = Object.entries(HEADERS).map(([name, value]) => ({ name, value }));
  const request = { method: 'POST', url: `http://service.test${pathOf(stream)}`, headers: [] };
  const response = { status: 200, headers, content: { mimeType: 'text/event-stream', ...content } };
  return JSON.stringify({ log: { version: '1.2', entries: [{ request, response }] } });
}

const TEXTS: Readonly<Record<string, { readonly end: string; readonly write: (stream: string) => string }>> =
  {
    bare: { end: '.sse', write: (stream) => stream },
    'with a byte order mark': { end: '.sse', write: (stream) => `\ufeff${stream}` },
    'with other line ends': { end: '.sse', write: (stream) => stream.replaceAll('\n', '\r\n') },
    'after a head': {
      end: '.txt',
      write: (stream) => `HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n${stream}`,
    },
    'after a verbose head': {
      end: '.txt',
      write: (stream) =>
        `> POST / HTTP/1.1\n>\n< HTTP/1.1 200 OK\n< Content-Type: text/event-stream\n<\n${stream}`,
    },
    recorded: { end: '.jsonl', write: (stream) => recorded(stream, 100) },
    'recorded in small pieces': { end: '.jsonl', write: (stream) => recorded(stream, 7) },
    'recorded behind another': {
      end: '.jsonl',
      write: (stream) => recorded(readRecording('valid/plain.sse').toString(), 1000) + recorded(stream, 1000),
    },
    archived: {
      end: '.har',
      write: (stream) => archived(stream, { text: stream, size: Buffer.byteLength(stream) }),
    },
    'archived in base64': {
      end: '.har',
      write: (stream) =>
        archived(stream, { text: base64(stream), encoding: 'base64', size: Buffer.byteLength(stream) }),
    },
  };

const half = (text: string) => [text.slice(0, text.length / 2), text.slice(text.length / 2)];

const PACKINGS: Readonly<Record<string, Container>> = {
  plain: (text) => Buffer.from(text),
  gzip: gzipSync,
  'gzip in two members': (text) => Buffer.concat(half(text).map((part) => gzipSync(part))),
  'gzip in two members, with zeros between': (text) => {
    const [one = '', other = ''] = half(text);
    return Buffer.concat([gzipSync(one), Buffer.alloc(512), gzipSync(other)]);
  },
  zstd: (text) => zstdCompressSync(text),
  'zstd in two frames': (text) => Buffer.concat(half(text).map((part) => zstdCompressSync(part))),
};

/** How the file is named to the command. @returns the argument */
const PLACES: Readonly<Record<string, (name: string, bytes: Buffer) => string>> = {
  file: (name, bytes) => files.write(name, bytes),
  link: (name, bytes) => {
    const link = files.path(`links/${name}`);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(files.write(name, bytes), link);
    return link;
  },
  glob: (name, bytes) => `${dirname(files.write(`globs/${name}/${name}`, bytes))}/*`,
  folder: (name, bytes) => dirname(files.write(`folders/${name}/${name}`, bytes)),
  'folder with a link': (name, bytes) => {
    const link = files.path(`linked/${name}/0000-${name}`);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(files.write(name, bytes), link);
    return dirname(link);
  },
  'folder with other recordings': (name, bytes) => {
    files.write(
      `mixed/${name}/0000-first.jsonl`,
      recorded(readRecording('valid/plain.sse').toString(), 1000),
    );
    return dirname(files.write(`mixed/${name}/${name}`, bytes));
  },
};

let count = 0;

/** @returns the verdict, or `refused` if the command would end with exit code 2 */
async function verdictOf(text: string, packing: string, place: string, stream: string): Promise<string> {
  count += 1;
  const { end, write } = TEXTS[text] ?? { end: '', write: String };
  const bytes = PACKINGS[packing]?.(write(stream)) ?? Buffer.alloc(0);
  const argument = PLACES[place]?.(`${count}${end}`, bytes) ?? '';
  const { inputs, problems } = await findInputs([argument], () => Readable.from([]));
  if (problems.length > 0) return 'refused';
  const [outcome] = await outcomesOf(inputs);
  if (!outcome || 'problem' in outcome) return 'refused';
  return reportTarget(argument, outcome.judgement, rows).verdict;
}

const containers = [
  fc.constantFrom(...Object.keys(TEXTS)),
  fc.constantFrom(...Object.keys(PACKINGS)),
  fc.constantFrom(...Object.keys(PLACES)),
] as const;

describe('a stream in any container', () => {
  it('is never conformant if it is broken', () =>
    fc.assert(
      fc.asyncProperty(
        ...containers,
        fc.constantFrom(...named('broken')),
        async (text, packing, place, name) => {
          const verdict = await verdictOf(text, packing, place, readRecording(name).toString());
          expect(['nonconformant', 'incomplete', 'refused']).toContain(verdict);
        },
      ),
      { numRuns: 120 },
    ));

  it('is never conformant if it is cut', () =>
    fc.assert(
      fc.asyncProperty(
        ...containers,
        fc.constantFrom(...named('valid')),
        fc.nat(),
        async (text, packing, place, name, at) => {
          const stream = readRecording(name).toString();
          // Of an empty file in a folder, the command only says that it is not judged.
          const cut = stream.slice(0, 1 + (at % (stream.length - 3)));
          const verdict = await verdictOf(text, packing, place, cut);
          expect(['nonconformant', 'incomplete', 'refused', 'nothing-ran']).toContain(verdict);
        },
      ),
      { numRuns: 120 },
    ));

  it('is never nonconformant if it is sound', () =>
    fc.assert(
      fc.asyncProperty(
        ...containers,
        fc.constantFrom(...named('valid')),
        async (text, packing, place, name) => {
          const verdict = await verdictOf(text, packing, place, readRecording(name).toString());
          const isFolder = place.startsWith('folder');
          expect(isFolder && !text.startsWith('recorded') ? ['refused'] : ['conformant']).toContain(verdict);
        },
      ),
      { numRuns: 120 },
    ));
});
