import type { CallFailure, CallOptions, ClientOptions, ObservedRequest } from './options.ts';

/** Each level includes those before it. */
const LEVELS = ['off', 'error', 'warn', 'info', 'debug'] as const;
const VARIABLE = 'CONVERSATION_API_LOG';

/** Which lines are written. `error`: failed calls; `warn`: repeats too; `info`: responses too; `debug`: requests too. */
export type LogLevel = (typeof LEVELS)[number];

/** Where the lines go: `console`, a logger such as pino, or your own object. Lines of a missing method are left out. */
export interface Logger {
  /** A call or a turn has failed for good. */
  error?(line: string): void;
  /** A request has failed and is repeated. */
  warn?(line: string): void;
  /** A response has arrived. */
  info?(line: string): void;
  /** A request is about to be sent. */
  debug?(line: string): void;
}

/** Options of `withLog`. */
export interface LogOptions {
  /**
   * Which lines are written.
   * @default the environment variable CONVERSATION_API_LOG, and without it `warn`
   */
  readonly level?: LogLevel | undefined;
  /**
   * Where the lines go.
   * @default console
   */
  readonly logger?: Logger | undefined;
}

/**
 * Adds a log to the options of a client or of a call: `createClient(withLog({ baseUrl, token }))`. Hooks of these options are still called.
 *
 * Each line names the request by its path in the contract, or the path that you gave to `client.request`, and a failure by its status, kind,
 * code and request id. No line has a token, a body, a header, or a text of the service, which may repeat what a person wrote.
 * @throws TypeError when `level` is not a level. An unknown level in the environment is reported by a line, and `warn` applies.
 */
export function withLog<Options extends ClientOptions | CallOptions>(
  options: Options,
  { logger = globalThis.console, level = levelOfEnvironment(logger) }: LogOptions = {},
): Options {
  const last = LEVELS.indexOf(level);
  if (last < 0) throw new TypeError(`level cannot be ${level}: it is one of ${LEVELS.join(', ')}`);
  const write = (own: Exclude<LogLevel, 'off'>, { method, path }: Named, text: string) => {
    if (LEVELS.indexOf(own) <= last) logger[own]?.(`${method} ${path}: ${text}`);
  };
  return {
    ...options,
    onRequest(request) {
      options.onRequest?.(request);
      write('debug', request, 'sent');
    },
    onResponse(ended) {
      const { request, response, duration } = ended;
      if (response) write('info', request, `${response.status} in ${Math.round(duration)} ms`);
      options.onResponse?.(ended);
    },
    onRetry(retry) {
      write('warn', retry.request, `${describe(retry)}; sent again in ${Math.round(retry.delay)} ms`);
      options.onRetry?.(retry);
    },
    onFailure(failure) {
      write('error', failure.request, describe(failure));
      options.onFailure?.(failure);
    },
  };
}

type Named = Pick<ObservedRequest, 'method' | 'path'>;

/** What the service reports can have any text. What the client finds has a text of the client. */
function describe({ request, error }: CallFailure): string {
  const { channel, status, kind, messageCode, requestId, message } = error;
  if (!channel) return message.replace(`${request.method} ${request.path}: `, '');
  const code = /^\w{1,64}$/.test(messageCode ?? '') && ` (${messageCode})`;
  return `${status ?? 'message.error'} ${kind}${code || ''}${requestId ? `, request ${requestId}` : ''}`;
}

function levelOfEnvironment(logger: Logger): LogLevel {
  const level = readEnvironment() || 'warn';
  if (LEVELS.includes(level as LogLevel)) return level as LogLevel;
  logger.warn?.(`${VARIABLE} cannot be ${level}: it is one of ${LEVELS.join(', ')}`);
  return 'warn';
}

function readEnvironment(): string | undefined {
  try {
    return (globalThis as { readonly process?: Partial<NodeJS.Process> }).process?.env?.[VARIABLE];
  } catch {
    // Deno without the permission to read it.
    return undefined;
  }
}
