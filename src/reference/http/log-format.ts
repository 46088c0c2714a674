import { inspect } from 'node:util';
import type { FastifyServerOptions } from 'fastify';
import { maskLine } from '../../secrets/index.ts';
import { listCauses } from '../causes.ts';
import type { MaskSecrets } from '../secrets/secret-mask.ts';
import { LogQueue, type LogStream } from './log-queue.ts';

export type LogFormat = 'json' | 'pretty' | 'none';

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
  const isColored = target.isTTY === true && !process.env.NO_COLOR;
  return {
    level: 'info',
    base: null,
    stream: new LogQueue(target, format === 'pretty' ? await prettyFormat(isColored) : (line) => line),
    serializers: { err: (error: unknown) => describeError(error, mask) },
    // A second safeguard: no line contains headers, and if one ever does, they are masked.
    redact: { paths: ['headers', 'authorization', '*.headers', '*.authorization'], censor: REDACTED },
    hooks: { streamWrite: (line) => maskLine(line, REDACTED) },
  };
}

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
async function prettyFormat(colorize: boolean): Promise<(line: string) => string> {
  const { prettyFactory } = await import('pino-pretty');
  return prettyFactory({
    colorize,
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
}

/** Local time with milliseconds. The formatter's own version takes a quarter of the time that a line takes. */
function timeOfDay(date: Date): string {
  return `${date.toTimeString().slice(0, 8)}.${String(date.getMilliseconds()).padStart(3, '0')}`;
}
