import { isEventStream } from '../judge/headers.ts';
import { isOfService } from '../judge/service-answer.ts';
import { isSuccessStatus } from '../judge/status.ts';
import { parseJson } from './bounded-json.ts';
import type { Transport, WireResponse } from './wire.ts';

/** Failures with a longer body are not the service's. */
const MOST_BYTES = 256 * 1024;
/** What JSON and SSE begin with. */
const BEGINNING = /^(?:\uFEFF)?(?:\s*[[{"]|(?:event|data|id|retry)?:)/;

/** A transport that marks the answers that do not come from the service. It reads only those bodies ahead that may not. */
export function recogniseStrangers(inner: Transport): Transport {
  return {
    ...inner,
    async send(request, signal, pause) {
      const response = await inner.send(request, signal, pause);
      const { status, headers } = response;
      if (isOfService({ status, headers, body: undefined })) return response;
      return isSuccessStatus(status) ? recogniseSuccess(response) : recogniseFailure(response);
    },
  };
}

/** A success of another media type is the service's if it begins like JSON or a stream. */
async function recogniseSuccess(response: WireResponse): Promise<WireResponse> {
  const pieces = response.body[Symbol.asyncIterator]();
  const read: Uint8Array[] = [];
  let text = '';
  while (text.trim() === '') {
    const { value, done } = await pieces.next();
    if (done) break;
    read.push(value.slice());
    text += Buffer.from(value).toString();
  }
  const body = continued(read, pieces);
  return BEGINNING.test(text) ? { ...response, body } : { ...response, body, isStrange: true };
}

async function recogniseFailure(response: WireResponse): Promise<WireResponse> {
  const pieces = response.body[Symbol.asyncIterator]();
  const read: Uint8Array[] = [];
  let length = 0;
  for (let next = await pieces.next(); !next.done; next = await pieces.next()) {
    read.push(next.value.slice());
    length += next.value.length;
    if (length > MOST_BYTES) return { ...response, body: continued(read, pieces), isStrange: true };
  }
  const { status, headers } = response;
  const text = isEventStream(headers) ? '' : Buffer.concat(read).toString();
  const body = continued(read, pieces);
  return isOfService({ status, headers, body: parseJson(text) })
    ? { ...response, body }
    : { ...response, body, isStrange: true };
}

/** A body of which some pieces were read ahead. */
async function* continued(
  read: readonly Uint8Array[],
  rest: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  try {
    yield* read;
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}
