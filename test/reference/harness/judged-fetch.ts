import errors from '../../../generated/errors.json' with { type: 'json' };
import operations from '../../../generated/operations.json' with { type: 'json' };
import { matchesContract, type TypeName } from '../../../generated/validators.js';
import { ExchangeJudge } from '../../../src/conformance/judge/exchange-judge.ts';
import { Judgement } from '../../../src/conformance/judge/judgement.ts';
import { matchOperation } from '../../../src/conformance/judge/operations.ts';

/** An exchange with the server. Its response is checked against the contract while it arrives. */
export interface JudgedResponse {
  readonly status: number;
  readonly headers: Headers;
  /** The body as it arrives. Reading it to the end completes the check, and cancelling it abandons the check. */
  readonly body: AsyncIterable<Uint8Array>;
}

export interface WireRequest {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The requirements that responses in this file's tests have exercised. */
export const exercisedRows = new Set<string>();

/** An exchange with the whole body of its response. */
export interface FinishedExchange {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly text: string;
}

let follow: ((exchange: FinishedExchange) => void) | undefined;

/** Follows the exchanges until they are followed by nobody, or by somebody else. Test files share a process. */
export function followExchanges(follower?: (exchange: FinishedExchange) => void): void {
  follow = follower;
}

/** Sends requests and throws on every response that violates the contract, so that no test can forget to check. */
export async function judgedFetch(url: string, request: WireRequest): Promise<JudgedResponse> {
  const { method, path, headers, body, signal } = request;
  const response = await fetch(`${url}${path}`, {
    method,
    headers,
    body: body ?? null,
    signal: signal ?? null,
  });
  const judgement = new Judgement();
  const judge = new ExchangeJudge(
    judgement,
    { method, path, body: body === undefined ? undefined : Buffer.from(body) },
    {},
  );
  judge.respond({ status: response.status, headers: Object.fromEntries(response.headers) });
  return { status: response.status, headers: response.headers, body: judged() };

  async function* judged(): AsyncGenerator<Uint8Array> {
    const seen: Uint8Array[] = [];
    let end: 'client' | 'server' = 'client';
    try {
      for await (const bytes of response.body ?? []) {
        judge.push(bytes);
        seen.push(bytes);
        yield bytes;
      }
      end = 'server';
    } finally {
      judge.end(end);
      for (const [id, { exercised }] of judgement.rows) if (exercised) exercisedRows.add(id);
    }
    const text = Buffer.concat(seen).toString();
    follow?.({ method, path, status: response.status, text });
    const problems = [...findings(judgement), ...contractProblems(request, response, text)];
    if (problems.length > 0) {
      throw new Error(
        `${method} ${path} answered ${response.status} and broke the contract:\n${problems.join('\n')}`,
      );
    }
  }
}

function findings({ rows }: Judgement): string[] {
  return [...rows.values()].flatMap((row) => row.findings.map((finding) => JSON.stringify(finding)));
}

/** Checks our own decisions in the contract. The judge cannot require them of other servers, but this server follows them. */
function contractProblems(
  { method, path }: WireRequest,
  { status, headers }: Response,
  text: string,
): string[] {
  const match = matchOperation(method, path.split('?')[0] ?? '');
  if (!match || headers.get('content-type')?.startsWith('text/event-stream')) return [];
  const { operationId } = match.operation;
  const responses = operations.find((operation) => operation.operationId === operationId)
    ?.responses as Record<string, TypeName>;
  const type = responses[status] ?? responses.default;
  const value: unknown = JSON.parse(text);
  const validate = type && matchesContract[type];
  if (!validate) return [`the contract has no body for ${operationId} ${status}`];
  if (!validate(value)) return [JSON.stringify(validate.errors)];
  return status < 400 ? [] : unlistedProblems(operationId, status, value as Failure);
}

interface Failure {
  readonly message_code: string;
  readonly data?: { readonly code?: string };
}

/** The codes of failures that the service document leaves open. docs/reference-server.md lists them. */
const OPEN_CODES = new Set([
  'api_v1_invalid_request',
  'api_v1_unauthenticated',
  'api_v1_forbidden',
  'api_v1_payload_too_large',
  'api_v1_too_many_turns',
  'not_dispatched',
  'outcome_unknown',
]);

/**
 * Whether a code is listed only for the blocking send. By our decision the limit of the content also applies to the stream, but its code is
 * listed only there.
 */
function isListedElsewhere(operationId: string, code: string): boolean {
  return operationId === 'streamMessage' && code === 'api_v1_content_too_long';
}

/** A failure must be a row of errors.yaml that lists the operation, or one of the open failures. */
function unlistedProblems(operationId: string, status: number, failure: Failure): string[] {
  if (OPEN_CODES.has(failure.message_code) || isListedElsewhere(operationId, failure.message_code)) return [];
  const isListed = errors.some(
    (row) =>
      row.channel === 'http' &&
      row.status === status &&
      row.message_code === failure.message_code &&
      row.operations.includes(operationId) &&
      (row.data_code === undefined || row.data_code === failure.data?.code),
  );
  return isListed ? [] : [`errors.yaml has no ${status} ${JSON.stringify(failure)} for ${operationId}`];
}
