import { isUtf8 } from 'node:buffer';
import { maskQuery } from '../../secrets/index.ts';
import type { StreamEnd } from '../judge/rules/rule.ts';
import { codingOf } from '../recordings/content-coding.ts';
import type { ExchangeRecord } from '../recordings/recording-format.ts';
import type { Redactor } from '../redaction/redact.ts';
import { redactHeaders } from '../redaction/redact-headers.ts';
import { BodyMask } from './body-mask.ts';
import { BodyUnpacker, type UnpackerParts } from './body-unpacker.ts';
import { joinHeaders, type RawHeaders } from './forward-headers.ts';
import type { RecordLimits } from './record-limits.ts';
import { UnknownBody } from './unknown-body.ts';

/** Secrets in an encoded body could not be masked. */
const ENCODED = 'the body of the request is encoded';

export interface RequestHead {
  readonly method: string;
  /** Path and query as the client sent them. */
  readonly path: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface OpenRequests {
  bytes: number;
}

export interface ExchangeParts {
  readonly number: number;
  readonly request: RequestHead;
  readonly redactor: Redactor;
  readonly limits: RecordLimits;
  /** What all open exchanges keep of their requests. */
  readonly open: OpenRequests;
  /** Milliseconds since the start of the recording. */
  elapsed(): number;
  /** Called with the records in order. @returns whether the exchange may go on writing records */
  onRecord(record: ExchangeRecord): boolean;
  /** Called once, after the last record. */
  onOver(): void;
}

/** Writes the records of one exchange as it proceeds. Bodies are unpacked, secrets masked, and the size is bounded. */
export class RecordedExchange {
  readonly #parts: ExchangeParts;
  readonly #begun: number;
  readonly #mask: BodyMask;
  readonly #body: Uint8Array[] = [];
  #bodyLength = 0;
  #isRequestWritten = false;
  /** How the body of the request is sent. */
  readonly #coding: ReturnType<typeof codingOf>;
  #unpacker: BodyUnpacker | UnknownBody | undefined;
  /** What arrived at `#arrivedAt`. */
  #arrived: Uint8Array[] = [];
  #arrivedAt = 0;
  #kept = 0;
  /** Why the recording lacks a part of the request. */
  #cut: string | undefined;
  #isEnding = false;
  #isOver = false;

  constructor(parts: ExchangeParts) {
    this.#parts = parts;
    this.#begun = parts.elapsed();
    this.#mask = new BodyMask(parts.redactor, (chunk, at) => this.#keep(chunk, at));
    this.#coding = codingOf(parts.request.headers['content-encoding']);
    if (this.#coding !== 'identity' && this.#coding !== 'unknown') this.#cut = ENCODED;
  }

  pushRequest(bytes: Uint8Array): void {
    if (this.#isRequestWritten || this.#cut !== undefined) return;
    const { limits, open } = this.#parts;
    const { requestBytes, openRequestBytes } = limits;
    if (this.#bodyLength + bytes.length > requestBytes) {
      this.#cutRequest(`the body of the request has more than ${requestBytes} bytes`);
    } else if (open.bytes + bytes.length > openRequestBytes) {
      this.#cutRequest(`the bodies of the open requests have more than ${openRequestBytes} bytes together`);
    } else {
      this.#bodyLength += bytes.length;
      open.bytes += bytes.length;
      this.#body.push(bytes);
    }
  }

  endRequest(): void {
    if (this.#isRequestWritten) return;
    this.#isRequestWritten = true;
    const { redactor, request } = this.#parts;
    const whole = Buffer.concat(this.#body);
    if (this.#coding === 'unknown' && !isUtf8(whole)) this.#cutRequest(ENCODED);
    const [body] = this.#body.length > 0 ? redactor.pieces([whole]) : [];
    this.#forgetBody();
    this.#write(this.#begun, {
      request: {
        method: request.method,
        path: maskQuery(redactor.text(request.path)),
        headers: redactHeaders(request.headers, redactor),
        ...(body && { body: toBase64(body) }),
      },
    });
  }

  respond(status: number, headers: RawHeaders): void {
    if (!this.#isRequestWritten) this.#cutRequest('the response came before the end of the request');
    this.endRequest();
    const joined = joinHeaders(headers);
    this.#write(this.#parts.elapsed(), {
      response: { status, headers: redactHeaders(joined, this.#parts.redactor) },
    });
    this.#unpacker = this.#unpackerFor(joined['content-encoding']);
  }

  /**
   * Records all that arrives in one turn of the event loop together: one packet may have many chunks of HTTP, whose boundaries mean nothing.
   *
   * @param bytes the caller must not change them afterwards
   */
  push(bytes: Uint8Array): void {
    if (this.#isOver) return;
    if (this.#arrived.push(bytes) > 1) return;
    this.#arrivedAt = this.#parts.elapsed();
    process.nextTick(() => this.#takeArrived());
  }

  #takeArrived(): void {
    const bytes = this.#arrived.length === 1 ? this.#arrived[0] : Buffer.concat(this.#arrived);
    this.#arrived = [];
    if (this.#isOver || !bytes?.length) return;
    if (this.#unpacker) this.#unpacker.write(bytes, this.#arrivedAt);
    else this.#mask.push(bytes, this.#arrivedAt);
  }

  end(how: StreamEnd): void {
    if (this.#isOver || this.#isEnding) return;
    this.#takeArrived();
    this.#isEnding = true;
    const at = this.#parts.elapsed();
    const isCut = how !== 'server';
    if (!this.#isRequestWritten && isCut) this.#cutRequest('the request was incomplete');
    this.endRequest();
    const finish = () => {
      if (!this.#isOver) this.#mask.end(isCut);
      this.#finish(how, at, this.#cut);
    };
    if (this.#unpacker) void this.#unpacker.end(isCut).then(finish);
    else finish();
  }

  /** @returns undefined for a body that is sent as it is */
  #unpackerFor(encoding: string | undefined): BodyUnpacker | UnknownBody | undefined {
    const coding = codingOf(encoding);
    if (coding === 'identity') return undefined;
    const parts: UnpackerParts = {
      waitingBytes: this.#parts.limits.waitingBytes,
      onBytes: (bytes, at) => this.#mask.push(bytes, at),
      onFailure: (reason) => this.#finish('client', this.#parts.elapsed(), reason),
    };
    return coding === 'unknown' ? new UnknownBody(parts) : new BodyUnpacker(coding, parts);
  }

  #cutRequest(reason: string): void {
    this.#cut ??= reason;
    this.#forgetBody();
  }

  #forgetBody(): void {
    this.#parts.open.bytes -= this.#bodyLength;
    this.#bodyLength = 0;
    this.#body.length = 0;
  }

  #keep(chunk: Uint8Array, at: number): void {
    if (this.#isOver) return;
    const { bodyBytes } = this.#parts.limits;
    const kept = chunk.subarray(0, bodyBytes - this.#kept);
    this.#kept += kept.length;
    if (kept.length > 0) this.#write(at, { chunk: toBase64(kept) });
    if (kept.length < chunk.length)
      this.#finish('client', at, `the recorder keeps only ${bodyBytes} bytes of a body`);
  }

  #finish(end: StreamEnd, at: number, cut: string | undefined): void {
    if (this.#isOver) return;
    this.#write(at, { end, ...(cut !== undefined && { cut }) });
    this.#close();
  }

  #write(at: number, record: Unnumbered<ExchangeRecord>): void {
    if (this.#isOver) return;
    const { number, onRecord } = this.#parts;
    if (!onRecord({ exchange: number, at, ...record } as ExchangeRecord)) this.#close();
  }

  #close(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#unpacker?.destroy();
    this.#forgetBody();
    this.#parts.onOver();
  }
}

type Unnumbered<Record> = Record extends unknown ? Omit<Record, 'exchange' | 'at'> : never;

function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64');
}
