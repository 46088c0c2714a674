import {
  ConversationApiError,
  type ConversationApiErrorKind,
  type ConversationApiErrorOf,
  type FailureFacts,
} from './error.ts';

/** The class of the errors of one kind. */
export interface ErrorClass<Kind extends ConversationApiErrorKind> {
  /** Makes such an error, for a test of your own code. */
  new (facts: Omit<FailureFacts, 'kind'>): ConversationApiErrorOf<Kind>;
  readonly prototype: ConversationApiErrorOf<Kind>;
}

const Base = ConversationApiError as unknown as new (facts: FailureFacts) => Error;

/**
 * Makes a class for `instanceof`, which compares the kind. So an error is an instance although the client knows only the class of all
 * errors, which is smaller, and whichever copy of the package has made the error.
 */
function errorClass<Kind extends ConversationApiErrorKind>(kind: Kind): ErrorClass<Kind> {
  return class extends Base {
    static override [Symbol.hasInstance](value: unknown): boolean {
      return value instanceof ConversationApiError && value.kind === kind;
    }

    constructor(facts: Omit<FailureFacts, 'kind'>) {
      super({ ...facts, kind });
    }
  } as never;
}

// What the contract lists. Each name is that of the kind.
export const IdempotencyKeyRequiredError: ErrorClass<'idempotency-key-required'> =
  /* @__PURE__ */ errorClass('idempotency-key-required');
export const ScopeNotAllowedError: ErrorClass<'scope-not-allowed'> =
  /* @__PURE__ */ errorClass('scope-not-allowed');
export const AttachmentNotAllowedError: ErrorClass<'attachment-not-allowed'> =
  /* @__PURE__ */ errorClass('attachment-not-allowed');
export const AgentNotAvailableError: ErrorClass<'agent-not-available'> =
  /* @__PURE__ */ errorClass('agent-not-available');
export const CreationDeniedError: ErrorClass<'creation-denied'> =
  /* @__PURE__ */ errorClass('creation-denied');
export const ResourceNotAllowedError: ErrorClass<'resource-not-allowed'> =
  /* @__PURE__ */ errorClass('resource-not-allowed');
export const NotFoundError: ErrorClass<'not-found'> = /* @__PURE__ */ errorClass('not-found');
export const ActionNotFoundError: ErrorClass<'action-not-found'> =
  /* @__PURE__ */ errorClass('action-not-found');
export const SyncRequiresAutoError: ErrorClass<'sync-requires-auto'> =
  /* @__PURE__ */ errorClass('sync-requires-auto');
export const IdempotencyConflictError: ErrorClass<'idempotency-conflict'> =
  /* @__PURE__ */ errorClass('idempotency-conflict');
export const TurnInProgressError: ErrorClass<'turn-in-progress'> =
  /* @__PURE__ */ errorClass('turn-in-progress');
export const ChatBusyError: ErrorClass<'chat-busy'> = /* @__PURE__ */ errorClass('chat-busy');
export const ActionNotPendingError: ErrorClass<'action-not-pending'> =
  /* @__PURE__ */ errorClass('action-not-pending');
export const DecisionRejectedError: ErrorClass<'decision-rejected'> =
  /* @__PURE__ */ errorClass('decision-rejected');
export const OutcomeUnknownError: ErrorClass<'outcome-unknown'> =
  /* @__PURE__ */ errorClass('outcome-unknown');
export const TooManyAgentsError: ErrorClass<'too-many-agents'> =
  /* @__PURE__ */ errorClass('too-many-agents');
export const InvalidAgentsError: ErrorClass<'invalid-agents'> = /* @__PURE__ */ errorClass('invalid-agents');
export const ContentTooLongError: ErrorClass<'content-too-long'> =
  /* @__PURE__ */ errorClass('content-too-long');
export const TooManyAttachmentsError: ErrorClass<'too-many-attachments'> =
  /* @__PURE__ */ errorClass('too-many-attachments');
export const ReferencesInvalidError: ErrorClass<'references-invalid'> =
  /* @__PURE__ */ errorClass('references-invalid');
export const InstructionsTooLongError: ErrorClass<'instructions-too-long'> =
  /* @__PURE__ */ errorClass('instructions-too-long');
export const TurnFailedError: ErrorClass<'turn-failed'> = /* @__PURE__ */ errorClass('turn-failed');
export const InteractionInAutoModeError: ErrorClass<'interaction-in-auto-mode'> =
  /* @__PURE__ */ errorClass('interaction-in-auto-mode');
export const CancelNotDeliveredError: ErrorClass<'cancel-not-delivered'> =
  /* @__PURE__ */ errorClass('cancel-not-delivered');
export const AgentsDisabledError: ErrorClass<'agents-disabled'> =
  /* @__PURE__ */ errorClass('agents-disabled');
export const AgentsUnavailableError: ErrorClass<'agents-unavailable'> =
  /* @__PURE__ */ errorClass('agents-unavailable');
export const SaveUnconfirmedError: ErrorClass<'save-unconfirmed'> =
  /* @__PURE__ */ errorClass('save-unconfirmed');
export const DecisionNotSentError: ErrorClass<'decision-not-sent'> =
  /* @__PURE__ */ errorClass('decision-not-sent');
export const DecisionResultUnknownError: ErrorClass<'decision-result-unknown'> =
  /* @__PURE__ */ errorClass('decision-result-unknown');
export const InteractionsUnavailableError: ErrorClass<'interactions-unavailable'> =
  /* @__PURE__ */ errorClass('interactions-unavailable');
export const TurnTimeoutError: ErrorClass<'turn-timeout'> = /* @__PURE__ */ errorClass('turn-timeout');
export const TurnOutcomeUnknownError: ErrorClass<'turn-outcome-unknown'> =
  /* @__PURE__ */ errorClass('turn-outcome-unknown');

// What the client finds, and failures that the contract does not list. Two have the names that other clients use.
export const InvalidRequestError: ErrorClass<'invalid-request'> =
  /* @__PURE__ */ errorClass('invalid-request');
export const RequestTooLargeError: ErrorClass<'request-too-large'> =
  /* @__PURE__ */ errorClass('request-too-large');
export const ForbiddenError: ErrorClass<'forbidden'> = /* @__PURE__ */ errorClass('forbidden');
export const AuthenticationError: ErrorClass<'unauthenticated'> =
  /* @__PURE__ */ errorClass('unauthenticated');
export const RateLimitError: ErrorClass<'rate-limited'> = /* @__PURE__ */ errorClass('rate-limited');
export const UnknownFailureError: ErrorClass<'unknown'> = /* @__PURE__ */ errorClass('unknown');
export const ConnectionError: ErrorClass<'connection'> = /* @__PURE__ */ errorClass('connection');
export const TimeoutError: ErrorClass<'timeout'> = /* @__PURE__ */ errorClass('timeout');
export const StreamTruncatedError: ErrorClass<'stream-truncated'> =
  /* @__PURE__ */ errorClass('stream-truncated');
export const IdleTimeoutError: ErrorClass<'idle-timeout'> = /* @__PURE__ */ errorClass('idle-timeout');
export const InvalidResponseError: ErrorClass<'invalid-response'> =
  /* @__PURE__ */ errorClass('invalid-response');
export const StreamClosedError: ErrorClass<'stream-closed'> = /* @__PURE__ */ errorClass('stream-closed');

export { ConversationApiError };
