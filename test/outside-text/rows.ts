import { gzipSync, zstdCompressSync } from 'node:zlib';
import { readAsked } from '../../src/adapters/relay/read-asked.ts';
import { EventReader } from '../../src/client/event-reader.ts';
import { Mask } from '../../src/client/mask.ts';
import * as clientEvents from '../../src/client/read-event.ts';
import { readRelayedTurn } from '../../src/client/relay.ts';
import { quote } from '../../src/conformance/commands.ts';
import {
  countValues,
  parseBounded,
  parseJson as parseDriven,
} from '../../src/conformance/drive/bounded-json.ts';
import { ExchangeLog } from '../../src/conformance/drive/exchange-log.ts';
import { HeldAnswers } from '../../src/conformance/drive/held-answers.ts';
import type { LoggedExchange } from '../../src/conformance/drive/logged-exchange.ts';
import { readAnswer } from '../../src/conformance/drive/one-exchange.ts';
import { readRetryAfter } from '../../src/conformance/drive/polite-transport.ts';
import { describeStranger } from '../../src/conformance/drive/recognise-api.ts';
import { readSequences } from '../../src/conformance/exploration/read-sequences.ts';
import { lengthBeforeEnd } from '../../src/conformance/journeys/wire/changes.ts';
import { ContentCut } from '../../src/conformance/judge/content-cut.ts';
import { detachText } from '../../src/conformance/judge/detached-text.ts';
import { ExchangeJudge } from '../../src/conformance/judge/exchange-judge.ts';
import { lastBlankLine, startsDelta, takeDeltas } from '../../src/conformance/judge/fast-path.ts';
import { GrowingBytes } from '../../src/conformance/judge/growing-bytes.ts';
import { parseJson, parseServiceJson } from '../../src/conformance/judge/json.ts';
import { Judgement } from '../../src/conformance/judge/judgement.ts';
import { describeNotJson, endOfJson } from '../../src/conformance/judge/not-json.ts';
import { matchOperation } from '../../src/conformance/judge/operations.ts';
import { keyOf } from '../../src/conformance/judge/rules/bounded-set.ts';
import { StreamJudge } from '../../src/conformance/judge/stream-judge.ts';
import { TextFold } from '../../src/conformance/judge/text-fold.ts';
import { readTurnRequest } from '../../src/conformance/judge/turn-request.ts';
import { readProfile, readRigTools } from '../../src/conformance/profile/read-profile.ts';
import { readYaml } from '../../src/conformance/profile/read-yaml.ts';
import { readReadings } from '../../src/conformance/readings/read-readings.ts';
import { BodyMask } from '../../src/conformance/recorder/body-mask.ts';
import { BodyUnpacker } from '../../src/conformance/recorder/body-unpacker.ts';
import {
  forwardRequestHeaders,
  forwardResponseHeaders,
  joinHeaders,
} from '../../src/conformance/recorder/forward-headers.ts';
import { KnownTokens } from '../../src/conformance/recorder/known-tokens.ts';
import { RECORD_LIMITS } from '../../src/conformance/recorder/record-limits.ts';
import { RecordedExchange } from '../../src/conformance/recorder/recorded-exchange.ts';
import { Sampler } from '../../src/conformance/recorder/sampler.ts';
import { hasDotSegments, problemOfPath, urlBelow } from '../../src/conformance/recorder/target-url.ts';
import { UnknownBody } from '../../src/conformance/recorder/unknown-body.ts';
import { ZstdBody } from '../../src/conformance/recorder/zstd-body.ts';
import { decodeBase64, decodeBase64Pieces } from '../../src/conformance/recordings/base64.ts';
import { codingOf } from '../../src/conformance/recordings/content-coding.ts';
import { detectFormat, isUndecided, packingOf } from '../../src/conformance/recordings/detect-format.ts';
import { join, problemIn } from '../../src/conformance/recordings/har-text.ts';
import { decodeString, endOfCharacters, TextStore } from '../../src/conformance/recordings/json/kept-text.ts';
import { JsonPruner } from '../../src/conformance/recordings/json/pruner.ts';
import { StringScanner } from '../../src/conformance/recordings/json/string-scanner.ts';
import { LineSplitter } from '../../src/conformance/recordings/line-splitter.ts';
import { nameStranger } from '../../src/conformance/recordings/name-stranger.ts';
import { parseHeader, parseLine } from '../../src/conformance/recordings/recording-format.ts';
import { HeadReader, readSavedHead } from '../../src/conformance/recordings/saved-head.ts';
import { TextClaims, undoMisreading } from '../../src/conformance/recordings/text-claims.ts';
import { ToolDamage } from '../../src/conformance/recordings/tool-damage.ts';
import { unpack, unpackHead } from '../../src/conformance/recordings/unpack.ts';
import { unpackBody } from '../../src/conformance/recordings/unpack-body.ts';
import { unpackGzip } from '../../src/conformance/recordings/unpack-gzip.ts';
import { unpackZstd } from '../../src/conformance/recordings/unpack-zstd.ts';
import { isUtf16 } from '../../src/conformance/recordings/utf-16.ts';
import { ZstdFrames } from '../../src/conformance/recordings/zstd-frames.ts';
import { maskAll, Redactor } from '../../src/conformance/redaction/redact.ts';
import { redactHeaders, secretsInHeaders } from '../../src/conformance/redaction/redact-headers.ts';
import { SecretSearch } from '../../src/conformance/redaction/secret-search.ts';
import { viewsOf } from '../../src/conformance/redaction/secret-views.ts';
import { readJson } from '../../src/conformance/report/evidence.ts';
import { readHistory } from '../../src/conformance/report/history/read-history.ts';
import { linkWithin } from '../../src/conformance/report/html/links.ts';
import * as html from '../../src/conformance/report/html/text.ts';
import { readReport } from '../../src/conformance/report/read-report.ts';
import { ReportStream } from '../../src/conformance/report/report-stream.ts';
import { escapeXml, sanitize } from '../../src/conformance/report/sanitize.ts';
import { EventCollector } from '../../src/conformance/timeline/event-collector.ts';
import { readKnownFailures } from '../../src/conformance/verdict/read-known-failures.ts';
import { ByteQueue } from '../../src/event-stream/byte-queue.ts';
import { findFarLineEnd } from '../../src/event-stream/far-line-end.ts';
import { EventStreamReader } from '../../src/event-stream/reader.ts';
import { parseExactly } from '../../src/exact-json/parse-exactly.ts';
import { authorityOf, createHostGuard } from '../../src/loopback/index.ts';
import { isLoopback } from '../../src/loopback/loopback.ts';
import { checkCitations } from '../../src/reference/citations/check-citations.ts';
import { citationsIn, citedAgents } from '../../src/reference/citations/citations.ts';
import { escapeHtml } from '../../src/reference/escape-html.ts';
import { parseExactly as parseByReference } from '../../src/reference/exact-json.ts';
import { createMask, createUnmasker, maskText, unmask } from '../../src/reference/incognito/mask.ts';
import { startOfUnfinished } from '../../src/reference/incognito/placeholder.ts';
import { Replacements } from '../../src/reference/incognito/replacements.ts';
import { splitAtScripts, withoutScripts } from '../../src/reference/incognito/script-blocks.ts';
import { quote as quoteProvider } from '../../src/reference/models/openai/failure.ts';
import { WholeCharacters } from '../../src/reference/models/openai/whole-characters.ts';
import { acceptsGzip } from '../../src/reference/packed-files.ts';
import { cutPassages } from '../../src/reference/retrieval/cut-passages.ts';
import { matchWords } from '../../src/reference/retrieval/match-words.ts';
import { SecretGrowingMask } from '../../src/reference/secrets/growing-mask.ts';
import { SecretFinder } from '../../src/reference/secrets/secret-finder.ts';
import { parseSeed } from '../../src/reference/seed/parse-seed.ts';
import { readSeed } from '../../src/reference/seed/read-seed.ts';
import { fromJsonText } from '../../src/reference/store/sqlite/sql.ts';
import { GrowingText } from '../../src/reference/turns/growing-text.ts';
import { isFromForeignPage } from '../../src/rig/http/foreign-page.ts';
import { readRequest } from '../../src/rig/model/read-request.ts';
import { findScript } from '../../src/rig/script/find-script.ts';
import { nameToolsIn } from '../../src/rig/script/name-tools.ts';
import { carryScript } from '../../src/rig/script/render-script.ts';
import { eachPiece, splitText } from '../../src/rig/script/split-text.ts';
import { REFERENCE_TOOLS } from '../../src/rig/script/tool-names.ts';
import { credentialsIn, maskCredentials, maskLine, maskQuery } from '../../src/secrets/index.ts';

/** Reads a text. May throw, but must refuse a text in linear time too. */
type Read = (text: string) => unknown;

const SECRETS = ['hunter2-hunter2', 'a'.repeat(3000), 'w/ "quotes"\\\\', '%41%25%%%', `${'ab'.repeat(40)}…`];
/** Created once, because that takes longer than masking a short text. */
const REDACTOR = new Redactor(SECRETS);
const FINDER = new SecretFinder(SECRETS);
/** Bytes in a piece of a body that arrives in pieces. */
const PIECE = 5;

function* piecesOf(text: string): Generator<Buffer> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += PIECE) yield bytes.subarray(at, at + PIECE);
}

async function* arriving(text: string | Uint8Array): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

async function readAll(pieces: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of pieces);
}

const pushAll = (text: string, reader: { push(bytes: Buffer): unknown }) => {
  for (const piece of piecesOf(text)) reader.push(piece);
  return reader;
};

const incognito = { terms: ['Ada Lovelace', 'Ada  King', '愛子'] };
const CHAT = '/api/v1/chats/0b8f4a52-6c1d-4f0e-9a57-3d2c8e71b604';
const sources = { target: undefined, token: undefined, environment: {}, readFile: () => '' };

function recordAll(text: string) {
  const records: unknown[] = [];
  const exchange = new RecordedExchange({
    number: 0,
    request: { method: 'POST', path: `${CHAT}?${text}`, headers: { 'x-echo': text, cookie: text } },
    redactor: REDACTOR,
    limits: RECORD_LIMITS,
    open: { bytes: 0 },
    elapsed: () => 0,
    onRecord: (record) => records.push(record) > 0,
    onOver() {},
  });
  for (const piece of piecesOf(text)) exchange.pushRequest(piece);
  exchange.endRequest();
  exchange.respond(200, ['Content-Type', text, 'Content-Encoding', `\u00a0${text.slice(0, -1)}x`]);
  pushAll(text, exchange);
  exchange.end('server');
  return records;
}

function writerOf(path: string) {
  const log = new ExchangeLog({ judgement: new Judgement(), timeScale: 1, now: () => 0 });
  return log.begin('chats.create', 'main', { method: 'GET', path, headers: {} });
}

function exchangeOf(number: number, path: string, type: string, text: string): LoggedExchange {
  const bytes = Buffer.from(text);
  return {
    number,
    check: 'turns.stream',
    actor: 'main',
    request: { method: type === 'application/json' ? 'GET' : 'POST', path, headers: {} },
    sentAt: number,
    status: 200,
    headers: { 'content-type': type },
    chunks: [{ at: number, bytes }],
    length: bytes.length,
    end: 'server',
  };
}

/** For each `file#name`, a function that makes the reader read a text, or the reason why it reads no outside text. */
export const READERS: Readonly<Record<string, Read | string>> = {
  'adapters/relay/heartbeats.ts#withHeartbeats': 'passes bytes on, and reads none',
  'adapters/relay/read-asked.ts#readAsked': (text) => {
    const headers = { 'content-type': 'application/json' };
    return readAsked(new Request('http://site.test/', { method: 'POST', headers, body: text }), Infinity);
  },
  'client/event-reader.ts#EventReader': (text) => {
    const reader = new EventReader();
    for (const piece of piecesOf(text)) {
      reader.push(piece);
      while (reader.next());
    }
    return reader;
  },
  'client/mask.ts#Mask': (text) => {
    const mask = new Mask();
    for (const secret of SECRETS) mask.add(secret);
    return mask.text(text);
  },
  'client/read-event.ts#parseJson': clientEvents.parseJson,
  'client/read-event.ts#readEvent': (text) => clientEvents.readEvent('message.delta', text),
  'client/relay.ts#readRelayedTurn': (text) => readAll(readRelayedTurn(new Blob([text]).stream())),

  'conformance/api/read-profile.ts#basicProfile': 'the caller names the target',
  'conformance/api/read-profile.ts#readProfile': 'is readProfile of profile/read-profile.ts',
  'conformance/drive/actor.ts#Actor': 'sends; readAnswer and the judges read what comes back',
  'conformance/drive/application.ts#runInApplication': 'sends; readAnswer reads what comes back',
  'conformance/drive/bounded-json.ts#countValues': (text) => countValues(text),
  'conformance/drive/bounded-json.ts#parseBounded': (text) => parseBounded(text),
  'conformance/drive/bounded-json.ts#parseJson': parseDriven,
  'conformance/drive/exchange-writer.ts#ExchangeWriter': (text) => {
    const writer = writerOf(`${CHAT}/${text}`);
    writer.respond(200, { 'content-type': text });
    pushAll(text, writer);
    writer.end('server', text);
    return writer;
  },
  'conformance/drive/held-answers.ts#HeldAnswers': (text) => new HeldAnswers(1e9).hold('a', text, 1),
  'conformance/drive/incoming-response.ts#IncomingResponse': 'passes pieces on as they are',
  'conformance/drive/one-exchange.ts#readAnswer': (text) => {
    const writer = writerOf('/api/v1/chats');
    writer.respond(200, { 'content-type': 'application/json' });
    return readAnswer(writer, arriving(text));
  },
  'conformance/drive/polite-transport.ts#readRetryAfter': (text) => readRetryAfter(text, 0),
  'conformance/drive/recognise-api.ts#describeStranger': (text) => [
    describeStranger([{ path: '/', status: 404, headers: {}, text: `<html>${text}` }]),
    describeStranger([{ path: '/', status: 302, headers: { location: text, server: text }, text }]),
  ],
  'conformance/journeys/wire/changes.ts#lengthBeforeEnd': (text) => lengthBeforeEnd(Buffer.from(text)),
  'conformance/judge/content-cut.ts#ContentCut': (text) =>
    new ContentCut(new TextFold()).decodeLine(Buffer.from(`{"content":"${text}"}`), 'message.completed'),
  'conformance/judge/detached-text.ts#detachText': (text) => detachText(text, 100),
  'conformance/judge/exchange-judge.ts#ExchangeJudge': (text) => {
    const judgement = new Judgement();
    const request = { method: 'POST', path: `${CHAT}/messages`, body: Buffer.from(text) };
    const judge = new ExchangeJudge(judgement, request, {});
    judge.respond({ status: 200, headers: { 'content-type': 'application/json' } });
    pushAll(text, judge);
    judge.end('server');
    return judgement;
  },
  'conformance/judge/fast-path.ts#lastBlankLine': (text) => lastBlankLine(Buffer.from(text), 0, text.length),
  'conformance/judge/fast-path.ts#startsDelta': (text) => startsDelta(Buffer.from(text), 0, text.length),
  'conformance/judge/fast-path.ts#takeDeltas': (text) => {
    const bytes = Buffer.from(text);
    takeDeltas(bytes, 0, bytes.length, new TextFold(), { position: 0, last: 0, events: 0 });
  },
  'conformance/judge/framing-judge.ts#FramingJudge': 'StreamJudge passes what it has read',
  'conformance/judge/growing-bytes.ts#GrowingBytes': (text) => pushAll(text, new GrowingBytes()).toString(),
  'conformance/judge/json.ts#parseJson': parseJson,
  'conformance/judge/json.ts#parseServiceJson': parseServiceJson,
  'conformance/judge/not-json.ts#describeNotJson': describeNotJson,
  'conformance/judge/not-json.ts#endOfJson': endOfJson,
  'conformance/judge/operations.ts#matchOperation': (text) =>
    matchOperation('GET', `/api/v1/chats/${text}/api/v1/`),
  'conformance/judge/rules/bounded-set.ts#keyOf': keyOf,
  'conformance/judge/stream-judge.ts#StreamJudge': (text) => {
    const judgement = new Judgement();
    const judge = new StreamJudge(judgement);
    pushAll(`event: message.delta\ndata: ${text}\n\n${text}`, judge);
    judge.end('server');
    return judgement;
  },
  'conformance/readings/read-readings.ts#readReadings': (text) =>
    readReadings(
      [
        exchangeOf(
          0,
          `${CHAT}/messages/stream`,
          'text/event-stream',
          `event: message.delta\ndata: ${text}\n\n${text}`,
        ),
        exchangeOf(1, `${CHAT}/messages`, 'application/json', text),
      ],
      1,
    ),
  'conformance/judge/text-fold.ts#TextFold': (text) => {
    const fold = new TextFold();
    for (const piece of piecesOf(text)) fold.append(piece.toString());
    return fold.equals(text);
  },
  'conformance/judge/turn-request.ts#readTurnRequest': (text) =>
    readTurnRequest('a', Buffer.from(JSON.stringify({ content: text, permission_mode: text }))),
  'conformance/recordings/output-file.ts#ensureWritable': 'the operator names the file',
  'conformance/recordings/output-file.ts#writeReport': 'writes the text of a report as it is',
  'conformance/profile/absences.ts#absentPartAt': 'a path that the suite sends',
  'conformance/profile/first-profile.ts#writeFirstProfile': 'the operator names the target',
  'conformance/profile/read-profile.ts#readProfile': (text) => readProfile(text, 'it', sources),
  'conformance/profile/read-profile.ts#readRigTools': (text) => readRigTools(text, 'it'),
  'conformance/profile/read-yaml.ts#readYaml': readYaml,
  'conformance/recorder/body-mask.ts#BodyMask': (text) => {
    const chunks: Uint8Array[] = [];
    const mask = new BodyMask(REDACTOR, (chunk) => chunks.push(chunk));
    for (const piece of piecesOf(text)) mask.push(piece, 0);
    mask.end(true);
    return chunks;
  },
  'conformance/recorder/body-unpacker.ts#BodyUnpacker': async (text) => {
    const parts = { waitingBytes: 1e9, onBytes() {}, onFailure() {} };
    for (const body of [Buffer.from(text), gzipSync(text)]) {
      const unpacker = new BodyUnpacker('gzip', parts);
      unpacker.write(body, 0);
      await unpacker.end(true);
    }
  },
  'conformance/recorder/forward-headers.ts#forwardRequestHeaders': (text) =>
    forwardRequestHeaders(['Connection', text, 'X', text], 'POST', {
      host: 'a',
      pseudonym: 'b',
      httpVersion: '1.1',
    }),
  'conformance/recorder/forward-headers.ts#forwardResponseHeaders': (text) =>
    forwardResponseHeaders(['Connection', text]),
  'conformance/recorder/forward-headers.ts#joinHeaders': (text) =>
    joinHeaders([...piecesOf(text)].flatMap((piece) => ['Cookie', piece.toString('latin1')])),
  'conformance/recorder/known-tokens.ts#KnownTokens': (text) =>
    new KnownTokens(SECRETS, { mostBytes: 1e9 }).learnFrom({
      authorization: text,
      cookie: text,
      'x-key': text,
    }),
  'conformance/recorder/recorded-exchange.ts#RecordedExchange': recordAll,
  'conformance/recorder/unknown-body.ts#UnknownBody': (text) => {
    const body = new UnknownBody({ onBytes() {}, onFailure() {} });
    for (const piece of piecesOf(text)) body.write(piece, 0);
    return body.end(false);
  },
  'conformance/recorder/zstd-body.ts#ZstdBody': (text) => {
    const body = new ZstdBody();
    const packed = zstdCompressSync(text);
    for (const byte of packed) body.take(Uint8Array.of(byte));
  },
  'conformance/recorder/sampler.ts#Sampler': (text) => new Sampler(0.5).takes(`/api/v1/chats/${text}`),
  'conformance/recordings/base64.ts#decodeBase64': (text) => decodeBase64(text),
  'conformance/recordings/base64.ts#decodeBase64Pieces': (text) => [...decodeBase64Pieces(piecesOf(text))],
  'conformance/recordings/content-coding.ts#codingOf': codingOf,
  'conformance/recordings/detect-format.ts#detectFormat': (text) => detectFormat(Buffer.from(text)),
  'conformance/recordings/detect-format.ts#isUndecided': (text) => isUndecided(Buffer.from(text)),
  'conformance/recordings/detect-format.ts#packingOf': (text) => packingOf(Buffer.from(text)),
  'conformance/recordings/file-source.ts#unreadable': 'the operator names the file',
  'conformance/recordings/har-text.ts#join': (text) => join(piecesOf(text)),
  'conformance/recordings/har-text.ts#problemIn': (text) => problemIn(piecesOf(text), new TextClaims()),
  'conformance/recordings/json/kept-text.ts#TextStore': (text) => {
    const store = new TextStore();
    for (const piece of piecesOf(text)) store.append(piece);
    return store;
  },
  'conformance/recordings/json/kept-text.ts#decodeString': (text) => decodeString(Buffer.from(text)),
  'conformance/recordings/json/kept-text.ts#endOfCharacters': (text) => endOfCharacters(Buffer.from(text)),
  'conformance/recordings/json/pruner.ts#JsonPruner': (text) => {
    const shape = { members: { a: 'text', b: { items: 'scalar' } } } as const;
    return pushAll(`{"a":"${text}","b":[${text}`, new JsonPruner(shape, () => {}, 1e9));
  },
  'conformance/recordings/json/string-scanner.ts#StringScanner': (text) =>
    pushAll(text, new StringScanner({ outside() {}, openString() {}, inString() {} })),
  'conformance/recordings/line-splitter.ts#LineSplitter': (text) => {
    const splitter = new LineSplitter(() => {}, 1e9);
    pushAll(text, splitter);
    splitter.end();
  },
  'conformance/recordings/name-stranger.ts#nameStranger': (text) => [
    nameStranger(Buffer.from(`{${text}`)),
    nameStranger(Buffer.from(`HTTP/2 200\n${text}`)),
  ],
  'conformance/recordings/recording-format.ts#parseHeader': (text) => parseHeader(text),
  'conformance/recordings/recording-format.ts#parseLine': (text) => parseLine(text, 1),
  'conformance/recordings/saved-head.ts#HeadReader': (text) =>
    new HeadReader().push(Buffer.from(`HTTP/${text}`)),
  'conformance/recordings/saved-head.ts#readSavedHead': (text) => [
    readSavedHead(Buffer.from(`HTTP/1.1 200 OK\n${text}`)),
    readSavedHead(Buffer.from(`* ${text}`)),
  ],
  'conformance/recordings/text-claims.ts#TextClaims': (text) => {
    const claims = new TextClaims({ size: 1 });
    for (const piece of [...piecesOf(text), ...piecesOf('Ã¶'.repeat(text.length))]) claims.push(piece);
    claims.end();
    return claims.problem;
  },
  'conformance/recordings/text-claims.ts#undoMisreading': (text) => undoMisreading(Buffer.from(text)),
  'conformance/recordings/tool-damage.ts#ToolDamage': (text) => {
    const damage = new ToolDamage();
    pushAll(text, damage);
    return [damage.isCut, damage.find(new Judgement())];
  },
  'conformance/recordings/line-ranges.ts#LineRanges': 'moves lines within a file, and reads none',
  'conformance/recordings/packed-pieces.ts#PackedPieces': 'passes pieces on as they are',
  'conformance/recordings/resolve-target.ts#resolveTarget': 'the operator names the file',
  'conformance/recordings/unpack-body.ts#unpackBody': (text) => [
    unpackBody(Buffer.from(text), text, 1e9),
    unpackBody(gzipSync(text), 'gzip', 1e9),
  ],
  'conformance/recordings/unpack-gzip.ts#unpackGzip': (text) =>
    readAll(
      unpackGzip(arriving(Buffer.concat([gzipSync(text), Buffer.alloc(text.length), gzipSync(text)])), 4096),
    ),
  'conformance/recordings/unpack-zstd.ts#unpackZstd': (text) =>
    readAll(unpackZstd(arriving(zstdCompressSync(text)), 4096)),
  'conformance/recordings/unpack.ts#unpack': (text) =>
    readAll(unpack('it', arriving(gzipSync(text)), 'gzip', 4096)),
  'conformance/recordings/unpack.ts#unpackHead': (text) => unpackHead('it', arriving(text), 'gzip'),
  'conformance/recordings/zstd-frames.ts#ZstdFrames': (text) => {
    const frames = new ZstdFrames();
    const packed = zstdCompressSync(text);
    for (const byte of packed) frames.follow(Uint8Array.of(byte));
  },
  'conformance/redaction/redact-headers.ts#redactHeaders': (text) =>
    redactHeaders({ authorization: text, 'x-echo': text }, REDACTOR),
  'conformance/redaction/redact-headers.ts#secretsInHeaders': (text) =>
    secretsInHeaders({ authorization: text, cookie: text, 'x-key': text }),
  'conformance/redaction/redact.ts#Redactor': (text) => {
    const pieces = REDACTOR.pieces([...piecesOf(text)], true);
    return [REDACTOR.text(text), pieces, REDACTOR.json({ a: [text] })];
  },
  'conformance/redaction/redact.ts#maskAll': maskAll,
  'conformance/redaction/secret-search.ts#SecretSearch': (text) => {
    const search = new SecretSearch();
    search.add(text);
    return [search.find(Buffer.from(text + text), true), search.find(Buffer.from(text + text), false)];
  },
  'conformance/redaction/secret-views.ts#viewsOf': (text) => viewsOf(Buffer.from(text), true),
  'conformance/commands.ts#quote': quote,
  'conformance/report/evidence.ts#readJson': readJson,
  'conformance/report/html/links.ts#linkWithin': (text) => linkWithin('a', text),
  'conformance/report/html/text.ts#block': html.block,
  'conformance/report/html/text.ts#details': (text) => html.details(text, text, text),
  'conformance/report/html/text.ts#prose': html.prose,
  'conformance/report/html/text.ts#text': (text) => html.text(text),
  'conformance/recordings/update-file.ts#updateFile': 'the operator names the file',
  'conformance/report/history/read-history.ts#readHistory': (text) =>
    readHistory(JSON.stringify({ history: 1, runs: [], outcomes: { [text]: '' } }), 'it'),
  'conformance/report/read-report.ts#readReport': (text) => readReport(text, 'it'),
  'conformance/report/report-stream.ts#ReportStream': (text) =>
    pushAll(text, new ReportStream({ target() {}, report() {} })),
  'conformance/report/sanitize.ts#escapeXml': escapeXml,
  'conformance/report/sanitize.ts#sanitize': (text) => [sanitize(text), sanitize(text, 1e9)],
  'conformance/report/section-title.ts#titleOfSection': 'the sections are those of the registry',
  'conformance/report/target.ts#reportTarget': 'the operator names the target',
  'conformance/exploration/read-sequences.ts#readSequences': (text) =>
    readSequences(JSON.stringify({ steps: [{ do: text, chat: text }] }), 'it'),
  'conformance/files/shard.ts#shardOfFile': 'the operator names the file',
  'conformance/files/with-slashes.ts#withSlashes': 'the operator names the file',
  'conformance/recorder/target-url.ts#hasDotSegments': hasDotSegments,
  'conformance/recorder/target-connections.ts#TargetConnections': 'sends; forwardRequestHeaders reads',
  'conformance/recorder/target-url.ts#problemOfPath': (text) => problemOfPath(`/${text}`),
  'conformance/recorder/target-url.ts#urlBelow': (text) =>
    urlBelow(new URL(`http://a.example/${text}`), `/${text}`),
  'conformance/timeline/event-collector.ts#EventCollector': (text) =>
    pushAll(text, new EventCollector({ first: 9, last: 9, data: 99 }, { left: 99, held: 0 })),
  'conformance/recordings/utf-16.ts#isUtf16': (text) => isUtf16(Buffer.from(text)),
  'conformance/verdict/read-known-failures.ts#readKnownFailures': (text) => readKnownFailures(text, 'it', []),

  'event-stream/byte-queue.ts#ByteQueue': (text) => {
    const queue = new ByteQueue();
    for (const piece of piecesOf(text)) queue.append(piece);
    return queue;
  },
  'event-stream/byte-queue.ts#giveBack': 'keeps memory and reads nothing',
  'event-stream/far-line-end.ts#findFarLineEnd': (text) => findFarLineEnd(Buffer.from(text), 0, text.length),
  'event-stream/reader.ts#EventStreamReader': (text) => {
    const reader = new EventStreamReader();
    for (const piece of piecesOf(text)) {
      reader.push(piece);
      while (reader.next());
    }
    return reader;
  },
  'exact-json/parse-exactly.ts#parseExactly': parseExactly,
  'loopback/exposure.ts#requireLoopback': 'the operator names the host',
  'loopback/host-header.ts#authorityOf': (text) => authorityOf({ url: text, headers: {} }),
  'loopback/host-header.ts#createHostGuard': (text) => createHostGuard()(text),
  'loopback/host-header.ts#guardOf': 'the operator names the host',
  'loopback/listen.ts#listen': 'the operator names the host',
  'loopback/loopback.ts#isLoopback': isLoopback,

  'reference/citations/check-citations.ts#checkCitations': (text) => checkCitations(text, {} as never),
  'reference/citations/citations.ts#citationsIn': citationsIn,
  'reference/citations/citations.ts#citedAgents': citedAgents,
  'reference/connectors/http-line.ts#openHttpLine': 'the operator names the headers',
  'reference/connectors/stdio-line.ts#openStdioLine': 'the operator names the variables',
  'reference/escape-html.ts#escapeHtml': escapeHtml,
  'reference/exact-json.ts#parseExactly': parseByReference,
  'reference/exposure.ts#checkExposure': 'the operator names the host',
  'reference/http/log-queue.ts#LogQueue': 'writes lines as they are',
  'reference/http/response.ts#writeContent': 'writes a page of the server as it is',
  'reference/incognito/mask.ts#maskText': (text) => maskText(text, createMask(incognito as never)),
  'reference/incognito/mask.ts#unmask': (text) => {
    const unmasker = createUnmasker(createMask(incognito as never));
    for (const piece of piecesOf(text)) unmasker.push(piece.toString());
    return unmask(text, createMask(incognito as never)) + unmasker.flush();
  },
  'reference/incognito/placeholder.ts#startOfUnfinished': startOfUnfinished,
  'reference/incognito/replacements.ts#Replacements': (text) => {
    const replacements = new Replacements();
    for (const piece of piecesOf(text)) replacements.replace('name', piece.toString('latin1'));
    return replacements;
  },
  'reference/incognito/script-blocks.ts#splitAtScripts': splitAtScripts,
  'reference/incognito/script-blocks.ts#withoutScripts': withoutScripts,
  'reference/models/openai/failure.ts#quote': quoteProvider,
  'reference/models/openai/whole-characters.ts#WholeCharacters': (text) => {
    const whole = new WholeCharacters();
    for (const piece of piecesOf(text)) whole.push(piece.toString());
    return whole.end();
  },
  'reference/packed-files.ts#PackedFiles': 'the files of the portal are our own',
  'reference/packed-files.ts#acceptsGzip': acceptsGzip,
  'reference/retrieval/cut-passages.ts#cutPassages': cutPassages,
  'reference/retrieval/match-words.ts#matchWords': matchWords,
  'reference/seed/parse-seed.ts#parseSeed': (text) => parseSeed(text, 'it'),
  'reference/seed/read-seed.ts#readSeed': (text) => readSeed(text, 'it'),
  'reference/secrets/growing-mask.ts#SecretGrowingMask': (text) => {
    const mask = new SecretGrowingMask(FINDER);
    for (let at = 0; at < text.length; at += PIECE) mask.push(text.slice(at, at + PIECE));
    return mask.flush();
  },
  'reference/secrets/list-secrets.ts#secretsIn': 'reads variables of the operator',
  'reference/store/sqlite/database.ts#inspect': 'the operator names the file',
  'reference/store/sqlite/sql.ts#fromJsonText': fromJsonText,
  'reference/store/store-error.ts#foreign': 'the operator names the file',
  'reference/store/store-error.ts#inUse': 'the operator names the file',
  'reference/store/store-error.ts#tooNew': 'the operator names the file',
  'reference/store/store-error.ts#unwritable': 'the operator names the file',
  'reference/store/store-error.ts#withReasons': 'the operator names the file',
  'reference/turns/answer-listener.ts#AnswerListener': 'passes texts to a LiveTurn',
  'reference/turns/growing-text.ts#GrowingText': (text) => {
    const growing = new GrowingText();
    for (const piece of piecesOf(text)) growing.append(piece.toString());
    return growing.toString();
  },
  'reference/turns/live-turn.ts#LiveTurn': 'passes texts to maskText, unmask and GrowingText',

  'rig/http/foreign-page.ts#isFromForeignPage': isFromForeignPage,
  'rig/http/web.ts#toWebRequest': 'passes a body on as it is',
  'rig/model/read-request.ts#readRequest': (text) =>
    readRequest(Buffer.from(JSON.stringify({ model: text, messages: [{ role: 'user', content: text }] }))),
  'rig/script/find-script.ts#findScript': findScript,
  'rig/script/name-tools.ts#nameToolsIn': (text) => nameToolsIn(text, REFERENCE_TOOLS),
  'rig/script/render-script.ts#carryScript': (text) => carryScript(text, undefined),
  'rig/script/split-text.ts#eachPiece': (text) => [...eachPiece(text)],
  'rig/script/split-text.ts#splitText': (text) => [splitText(text), splitText(text, 10)],

  'secrets/credentials.ts#credentialsIn': (text) => [
    credentialsIn('authorization', text),
    credentialsIn('cookie', text),
  ],
  'secrets/credentials.ts#maskCredentials': maskCredentials,
  'secrets/mask-line.ts#maskLine': (text) => maskLine(text, '…'),
  'secrets/mask-query.ts#maskQuery': (text) => maskQuery(`/?${text}`),
};
