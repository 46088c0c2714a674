import type { OpenPointId, Scope } from '../../../generated/ids.d.ts';
import type { Operation } from '../../../generated/operations.d.ts';
import type { Body } from '../decorators/requests.ts';

/** A failure returned by the sound server. */
export interface Failure {
  /** Undefined for a route that the contract does not have. */
  readonly operation: Operation | undefined;
  readonly parameters: readonly string[];
  readonly query: URLSearchParams;
  readonly status: number;
  readonly body: Body;
}

/** Failures for which no statement decides the status, the code or the body. */
export interface UndecidedFailure {
  readonly name: string;
  readonly openPoint: OpenPointId;
  matches(failure: Failure): boolean;
}

const WELL_FORMED = /^(?:[1-9]\d{0,9}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;

const withCode =
  (...codes: readonly string[]) =>
  ({ body }: Failure) =>
    codes.includes(body?.message_code);

function isInvalid({ body }: Failure): boolean {
  return body?.message_code === 'api_v1_invalid_request';
}

/** The first match counts. */
export const UNDECIDED_FAILURES: readonly UndecidedFailure[] = [
  { name: 'credential', openPoint: 'A-02', matches: withCode('api_v1_unauthenticated') },
  {
    // The rows of section 7 are about attached resources. There is none for an operation's own scope.
    name: 'scope-of-operation',
    openPoint: 'A-01',
    matches: ({ operation, body }) =>
      body?.message_code === 'api_token_scope_not_allowed' &&
      (body.data?.required_scopes ?? []).every((scope: Scope) => operation?.requiredScopes.includes(scope)),
  },
  {
    name: 'malformed-id',
    openPoint: 'A-09',
    matches: ({ status, parameters }) =>
      status < 500 && parameters.length > 0 && parameters.some((parameter) => !WELL_FORMED.test(parameter)),
  },
  {
    name: 'page',
    openPoint: 'A-21',
    matches: (failure) => isInvalid(failure) && (failure.query.has('page') || failure.query.has('size')),
  },
  {
    name: 'query',
    openPoint: 'A-26',
    matches: (failure) => isInvalid(failure) && failure.query.has('is_favorite'),
  },
  { name: 'body', openPoint: 'A-10', matches: isInvalid },
  { name: 'right', openPoint: 'A-124', matches: withCode('api_v1_forbidden') },
  {
    name: 'http',
    openPoint: 'A-19',
    matches: withCode(
      'api_v1_unknown_route',
      'api_v1_method_not_allowed',
      'api_v1_payload_too_large',
      'api_v1_unsupported_media_type',
    ),
  },
];
