import type { ServerResponse } from 'node:http';
import { constants, createGzip } from 'node:zlib';
import { type Variant, variant } from '../alteration.ts';
import { answerInstead } from '../decorators/answer-instead.ts';
import { failure } from '../decorators/answers.ts';
import { EVERY } from '../decorators/operations.ts';
import { inResponses, onHead, onPieces, withoutLength } from '../decorators/wire.ts';

const PIECE = 31;

/** Everything that HTTP allows besides the simplest way to write an answer. */
export const carrierVariants: readonly Variant[] = [
  // A gateway refuses requests before the service receives them.
  variant('A-19=rate-limited', 'Every thirtieth request has to be sent again.', (exchange) => {
    let count = 0;
    return answerInstead(EVERY, (request) => {
      count += 1;
      return count % 30 === 0
        ? { ...failure(request, 429, 'too_many_requests'), headers: { 'retry-after': '0' } }
        : undefined;
    })(exchange);
  }),
  variant(
    'http=other-headers',
    'Headers have capitals and another order, media types name their charset, and a proxy adds headers of its own.',
    inResponses((response) =>
      onHead(response, ({ 'content-type': type, ...headers }) => ({
        Server: 'gateway/1.0',
        'X-Powered-By': 'a framework',
        Vary: 'Accept, Accept-Encoding',
        ...Object.fromEntries(
          Object.entries(headers).map(([name, value]) => [
            name.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase()),
            value,
          ]),
        ),
        'Set-Cookie': ['route=a; Path=/', 'visit=1'],
        Via: '1.1 gateway',
        ...(type !== undefined && { 'Content-Type': `${String(type).split(';')[0]};charset=UTF-8` }),
      })),
    ),
  ),
  variant(
    'http=gzip',
    'Answers and streams are compressed for clients that accept it.',
    inResponses((response, { headers }) => {
      if (!/\bgzip\b/.test(String(headers['accept-encoding']))) return;
      onHead(response, (head) => ({
        ...withoutLength(head),
        'content-encoding': 'gzip',
        vary: 'accept-encoding',
      }));
      compress(response);
    }),
  ),
  // After gzip, so that the compressed bytes are split.
  variant(
    'http=pieces',
    'Bodies and streams come in chunks of 31 bytes, without a length.',
    inResponses((response) => {
      onHead(response, withoutLength);
      onPieces(response, (piece) =>
        Array.from({ length: Math.ceil(piece.length / PIECE) }, (_, index) =>
          piece.subarray(index * PIECE, (index + 1) * PIECE),
        ),
      );
    }),
  ),
  variant(
    'http=close',
    'Every answer closes its connection.',
    inResponses((response) => onHead(response, (headers) => ({ ...headers, connection: 'close' }))),
  ),
  variant(
    'http=until-close',
    'A body has neither a length nor chunks, and ends with its connection.',
    inResponses((response) => {
      response.useChunkedEncodingByDefault = false;
      onHead(response, (headers) => ({ ...withoutLength(headers), connection: 'close' }));
    }),
  ),
  variant(
    'http=early-hints',
    'Every answer follows an informational one.',
    inResponses((response) =>
      onHead(response, (headers) => {
        response.writeProcessing();
        return headers;
      }),
    ),
  ),
];

function compress(response: ServerResponse): void {
  const gzip = createGzip({ flush: constants.Z_SYNC_FLUSH });
  const write = response.write.bind(response) as (piece: Uint8Array) => boolean;
  const end = response.end.bind(response) as () => ServerResponse;
  gzip.on('data', (piece: Uint8Array) => {
    if (!response.destroyed) write(piece);
  });
  gzip.on('end', () => end());
  response.on('close', () => gzip.destroy());
  response.write = ((piece: string | Uint8Array) => {
    gzip.write(piece);
    return true;
  }) as ServerResponse['write'];
  response.end = ((piece?: string | Uint8Array) => {
    gzip.end(piece);
    return response;
  }) as ServerResponse['end'];
}
