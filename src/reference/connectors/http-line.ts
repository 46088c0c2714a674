import { type RequestId, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import { BOUNDS } from './bounds.ts';
import type { Line } from './line.ts';
import { MessageTooLarge } from './message-too-large.ts';

/** A server that is reached over Streamable HTTP, with a bearer token if it wants one. */
export function openHttpLine(url: string, token: string | undefined): Line {
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    fetch: fetchBounded,
    requestInit: {
      // A redirect would carry the token to wherever the server points.
      redirect: 'manual',
      ...(token !== undefined && { headers: { authorization: `Bearer ${token}` } }),
    },
  });
  const cancellations = new Set<Promise<void>>();
  closeWhenUnanswered(transport);
  rememberCancellations(transport, cancellations);
  return {
    transport,
    negotiates: true,
    leave: async () => {
      await Promise.allSettled(cancellations);
      await transport.terminateSession();
    },
    lastWords: () => '',
  };
}

/** The streams of a session may be endless, but none is read further than the bound. */
async function fetchBounded(url: string | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(url, init);
  if (!response.body) return response;
  let left: number = BOUNDS.messageSize;
  const bound = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      left -= chunk.length;
      if (left >= 0) controller.enqueue(chunk);
      else controller.error(new MessageTooLarge());
    },
  });
  const { status, statusText, headers } = response;
  return new Response(response.body.pipeThrough(bound), { status, statusText, headers });
}

/**
 * Closes the transport when the stream of a response ends without the answer. The SDK would go on waiting, and with it
 * the turn until its last minute.
 */
function closeWhenUnanswered(transport: Transport): void {
  const unanswered = new Set<RequestId>();
  const send = transport.send.bind(transport);
  // The client keeps this listener, and calls it before its own.
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

/** Keeps the cancellations that are on their way, since closing the transport would recall them. */
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
