import type { RequirementId } from '../../../../generated/ids.d.ts';
import { readGenerated } from '../../generated.ts';
import { isRefusalStatus } from '../../judge/status.ts';
import { loadRows } from '../../registry/registry.ts';
import type { Seen } from '../seen.ts';
import type { ClientClaim, Rule } from './rule.ts';

/** Refusals that say nothing against a request: the client could not know, or another rule judges what led to them. */
const NO_FAULT = new Set([
  'idempotency-key-required',
  'turn-in-progress',
  'chat-busy',
  'action-not-pending',
  'action-not-found',
  'decision-rejected',
  'outcome-unknown',
  'not-found',
]);

interface ErrorRow {
  readonly id: string;
  readonly status?: number;
  readonly message_code: string;
}

let refusals: readonly ErrorRow[] | undefined;

function listRefusals(): readonly ErrorRow[] {
  refusals ??= readGenerated<readonly ErrorRow[]>('errors.json').filter(({ status = 0 }) =>
    isRefusalStatus(status),
  );
  return refusals;
}

/** The statuses by which the service says that it does not take a request as it is. */
const NOT_TAKEN = new Set([400, 404, 405, 413, 414, 415, 422]);

/** The service takes every request. A refusal is the client's fault, but for those that the journey or the course of a turn explains. */
export const requestsTaken: Rule = ({ seen, journey }) => {
  const provoked = new Set(journey.happenings?.map(({ answer }) => answer?.status));
  return seen.flatMap((request): ClientClaim[] => {
    const { operation, exchange, isSuccess, code } = request;
    const { status = 0 } = exchange;
    if (operation === undefined || provoked.has(status)) return [];
    const own = rowOfRequest(operation);
    if (isSuccess) return own && request.sent !== undefined ? [taken(own, request)] : [];
    const known = listRefusals().find((row) => row.status === status && row.message_code === code);
    if (known && (NO_FAULT.has(known.id) || isOtherEndpoint(request, seen))) return [];
    if (known) return [refused(`errors.${known.id}.answer` as RequirementId, request)];
    return own && NOT_TAKEN.has(status) && request.code !== undefined ? [refused(own, request)] : [];
  });
};

/** Whether a key was sent to the other send before. The contract does not say whether that is a conflict (A-62). */
function isOtherEndpoint({ key, operation, exchange }: Seen, seen: readonly Seen[]): boolean {
  const first = seen.find((other) => other.key !== undefined && other.key === key);
  return first !== undefined && first.exchange.number < exchange.number && first.operation !== operation;
}

/** The row about the forms of an operation's requests, if there is one. */
function rowOfRequest(operation: NonNullable<Seen['operation']>): RequirementId | undefined {
  const name = operation.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const id = `requests.${name}.types`;
  return loadRows().requirements.some((row) => row.id === id) ? (id as RequirementId) : undefined;
}

function taken(row: RequirementId, at: Seen): ClientClaim {
  return { row, isMet: true, at, expected: '', actual: '' };
}

function refused(row: RequirementId, at: Seen): ClientClaim {
  const { status } = at.exchange;
  const { message } = at.answer;
  return {
    row,
    isMet: false,
    at,
    expected: 'a request that the service takes',
    actual: `${status} ${at.code}${typeof message === 'string' ? `: ${message}` : ''}`,
  };
}
