import { isObject } from '../../../rig/script/json.ts';
import type { ModelProvider } from '../../directory/types.ts';
import { ModelFailure } from '../model.ts';

export type OpenAiProvider = Extract<ModelProvider, { kind: 'openai-compatible' }>;

/** What each kind of failure means for the turn. */
const KINDS = {
  unconfigured: { serviceCode: 'provider_not_configured', dispatched: false, isOutage: false },
  unreachable: { serviceCode: 'provider_unreachable', dispatched: false, isOutage: true },
  refused: { serviceCode: 'provider_refused', dispatched: true, isOutage: false },
  overloaded: { serviceCode: 'provider_overloaded', dispatched: true, isOutage: true },
  server_error: { serviceCode: 'provider_failed', dispatched: true, isOutage: true },
  timeout: { serviceCode: 'provider_timed_out', dispatched: true, isOutage: true },
  stream_interrupted: { serviceCode: 'provider_stream_failed', dispatched: true, isOutage: true },
  invalid_reply: { serviceCode: 'provider_reply_invalid', dispatched: true, isOutage: true },
} as const;
export type FailureKind = keyof typeof KINDS;

/** Codes of providers that declined a request or withheld a reply because of their rules on content. */
const MODERATED = /^(content_?filter|content_policy|responsible_?ai|moderation)/i;
/** Codes of overloaded providers, in an event of a stream. */
const OVERLOADED = /^(rate_limit|overloaded|too_many_requests)/i;

/** What the operator can do about a status. */
const HINTS: Readonly<Record<number, string>> = {
  401: '; check its key',
  403: '; check what its key may use',
  404: '; check its url and the name of the model',
  429: '; wait, or raise the limit at the provider',
};

/** Codes of connections that failed before anything was sent, including rejected certificates. */
const NEVER_REACHED =
  /^(?:EAI_|CERT_|ERR_TLS_CERT_|UNABLE_TO_|(?:ECONNREFUSED|ENOTFOUND|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|UND_ERR_CONNECT_TIMEOUT|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN)$)/;
const TIMED_OUT = /^(UND_ERR_(HEADERS|BODY)_TIMEOUT|ETIMEDOUT)$/;
const NOT_HTTP = /^(HPE_\w+|HTTPParserError)$/;

/**
 * Creates the failure of a provider.
 *
 * @param what completes the sentence that begins with the provider's name
 */
export function failureOf(
  provider: OpenAiProvider,
  kind: FailureKind,
  what: string,
  options?: ErrorOptions,
): ModelFailure {
  const message = `the model provider "${provider.name}" ${what}`;
  return new ModelFailure(message, { provider: provider.name, failureKind: kind, ...KINDS[kind] }, options);
}

/**
 * Explains an error of the library. The message is ours, apart from the provider's code. The provider's own text goes into the cause. Both
 * may contain the key, since a provider may quote a key that it rejects. They are masked where they leave the server.
 *
 * @param opening the text of the provider before any content
 */
export function explainError(provider: OpenAiProvider, error: unknown, opening = ''): ModelFailure {
  if (!isObject(error))
    return failureOf(provider, 'invalid_reply', 'failed in an unknown way', { cause: error });
  if (typeof error.status === 'number') return explainStatus(provider, error.status, error);
  if (error.error) return explainErrorEvent(provider, error);
  if (error.name === 'SyntaxError') {
    const cause = opening === '' ? error : quote(opening);
    return failureOf(provider, 'invalid_reply', 'sent an event that is not JSON', { cause });
  }
  return explainConnection(provider, error);
}

function explainStatus(
  provider: OpenAiProvider,
  status: number,
  error: Record<string, unknown>,
): ModelFailure {
  const code = codeOf(error);
  const answer = `${status}${code ? ` (${code})` : ''}`;
  if (status < 400) {
    const what = `answered ${answer}; redirects are not followed, so declare the url that they lead to`;
    return failureOf(provider, 'refused', what);
  }
  const cause = quoteMessage(error);
  if (status < 500 && isModerated(error)) {
    return failureOf(
      provider,
      'refused',
      `answered ${answer}: it declined the request because of its content`,
      {
        cause,
      },
    );
  }
  const kind = kindOfStatus(status);
  const hint = (kind === 'overloaded' && describeWait(error)) || (HINTS[status] ?? '');
  return failureOf(provider, kind, `answered ${answer}${hint}`, { cause });
}

/** Whether a provider declined a request because of its content, according to its code or its moderation reasons. */
function isModerated(error: Record<string, unknown>): boolean {
  if (MODERATED.test(codeOf(error) ?? '')) return true;
  const { metadata } = { ...(isObject(error.error) && error.error) };
  return isObject(metadata) && Array.isArray(metadata.reasons) && metadata.reasons.length > 0;
}

/** The form of a date in an HTTP header. */
const HTTP_DATE = /^[A-Z][a-z]{2}, [\w :]{10,24} GMT$/;

/** How long the provider asks to wait, by its header: a number of seconds, or a date. */
function describeWait({ headers }: Record<string, unknown>): string | undefined {
  const value = headers instanceof Headers ? (headers.get('retry-after') ?? '').trim() : '';
  if (/^\d{1,7}$/.test(value)) return `; it asks to wait ${Number(value)} seconds`;
  const date = HTTP_DATE.test(value) ? new Date(value) : undefined;
  if (!date || Number.isNaN(date.getTime())) return undefined;
  return `; it asks to wait until ${date.toISOString()}`;
}

function kindOfStatus(status: number): FailureKind {
  if (status === 408 || status === 504) return 'timeout';
  if (status === 429 || status === 503 || status === 529) return 'overloaded';
  return status < 500 ? 'refused' : 'server_error';
}

/** Explains an error that the provider sent as an event, after a successful status. */
export function explainErrorEvent(provider: OpenAiProvider, error: Record<string, unknown>): ModelFailure {
  const code = codeOf(error) ?? statusIn(error);
  const what = `reported an error in the middle of its reply${code ? ` (${code})` : ''}`;
  return failureOf(provider, kindOfEvent(error), what, { cause: quoteMessage(error) });
}

function kindOfEvent(error: Record<string, unknown>): FailureKind {
  if (isModerated(error)) return 'refused';
  if (OVERLOADED.test(codeOf(error) ?? '')) return 'overloaded';
  const status = statusIn(error);
  return status === undefined ? 'server_error' : kindOfStatus(status);
}

/** The status that an error in a stream would have had as an answer. */
function statusIn({ code }: Record<string, unknown>): number | undefined {
  return Number.isInteger(code) && Number(code) >= 400 && Number(code) < 600 ? Number(code) : undefined;
}

function explainConnection(provider: OpenAiProvider, error: Record<string, unknown>): ModelFailure {
  const codes = codesOf(error);
  const [code] = codes;
  const unreached = codes.find((each) => NEVER_REACHED.test(each));
  const fail = (kind: FailureKind, what: string) => failureOf(provider, kind, what, { cause: error });
  if (unreached) {
    return fail('unreachable', `cannot be reached (${unreached}); check its url, and that it runs`);
  }
  if (codes.some((each) => TIMED_OUT.test(each))) return fail('timeout', 'stopped responding');
  if (codes.some((each) => NOT_HTTP.test(each))) {
    return fail('invalid_reply', 'does not speak HTTP; check its url');
  }
  return fail('stream_interrupted', `broke off the connection${code ? ` (${code})` : ''}`);
}

/** The codes of an error and of its causes, outermost first. Errors of the HTTP parser often have a name and no code. */
function codesOf(error: unknown): string[] {
  const codes: string[] = [];
  let current = error;
  for (let depth = 0; depth < 5 && isObject(current); depth++) {
    if (isShortCode(current.code)) codes.push(current.code);
    else if (current.name === 'HTTPParserError') codes.push(current.name);
    current = Array.isArray(current.errors) ? current.errors[0] : current.cause;
  }
  return codes;
}

/** The provider's own error code, if it is a single word that is safe in a message. */
function codeOf(error: Record<string, unknown>): string | undefined {
  return [error.code, error.type].find(isShortCode);
}

function isShortCode(value: unknown): value is string {
  return typeof value === 'string' && /^[A-Za-z][\w.-]{0,39}$/.test(value);
}

function quoteMessage({ message }: Record<string, unknown>): Error {
  return quote(typeof message === 'string' ? message : '');
}

/** Quotes the provider's text as a cause for the log, which masks and shortens it. */
export function quote(text: string): Error {
  return new Error(`the provider wrote: ${text}`);
}
