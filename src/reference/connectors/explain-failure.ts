import { ProtocolError, SdkError, SdkErrorCode, SdkHttpError } from '@modelcontextprotocol/client';
import type { DeclaredConnector } from '../directory/types.ts';
import { BOUNDS } from './bounds.ts';
import { ConnectorFailure, SessionForgotten, SignInRequired } from './connectors.ts';
import type { Line } from './line.ts';

/** Explanations of errors that do not come from the SDK, by error code. */
const OTHER_ERRORS: Readonly<Record<string, string>> = {
  EACCES: 'cannot be started, since its command is not executable',
  ECONNREFUSED: 'cannot be reached, since nothing listens at its URL',
  ECONNRESET: 'broke the connection',
  ENOENT: 'cannot be started, since its command was not found',
  ENOTFOUND: 'cannot be reached, since the host of its URL was not found',
  ETIMEDOUT: 'cannot be reached in time',
};

const TOO_MUCH = `sent a message or response of more than ${BOUNDS.messageSize / 1e6} MB`;
const NO_ANSWER = 'did not answer in time';
const SDK_ERRORS: Readonly<Partial<Record<SdkErrorCode, string>>> = {
  [SdkErrorCode.ConnectionClosed]: 'closed the connection',
  [SdkErrorCode.NotConnected]: 'closed the connection',
  [SdkErrorCode.RequestTimeout]: NO_ANSWER,
};

/** Statuses that a server sends when it does not know the session of a request. */
const FORGETTING = new Set([400, 404]);

/** Statuses of a URL that is not an endpoint of Streamable HTTP. It may be an endpoint of the older transport. */
const NO_ENDPOINT = new Set([404, 405]);
const OLDER_TRANSPORT =
  ' (HTTP+SSE, the predecessor of Streamable HTTP, is not supported; declare the URL of a Streamable HTTP endpoint)';

/**
 * Explains in one line what went wrong with a connector. The line reaches clients, so it repeats neither the connector's own message nor
 * its address or command. These are in the error's cause.
 *
 * @param lines the lines to the server. The cause quotes the last one that wrote to standard error
 */
export function explainFailure(
  { name }: DeclaredConnector,
  error: unknown,
  lines: readonly Line[],
): ConnectorFailure {
  if (error instanceof ConnectorFailure) return error;
  if (error instanceof SdkHttpError && error.status === 401 && lines.some((line) => line.needsSignIn())) {
    const needed = `The connector ${JSON.stringify(name)} needs a person to sign in (HTTP 401).`;
    return new SignInRequired(needed, { cause: error });
  }
  const lastWords = lines.findLast((line) => line.lastWords() !== '')?.lastWords();
  const what = lines.some((line) => line.sentTooMuch()) ? TOO_MUCH : whatHappened(error);
  const line = `The connector ${JSON.stringify(name)} ${what}; check its entry in the seed, and that its server runs.`;
  const cause = lastWords ? new Error(`Standard error ended with: ${lastWords}`, { cause: error }) : error;
  const hasForgotten = error instanceof SdkHttpError && FORGETTING.has(error.status);
  return hasForgotten ? new SessionForgotten(line, { cause }) : new ConnectorFailure(line, { cause });
}

function whatHappened(error: unknown): string {
  if (error instanceof SdkHttpError) return describeStatus(error.status);
  if (error instanceof SdkError) return SDK_ERRORS[error.code] ?? describeMisfit(error);
  if (error instanceof Error && error.name === 'TimeoutError') return NO_ANSWER;
  if (error instanceof ProtocolError) return `refused with the error ${error.code}`;
  const code = codeOf(error);
  return (code && OTHER_ERRORS[code]) ?? `cannot be used${code ? ` (${code})` : ''}`;
}

/** Explains the cause of an SDK error. An error without a cause counts as a violation of the protocol. */
function describeMisfit({ code, cause }: SdkError): string {
  return cause instanceof Error ? whatHappened(cause) : `does not speak MCP as expected (${code})`;
}

function describeStatus(status: number): string {
  if (status === 401 || status === 403) return `did not accept its token (HTTP ${status})`;
  if (status >= 300 && status < 400) return `sent a redirect (HTTP ${status}), which is not followed`;
  return `answered with HTTP ${status}${NO_ENDPOINT.has(status) ? OLDER_TRANSPORT : ''}`;
}

/** The code of an error or of its cause, since fetch wraps errors. */
function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('code' in error && typeof error.code === 'string') return error.code;
  return codeOf(error.cause);
}
