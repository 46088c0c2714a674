import { randomUUID } from 'node:crypto';
import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { ApiFailure } from '../failures/api-failure.ts';
import { renderFailure } from '../failures/render.ts';
import type { HttpLimits } from './limits.ts';
import { methodNotAllowed, refusalOf } from './refusals.ts';
import type { RequestLog } from './request-log.ts';
import { JSON_HEADERS } from './response.ts';

/** Node keeps the current response on its socket. Node's own error handling reads it too. */
type HttpSocket = Socket & { readonly _httpMessage?: ServerResponse | null };

/**
 * Answers bytes that are not a valid request: malformed, too large or too slow. Node gives them no response object, so a whole
 * response is written to the connection, which is then closed.
 */
export function refuseBytes(
  error: NodeJS.ErrnoException,
  socket: Duplex,
  limits: HttpLimits,
  log: RequestLog | undefined,
): void {
  // The parser reports more errors while the connection stays open after the refusal.
  if (socket.writableEnded) return;
  const isUnderway = (socket as HttpSocket)._httpMessage?.headersSent === true;
  if (!socket.writable || isUnderway || isBroken(error)) {
    socket.destroy();
    return;
  }
  const failure = refusalOf(error.code, limits);
  endWith(socket, failure, log, error.code);
  // The rest of a late body could still arrive, and the request must not run after it was refused. Malformed bytes cannot run.
  if (failure.status === 408) (socket as Socket).destroySoon();
  else linger(socket, limits.lingerTimeout);
}

/** Refuses CONNECT, which Node passes on as a bare connection. */
export function refuseTunnel(socket: Duplex, log: RequestLog | undefined): void {
  socket.on('error', () => socket.destroy());
  endWith(socket, methodNotAllowed([]), log, 'CONNECT');
  (socket as Socket).destroySoon();
}

function isBroken({ code }: NodeJS.ErrnoException): boolean {
  return code === 'ECONNRESET' || code === 'EPIPE';
}

function endWith(socket: Duplex, failure: ApiFailure, log: RequestLog | undefined, reason = 'unknown'): void {
  const requestId = randomUUID();
  socket.end(rawResponse(failure, requestId));
  log?.refused(requestId, failure.status, reason);
}

function rawResponse(failure: ApiFailure, requestId: string): string {
  const body = JSON.stringify(renderFailure(failure, requestId));
  const headers = {
    ...JSON_HEADERS,
    'content-length': Buffer.byteLength(body),
    ...(failure.status === 405 && { allow: '' }),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${failure.status} ${STATUS_CODES[failure.status]}\r\n${lines.join('')}\r\n${body}`;
}

/**
 * Reads and discards for a while. To close with bytes unread would reset the connection, and the client could lose the answer that
 * explains the refusal.
 */
function linger(socket: Duplex, milliseconds: number): void {
  setTimeout(() => socket.destroy(), milliseconds).unref();
  socket.resume();
}
