import { inspect } from 'node:util';
import type { FastifyServerOptions } from 'fastify';
import { maskLine } from '../../secrets/index.ts';
import { listCauses } from '../causes.ts';
import type { MaskSecrets } from '../secrets/secret-mask.ts';

export type LogFormat = 'json' | 'pretty' | 'none';

/** Receives the lines of the log. It may throw or emit `error`: logging is best effort. */
export interface LogStream {
  write(text: string): unknown;
  on?(event: 'error', listener: () => void): unknown;
  off?(event: 'error', listener: () => void): unknown;
  readonly isTTY?: boolean;
}

/** Maximum number of characters of an error's message or stack in the log. */
const LONGEST_TEXT = 8000;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern finds control characters
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/** @returns the options of Fastify's logger; false for `none`, so that logging costs nothing */
export async function loggerOptions(
  format: LogFormat,
  target: LogStream,
  mask: MaskSecrets,
): Promise<NonNullable<FastifyServerOptions['logger']>> {
  if (format === 'none') return false;
  const to = bestEffort(target);
  return {
    level: 'info',
    base: null,
    stream: format === 'pretty' ? await prettyStream(to) : to,
    serializers: { err: (error: unknown) => describeError(error, mask) },
    // A second safeguard: no line contains headers, and if one ever does, they are masked.
    redact: { paths: ['headers', 'authorization', '*.headers', '*.authorization'], censor: REDACTED },
    hooks: { streamWrite: (line) => maskLine(line, REDACTED) },
  };
}

/**
 * Drops the lines that cannot be written, because a closed pipe or a full disk must not fail a request. Later lines are still tried: the
 * disk may have room by then.
 */
function bestEffort(target: LogStream): LogStream {
  // One function for all servers of a process. If it were not removed first, each server would add a listener to standard output.
  target.off?.('error', dropLine);
  target.on?.('error', dropLine);
  return {
    isTTY: target.isTTY === true,
    write(text) {
      try {
        target.write(text);
      } catch {
        dropLine();
      }
    },
  };
}

function dropLine(): void {}

const REDACTED = '[redacted]';

/** Logs name, message, stack and causes only, because other members of an error may hold whole requests. */
function describeError(error: unknown, mask: MaskSecrets) {
  const { name, message, stack } =
    error instanceof Error ? error : new Error(`not an error: ${inspect(error)}`);
  const [, ...causes] = listCauses(error, mask);
  return {
    type: name,
    message: printable(mask(message)),
    stack: printable(mask(stack ?? '')),
    ...(causes.length > 0 && { causes }),
  };
}

/** An error may quote a client's text, and a terminal would execute the control characters in it. */
function printable(text: string): string {
  return text.slice(0, LONGEST_TEXT).replaceAll(CONTROL, '?');
}

/** Formats lines for a terminal. The formatter is loaded only when needed. */
async function prettyStream(to: LogStream): Promise<LogStream> {
  const { prettyFactory } = await import('pino-pretty');
  const format = prettyFactory({
    colorize: to.isTTY === true && !process.env.NO_COLOR,
    ignore: 'method,route,status,ms',
    singleLine: true,
    translateTime: false,
    customPrettifiers: { time: (time) => `[${timeOfDay(new Date(Number(time)))}]` },
    messageFormat: (line, key) =>
      'method' in line
        ? [line[key], line.method, line.route, line.status, 'ms' in line ? `${line.ms} ms` : undefined]
            .filter((part) => part !== undefined)
            .join(' ')
        : String(line[key]),
  });
  return { write: (line) => to.write(format(line)) };
}

/** Local time with milliseconds. The formatter's own version takes a quarter of the time that a line takes. */
function timeOfDay(date: Date): string {
  return `${date.toTimeString().slice(0, 8)}.${String(date.getMilliseconds()).padStart(3, '0')}`;
}
