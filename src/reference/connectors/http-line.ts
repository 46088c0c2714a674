import { setImmediate } from 'node:timers/promises';
import { type RequestId, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import { BOUNDS } from './bounds.ts';
import type { Line } from './line.ts';

/** The connector sent a larger message or response than the server accepts. */
class MessageTooLarge extends Error {
  readonly code = 'message-too-large';

  constructor() {
    super(`The message has more than ${BOUNDS.messageSize} bytes.`);
  }
}

/** Opens a line to a server over Streamable HTTP. @param headers sent with every request */
export function openHttpLine(url: string, headers: Readonly<Record<string, string>>): Line {
  let needsSignIn = false;
  let sentTooMuch = false;
  const onTooMuch = (method?: string) => {
    // A stream that belongs to no request is opened again, so the line does not break.
    sentTooMuch ||= method === 'POST';
  };
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    fetch: async (address, init) => {
      const response = await fetchBounded(address, init, () => onTooMuch(init?.method));
      needsSignIn = response.status === 401 && response.headers.has('www-authenticate');
      return response;
    },
    requestInit: {
      // Following a redirect would send the headers to another server.
      redirect: 'manual',
      headers: { ...headers },
    },
  });
  const cancellations = new Set<Promise<void>>();
  closeWhenUnanswered(transport);
  rememberCancellations(transport, cancellations);
  return {
    transport,
    leave: async () => {
      await Promise.allSettled(cancellations);
      await transport.terminateSession();
    },
    needsSignIn: () => needsSignIn,
    sentTooMuch: () => sentTooMuch,
    lastWords: () => '',
  };
}

/** Fetches a response. Its body fails beyond the size limit, since the streams of a session may be endless. */
async function fetchBounded(
  url: string | URL,
  init: RequestInit | undefined,
  onTooMuch: () => void,
): Promise<Response> {
  const response = await fetch(url, init);
  if (!response.body) return response;
  let left: number = BOUNDS.messageSize;
  const bound = new TransformStream<Uint8Array, Uint8Array>({
    async transform(chunk, controller) {
      left -= chunk.length;
      if (left < 0) {
        onTooMuch();
        return controller.error(new MessageTooLarge());
      }
      // A chunk can hold hundreds of messages, and other requests wait while they are read.
      for (let at = 0; at < chunk.length; at += BOUNDS.pieceSize) {
        if (at > 0) await setImmediate();
        controller.enqueue(chunk.subarray(at, at + BOUNDS.pieceSize));
      }
    },
  });
  const { status, statusText, headers } = response;
  return new Response(response.body.pipeThrough(bound), { status, statusText, headers });
}

/**
 * Closes the transport when the stream of a response ends without the answer. The SDK would keep waiting, and the turn
 * would wait with it until its deadline.
 */
function closeWhenUnanswered(transport: Transport): void {
  const unanswered = new Set<RequestId>();
  const send = transport.send.bind(transport);
  // The client preserves this listener and calls it before its own.
  transport.onmessage = (message) => {
    if (!('method' in message) && message.id !== undefined) unanswered.delete(message.id);
  };
  transport.send = async (message, options) => {
    if (!('method' in message && 'id' in message)) return send(message, options);
    unanswered.add(message.id);
    const onRequestStreamEnd = () => {
      options?.onRequestStreamEnd?.();
      if (unanswered.has(message.id)) void transport.close();
    };
    return send(message, { ...options, onRequestStreamEnd });
  };
}

/** Tracks the cancellations that are being sent, because closing the transport would abort them. */
function rememberCancellations(transport: Transport, cancellations: Set<Promise<void>>): void {
  const send = transport.send.bind(transport);
  transport.send = (message, options) => {
    const sending = send(message, options);
    if ('method' in message && message.method === 'notifications/cancelled') {
      const settled = sending.catch(() => {}).finally(() => cancellations.delete(settled));
      cancellations.add(settled);
    }
    return sending;
  };
}
