import type { DriveLimits } from './limits.ts';
import { isAboutProxy } from './proxies.ts';
import { errors } from './undici.ts';
import { TransportFailure } from './wire.ts';

const UNREACHABLE: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_PRX_CONN',
  'UND_ERR_PRX_TLS',
]);

/** What a TLS library reports when the response is not TLS. */
const NOT_TLS = /WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|wrong version number|packet length too long/;

/** What a TLS library reports when the server accepts no version of HTTP that the suite speaks. */
const NO_COMMON_HTTP = /NO_APPLICATION_PROTOCOL|no application protocol/;

/** What undici reports when a proxy refuses to open a tunnel. */
const PROXY_STATUS = /Proxy response \((\d{3})\)|Proxy Authentication Required \((407)\)/;

/** Parts of the error codes for untrusted certificates. */
const UNTRUSTED = /CERT|UNABLE_TO_|ERR_TLS_/;

/** What undici reports when a connection is closed before the last chunk of a body, as a proxy does that gives up in the middle. */
const CLOSED_EARLY = /\(Invalid EOF state\)/;

/** Explains in one line why there is no complete response. */
export function explainFailure(error: unknown, limits: DriveLimits): TransportFailure {
  if (error instanceof TransportFailure) return error;
  const cause = rootOf(error);
  const { code } = cause;
  const message = cause.message.slice(0, 300);
  const fail = (problem: TransportFailure['problem'], text: string) =>
    new TransportFailure(problem, text, { cause: error });
  const [, refused, proxyStatus = refused] = PROXY_STATUS.exec(message) ?? [];
  if (proxyStatus !== undefined) {
    const hint =
      proxyStatus === '407'
        ? 'it wants a name and a password: http://NAME:PASSWORD@HOST:PORT'
        : 'look at its log';
    return fail('unreachable', `the proxy of HTTP_PROXY or HTTPS_PROXY answered ${proxyStatus}; ${hint}`);
  }
  if (NO_COMMON_HTTP.test(code ?? '') || NO_COMMON_HTTP.test(message))
    return fail(
      'unreachable',
      'the target does not speak HTTP/1.1, only HTTP/2; allow HTTP/1.1 there, or put a proxy before it',
    );
  if (UNREACHABLE.has(code) && isAboutProxy(cause))
    return fail('unreachable', `the proxy of HTTP_PROXY or HTTPS_PROXY cannot be reached: ${message}`);
  if (UNREACHABLE.has(code)) return fail('unreachable', `the target cannot be reached: ${message}`);
  if (NOT_TLS.test(code ?? '') || NOT_TLS.test(message))
    return fail(
      'unreachable',
      'the target does not speak TLS at this port; write http:// instead of https://',
    );
  if (code !== undefined && UNTRUSTED.test(code)) {
    return fail(
      'unreachable',
      `the target's certificate is not trusted: ${message}; --ca FILE adds certificates to trust`,
    );
  }
  if (cause instanceof errors.HeadersOverflowError)
    return fail('too-large', `the head of the response has more than ${limits.headerBytes} bytes`);
  if (CLOSED_EARLY.test(message))
    return fail('broken', 'the response broke off: the connection was closed before its end');
  if (cause instanceof errors.HTTPParserError)
    return fail('broken', `the target sent an invalid HTTP/1.1 response: ${message}`);
  return fail('broken', `the response broke off: ${message}`);
}

/** Connecting to several addresses can fail with an AggregateError that has no message. */
function rootOf(error: unknown): NodeJS.ErrnoException {
  const [first] = error instanceof AggregateError ? error.errors : [];
  if (first !== undefined) return rootOf(first);
  return error instanceof Error ? error : new Error(String(error));
}
