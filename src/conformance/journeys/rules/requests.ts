import type { RequirementId } from '../../../../generated/ids.d.ts';
import { listOperations } from '../../judge/operations.ts';
import { isRefusalStatus } from '../../judge/status.ts';
import { loadFailures } from '../../registry/failures.ts';
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

/** The statuses by which the service says that it does not take a request as it is. */
const NOT_TAKEN = new Set([400, 404, 405, 413, 414, 415, 422]);

interface RequestRows {
  /** The row about the forms of an operation's requests, by the operation. */
  readonly forms: ReadonlyMap<string, RequirementId>;
  /** The refusals that the contract lists. Those that are not a client's fault have no row. */
  readonly refusals: readonly {
    readonly status: number;
    readonly code: string | undefined;
    readonly row: RequirementId | undefined;
  }[];
}

let rows: RequestRows | undefined;

function loadRequestRows(): RequestRows {
  if (rows) return rows;
  const ids = new Set(loadRows().requirements.map(({ id }) => id));
  const rowOf = (id: string) => (ids.has(id) ? (id as RequirementId) : undefined);
  rows = {
    forms: new Map(
      listOperations().flatMap(({ operationId }) => {
        const name = operationId.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
        const row = rowOf(`requests.${name}.types`);
        return row ? [[operationId, row]] : [];
      }),
    ),
    refusals: loadFailures().flatMap(({ id, status = 0, message_code: code }) =>
      isRefusalStatus(status)
        ? [{ status, code, row: NO_FAULT.has(id) ? undefined : rowOf(`errors.${id}.answer`) }]
        : [],
    ),
  };
  return rows;
}

/** The service takes every request. A refusal is the client's fault, but for those that the journey or the course of a turn explains. */
export const requestsTaken: Rule = {
  get rows() {
    const { forms, refusals } = loadRequestRows();
    return [...forms.values(), ...refusals.flatMap(({ row }) => row ?? [])];
  },
  look({ seen, journey }) {
    const { forms, refusals } = loadRequestRows();
    const provoked = new Set(journey.happenings?.map(({ answer }) => answer?.status));
    return seen.flatMap((request): ClientClaim[] => {
      const { operation, exchange, isSuccess, code } = request;
      const { status = 0 } = exchange;
      if (operation === undefined || provoked.has(status)) return [];
      const form = forms.get(operation);
      if (isSuccess) return form && request.sent !== undefined ? [taken(form, request)] : [];
      const listed = refusals.find((each) => each.status === status && each.code === code);
      if (listed) return listed.row && !isOtherEndpoint(request, seen) ? [refused(listed.row, request)] : [];
      return form && NOT_TAKEN.has(status) && code !== undefined ? [refused(form, request)] : [];
    });
  },
};

/** Whether a key was sent to the other send before. The contract does not say whether that is a conflict (A-62). */
function isOtherEndpoint({ key, operation, exchange }: Seen, seen: readonly Seen[]): boolean {
  const first = seen.find((other) => other.key !== undefined && other.key === key);
  return first !== undefined && first.exchange.number < exchange.number && first.operation !== operation;
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
