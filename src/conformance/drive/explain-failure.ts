import type { DriveLimits } from './limits.ts';
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

/** How the codes of certificates begin or end that were not believed. */
const UNTRUSTED = /CERT|UNABLE_TO_|ERR_TLS_/;

/** Says in one line why there is no whole response. */
export function explainFailure(error: unknown, limits: DriveLimits): TransportFailure {
  if (error instanceof TransportFailure) return error;
  const cause = rootOf(error);
  const { code, name } = cause;
  const message = cause.message.slice(0, 300);
  const fail = (problem: TransportFailure['problem'], text: string) =>
    new TransportFailure(problem, text, { cause: error });
  if (UNREACHABLE.has(code)) return fail('unreachable', `the target cannot be reached: ${message}`);
  if (code !== undefined && UNTRUSTED.test(code)) {
    return fail(
      'unreachable',
      `the target's certificate is not trusted: ${message}; --ca FILE names whom to trust`,
    );
  }
  if (name === 'TimeoutError')
    return fail('timeout', `the exchange was not over after ${seconds(limits.total)}`);
  if (cause instanceof errors.HeadersOverflowError)
    return fail('too-large', `the head of the response has more than ${limits.headerBytes} bytes`);
  if (cause instanceof errors.HTTPParserError)
    return fail('broken', `the response is no HTTP/1.1: ${message}`);
  return fail('broken', `the response broke off: ${message}`);
}

/** An attempt at several addresses fails with an error that has no text of its own. */
function rootOf(error: unknown): NodeJS.ErrnoException {
  const [first] = error instanceof AggregateError ? error.errors : [];
  if (first !== undefined) return rootOf(first);
  return error instanceof Error ? error : new Error(String(error));
}

function seconds(milliseconds: number): string {
  return `${milliseconds / 1000} s`;
}
