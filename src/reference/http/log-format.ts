import { inspect } from 'node:util';
import type { FastifyServerOptions } from 'fastify';

export type LogFormat = 'json' | 'pretty' | 'none';

/** Where lines of the log go. */
export interface LogStream {
  write(text: string): unknown;
  readonly isTTY?: boolean;
}

const LONGEST_TEXT = 8000;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/** Options of Fastify's logger. False turns it off, and with it what it costs. */
export async function loggerOptions(
  format: LogFormat,
  to: LogStream,
): Promise<NonNullable<FastifyServerOptions['logger']>> {
  if (format === 'none') return false;
  return {
    level: 'info',
    base: null,
    stream: format === 'pretty' ? await prettyStream(to) : to,
    serializers: { err: describeError },
    // A second wall: no line is given a header, and if one ever is, it says nothing.
    redact: { paths: ['headers', 'authorization', '*.headers', '*.authorization'], censor: REDACTED },
    hooks: { streamWrite: (line) => line.replaceAll(BEARER, `Bearer ${REDACTED}`) },
  };
}

const REDACTED = '[redacted]';
const BEARER = /\bbearer\s+[^\s"\\,]+/gi;

/** Only what tells where the defect is: an error may carry whole requests as other members. */
function describeError(error: unknown) {
  const { name, message, stack } =
    error instanceof Error ? error : new Error(`not an error: ${inspect(error)}`);
  return { type: name, message: printable(message), stack: printable(stack ?? '') };
}

/** An error may quote what came from outside, and a person's terminal would obey it. */
function printable(text: string): string {
  return text.slice(0, LONGEST_TEXT).replaceAll(CONTROL, '?');
}

/** Loaded only when asked for: it serves a person at a terminal. */
async function prettyStream(to: LogStream): Promise<LogStream> {
  const { prettyFactory } = await import('pino-pretty');
  const format = prettyFactory({
    colorize: to.isTTY === true && !process.env.NO_COLOR,
    ignore: 'method,route,status,ms',
    singleLine: true,
    messageFormat: (line, key) =>
      'method' in line
        ? [line[key], line.method, line.route, line.status, 'ms' in line ? `${line.ms} ms` : undefined]
            .filter((part) => part !== undefined)
            .join(' ')
        : String(line[key]),
  });
  return { write: (line) => to.write(format(line)) };
}
