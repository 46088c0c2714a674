import { Readable } from 'node:stream';
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LargeBodies } from '../../src/conformance/drive/large-bodies.ts';
import { readBody } from '../../src/conformance/drive/read-body.ts';
import { Judgement } from '../../src/conformance/judge/judgement.ts';
import { BodyMask } from '../../src/conformance/recorder/body-mask.ts';
import { BodyUnpacker } from '../../src/conformance/recorder/body-unpacker.ts';
import { UnknownBody } from '../../src/conformance/recorder/unknown-body.ts';
import { decodeBase64Pieces } from '../../src/conformance/recordings/base64.ts';
import type { PackedCoding } from '../../src/conformance/recordings/content-coding.ts';
import type { Packing } from '../../src/conformance/recordings/detect-format.ts';
import type { FormatJudge } from '../../src/conformance/recordings/format-judge.ts';
import { judgeHar } from '../../src/conformance/recordings/har-judge.ts';
import { KeptText, TextStore } from '../../src/conformance/recordings/json/kept-text.ts';
import { judgeRecording } from '../../src/conformance/recordings/judge-recording.ts';
import { LineSplitter } from '../../src/conformance/recordings/line-splitter.ts';
import { unpack } from '../../src/conformance/recordings/unpack.ts';
import { unpackBody } from '../../src/conformance/recordings/unpack-body.ts';
import { Redactor } from '../../src/conformance/redaction/redact.ts';
import { EventStreamReader } from '../../src/event-stream/index.ts';

/** What a transformation makes of bytes. */
interface Result {
  readonly output: string;
  /** Whether the transformation says that it did not get, or not read, the whole. */
  readonly isCut: boolean;
}

interface Transformation {
  readonly bytes: fc.Arbitrary<Uint8Array>;
  run(pieces: readonly Uint8Array[]): Promise<Result>;
}

const TOKEN = 'hunter2-hunter2';
const text = fc.string({
  unit: fc.constantFrom('a', 'é', '東', '💧', '\n', '\r\n', ' ', '"', '\\', '\\u0061', '{"a":1}'),
  maxLength: 40,
});
const bytesOf = (some: fc.Arbitrary<string>) => some.map((one): Uint8Array => Buffer.from(one));
const PACK: Readonly<Record<PackedCoding, (text: string) => Uint8Array>> = {
  gzip: gzipSync,
  deflate: deflateSync,
  br: brotliCompressSync,
  zstd: zstdCompressSync,
};

/** Packed data, alone or before what should not follow it. */
function packed(coding: PackedCoding): fc.Arbitrary<Uint8Array> {
  const part = fc.oneof(
    text.map(PACK[coding]),
    fc.constantFrom('\0\0\0', 'x', '\u001f').map((other): Uint8Array => Buffer.from(other)),
  );
  return fc
    .tuple(text.map(PACK[coding]), fc.array(part, { maxLength: 3 }))
    .map(([first, others]) => Buffer.concat([first, ...others]));
}

async function collect(pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Result> {
  const read: Uint8Array[] = [];
  try {
    for await (const piece of pieces) read.push(Uint8Array.from(piece));
  } catch {
    return { output: hexOf(read), isCut: true };
  }
  return { output: hexOf(read), isCut: false };
}

/** Not as text, since a prefix may end within a character. */
const hexOf = (pieces: readonly Uint8Array[]) => Buffer.concat(pieces).toString('hex');

const unpacking = (packing: Packing): Transformation => ({
  bytes: packed(packing),
  run: (pieces) => collect(unpack('it', Readable.from(pieces), packing)),
});

const recording = (coding: PackedCoding): Transformation => ({
  bytes: packed(coding),
  run: async (pieces) => {
    const read: Uint8Array[] = [];
    let isCut = false;
    const body = new BodyUnpacker(coding, {
      waitingBytes: 1e9,
      onBytes: (bytes) => read.push(bytes),
      onFailure: () => {
        isCut = true;
      },
    });
    for (const piece of pieces) body.write(piece, 0);
    await body.end(false);
    return { output: hexOf(read), isCut };
  },
});

const archived = (coding: PackedCoding): Transformation => ({
  bytes: packed(coding),
  run: async (pieces) => {
    const body = unpackBody(Buffer.concat(pieces), coding, 1e9);
    return typeof body === 'string' ? { output: '', isCut: true } : { output: hexOf([body]), isCut: false };
  },
});

const judging = (
  begin: (judgement: Judgement) => FormatJudge,
  inputs: fc.Arbitrary<Uint8Array>,
): Transformation => ({
  bytes: inputs,
  run: async (pieces) => {
    const judgement = new Judgement();
    let isCut = false;
    try {
      const judge = begin(judgement);
      for (const piece of pieces) judge.push(piece);
      judge.end();
    } catch {
      isCut = true;
    }
    const { events, bytes, incomplete, rows } = judgement;
    const found = [...rows].map(([id, { places: _, ...row }]) => [id, row]);
    return { output: JSON.stringify({ events, bytes, incomplete, found }), isCut };
  },
});

const stream =
  'event: message.start\ndata: {"message_id":1,"é":"東💧"}\n\nevent: message.delta\ndata: {"text":"é"}\n\n';
const encode = (body: string) => Buffer.from(body).toString('base64');
const archive = text.map((one) =>
  JSON.stringify({
    log: {
      entries: [
        {
          request: {
            method: 'POST',
            url: '/api/v1/chats/0b8f4a52-6c1d-4f0e-9a57-3d2c8e71b604/messages/stream',
            postData: { encoding: 'base64', text: encode(one) },
          },
          response: {
            status: 200,
            headers: [],
            content: { mimeType: 'text/event-stream', text: stream + one },
          },
        },
      ],
    },
  }),
);
const lines = text.map((one) =>
  [
    { recording: 1 },
    {
      exchange: 0,
      at: 0,
      request: {
        method: 'POST',
        path: '/api/v1/chats/0b8f4a52-6c1d-4f0e-9a57-3d2c8e71b604/messages/stream',
        headers: {},
        body: encode(one),
      },
    },
    { exchange: 0, at: 1, response: { status: 200, headers: { 'content-type': 'text/event-stream' } } },
    { exchange: 0, at: 2, chunk: encode(stream + one) },
    { exchange: 0, at: 3, end: 'server' },
  ]
    .map((line) => `${JSON.stringify(line)}\n`)
    .join(''),
);

const TRANSFORMATIONS: Readonly<Record<string, Transformation>> = {
  'unpacking a file of gzip': unpacking('gzip'),
  'unpacking a file of zstd': unpacking('zstd'),
  'recording a body in gzip': recording('gzip'),
  'recording a body in deflate': recording('deflate'),
  'recording a body in br': recording('br'),
  'recording a body in zstd': recording('zstd'),
  'recording a body in an unknown coding': {
    bytes: fc.oneof(bytesOf(text), fc.uint8Array({ maxLength: 20 })),
    run: async (pieces) => {
      const read: Uint8Array[] = [];
      let isCut = false;
      const body = new UnknownBody({
        onBytes: (bytes) => read.push(bytes),
        onFailure: () => {
          isCut = true;
        },
      });
      for (const piece of pieces) body.write(piece, 0);
      await body.end(false);
      return { output: hexOf(read), isCut };
    },
  },
  'base64 of an archive': {
    bytes: bytesOf(fc.oneof(text.map(encode), fc.string({ maxLength: 12 }))),
    run: (pieces) => collect(decodeBase64Pieces(pieces)),
  },
  'a long string of an archive': {
    bytes: bytesOf(text.map((one) => JSON.stringify(one).slice(1, -1))),
    run: (pieces) => {
      const store = new TextStore();
      for (const piece of pieces) store.append(piece);
      return collect(new KeptText(store, 0, store.length).pieces());
    },
  },
  'the lines of a recording': {
    bytes: bytesOf(text),
    run: async (pieces) => {
      const read: string[] = [];
      let isCut = false;
      const splitter = new LineSplitter((line, number, isEnded) => {
        if (isEnded) read.push(`${number} ${line}`);
        else isCut = true;
      }, 1e9);
      for (const piece of pieces) splitter.push(Uint8Array.from(piece));
      splitter.end();
      return { output: read.join('\n'), isCut };
    },
  },
  'the events of a stream': {
    bytes: bytesOf(text.map((one) => `data: ${one}\n\n${stream}${one}`)),
    run: async (pieces) => {
      const reader = new EventStreamReader();
      let output = '';
      for (const piece of pieces) {
        reader.push(piece);
        for (let event = reader.next(); event; event = reader.next())
          output += `${event.type} ${event.data} ${event.offset}\n`;
      }
      return { output, isCut: false };
    },
  },
};

/** Transformations whose result for a part of the bytes is another: a part of a token is none, and so is a part of a verdict. */
const OF_THE_WHOLE: Readonly<Record<string, Transformation>> = {
  'masking a body': {
    bytes: bytesOf(
      text.map(
        (one) =>
          `${one}${TOKEN.replaceAll(/[hu]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`)}${one}`,
      ),
    ),
    run: async (pieces) => {
      const read: Uint8Array[] = [];
      const mask = new BodyMask(new Redactor([TOKEN]), (bytes) => read.push(bytes));
      for (const piece of pieces) mask.push(piece, 0);
      mask.end(false);
      return { output: hexOf(read), isCut: false };
    },
  },
  // The first bytes of packed data may be text, which tools write beside the head of the packed body.
  'the body of an archive in gzip': archived('gzip'),
  'the body of an archive in zstd': archived('zstd'),
  'the body of an archive in br': archived('br'),
  'judging an archive': judging((judgement) => judgeHar(judgement, {}), bytesOf(archive)),
  'judging a recording': judging((judgement) => judgeRecording(judgement, {}), bytesOf(lines)),
};

const sizes = fc.array(fc.integer({ min: 1, max: 11 }), { minLength: 1, maxLength: 6 });

function split(bytes: Uint8Array, lengths: readonly number[]): Uint8Array[] {
  const pieces: Uint8Array[] = [];
  for (let at = 0, index = 0; at < bytes.length; index += 1) {
    const length = lengths[index % lengths.length] ?? 1;
    pieces.push(bytes.subarray(at, at + length));
    at += length;
  }
  return pieces;
}

const inOrder = (one: string, other: string) => one.startsWith(other) || other.startsWith(one);

describe('the result', () => {
  it.each(Object.entries({ ...TRANSFORMATIONS, ...OF_THE_WHOLE }))(
    'of %s is the same however the bytes are split',
    async (_, { bytes, run }) => {
      await fc.assert(
        fc.asyncProperty(bytes, sizes, async (whole, lengths) => {
          const [once, inPieces] = [await run([whole]), await run(split(whole, lengths))];
          expect(inPieces.isCut).toBe(once.isCut);
          if (once.isCut) expect(inOrder(once.output, inPieces.output)).toBe(true);
          else expect(inPieces.output).toBe(once.output);
        }),
      );
    },
  );

  it.each(Object.entries(TRANSFORMATIONS))(
    'of %s for a part of the bytes is the beginning of the whole result, or says that it is cut',
    async (_, { bytes, run }) => {
      await fc.assert(
        fc.asyncProperty(bytes, fc.nat(), sizes, async (whole, place, lengths) => {
          const all = await run([whole]);
          const part = await run(split(whole.subarray(0, place % (whole.length + 1)), lengths));
          if (all.isCut) expect(inOrder(all.output, part.output)).toBe(true);
          else if (!part.isCut) expect(all.output.startsWith(part.output)).toBe(true);
        }),
      );
    },
  );
});

it.each(['gzip', 'deflate', 'br', 'zstd', 'none', 'utf-8', 'constructor', '__proto__'])(
  'a body of a live server in %s is read however it is split',
  async (coding) => {
    const pack = PACK[coding as PackedCoding] as ((text: string) => Uint8Array) | undefined;
    const reading = { mostBytes: 1e9, large: new LargeBodies(1), explain: (error: unknown) => error };
    await fc.assert(
      fc.asyncProperty(text, sizes, async (one, lengths) => {
        const body = typeof pack === 'function' && Object.hasOwn(PACK, coding) ? pack(one) : Buffer.from(one);
        const { output } = await collect(readBody(Readable.from(split(body, lengths)), coding, reading));
        expect(output).toBe(Buffer.from(one).toString('hex'));
      }),
    );
  },
);
