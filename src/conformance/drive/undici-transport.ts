import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { Agent, type Dispatcher, EnvHttpProxyAgent, errors, request } from 'undici';
import type { DriveLimits } from './limits.ts';
import { type Transport, TransportFailure, type WireRequest, type WireResponse } from './wire.ts';

export interface TransportOptions {
  /** Base URL of the target, without a slash at its end. */
  readonly baseUrl: string;
  readonly limits: DriveLimits;
  /** Certificates in PEM that are trusted besides the usual ones. */
  readonly ca?: string | undefined;
  /** Whether HTTP_PROXY, HTTPS_PROXY and NO_PROXY of the environment count. */
  readonly usesProxy?: boolean;
}

/** Sends requests over HTTP/1.1, each within its limits. */
export function openTransport({ baseUrl, limits, ca, usesProxy = true }: TransportOptions): Transport {
  const dispatcher = openDispatcher(limits, ca, usesProxy);
  return {
    async send(wire: WireRequest, signal?: AbortSignal): Promise<WireResponse> {
      const { patience = 0 } = wire;
      const until = AbortSignal.timeout(limits.total + patience);
      try {
        const response = await request(`${baseUrl}${wire.path}`, {
          dispatcher,
          method: wire.method as Dispatcher.HttpMethod,
          headers: wire.headers,
          body: wire.body ?? null,
          headersTimeout: Math.max(limits.firstByte, patience),
          signal: signal ? AbortSignal.any([signal, until]) : until,
        });
        return {
          status: response.statusCode,
          headers: joinHeaders(response.headers),
          body: readBody(response.body, joinHeaders(response.headers)['content-encoding'], limits, signal),
        };
      } catch (error) {
        throw translate(error, signal);
      }
    },
    close: () => dispatcher.destroy(),
  };
}

function openDispatcher(limits: DriveLimits, ca: string | undefined, usesProxy: boolean): Dispatcher {
  const options = {
    connect: { timeout: limits.connect, ...(ca !== undefined && { ca }) },
    headersTimeout: limits.firstByte,
    bodyTimeout: limits.idle,
    maxHeaderSize: limits.headerBytes,
    pipelining: 1,
  };
  return usesProxy ? new EnvHttpProxyAgent(options) : new Agent(options);
}

const DECODERS: Readonly<Record<string, () => NodeJS.ReadWriteStream & Readable>> = {
  gzip: createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** We ask for no encoding; a target that encodes nevertheless is read, and what it unpacks to is counted. */
async function* readBody(
  body: Readable,
  encoding: string | undefined,
  { bytes }: DriveLimits,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  const decode = encoding === undefined ? undefined : DECODERS[encoding.trim().toLowerCase()];
  const decoded = decode ? body.pipe(decode()) : body;
  if (decode) body.on('error', (error) => decoded.destroy(error));
  let read = 0;
  try {
    for await (const piece of decoded) {
      read += piece.length;
      if (read > bytes) throw new TransportFailure('too-large', `the body has more than ${bytes} bytes`);
      yield piece;
    }
  } catch (error) {
    throw translate(error, signal);
  } finally {
    // Reading may stop early; nothing of what is left shall come.
    body.on('error', () => {});
    body.destroy();
  }
}

function joinHeaders(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name.toLowerCase(), Array.isArray(value) ? value.join(', ') : value]],
    ),
  );
}

const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

function translate(error: unknown, signal: AbortSignal | undefined): unknown {
  if (error instanceof TransportFailure || signal?.aborted) return error;
  const { code, name, message } = error as NodeJS.ErrnoException;
  if (code !== undefined && UNREACHABLE.has(code)) {
    return new TransportFailure('unreachable', `the target cannot be reached: ${message}`, { cause: error });
  }
  if (
    error instanceof errors.HeadersTimeoutError ||
    error instanceof errors.BodyTimeoutError ||
    name === 'TimeoutError'
  ) {
    return new TransportFailure('timeout', 'the target said nothing for too long', { cause: error });
  }
  if (error instanceof errors.HeadersOverflowError) {
    return new TransportFailure('too-large', 'the head of the response is too large', { cause: error });
  }
  return new TransportFailure('broken', `the response broke off: ${message}`, { cause: error });
}
