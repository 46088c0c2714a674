import type { ErrorFacts, ErrorKind } from '../../generated/error-kinds.js';
import type { ErrorDetails } from '../../generated/types.js';

/** Failures that the contract does not list: those that the client detects itself, and answers with an unknown code. */
interface OtherFacts {
  /** The service reported a failure that the contract does not list. */
  unknown: { status: number | undefined; messageCode: string | undefined; data: unknown };
  /** The service could not be reached, or the connection was lost before the whole answer had arrived. */
  connection: Nothing;
  /** No answer arrived within `timeout`. For a stream: it did not open in time. */
  timeout: Nothing;
  /** The stream ended without a terminal event, and repeating the request did not bring one. */
  'stream-truncated': Nothing;
  /** The stream was silent for longer than `idleTimeout`: not even a ping arrived. */
  'idle-timeout': Nothing;
  /**
   * The answer does not match the contract: another media type, broken JSON, or the outcome of another turn. It is larger than the
   * client reads, or it is a redirect, which the client does not follow.
   */
  'invalid-response': { status: number | undefined; messageCode: undefined; data: unknown };
  /** You closed the stream before its end, so its outcome is not known. Sending the same key and body again returns it. */
  'stream-closed': Nothing;
}

interface Nothing {
  status: undefined;
  messageCode: undefined;
  data: undefined;
}

interface AllFacts extends ErrorFacts, OtherFacts {}

/** The kinds of failures. Compare the kind of an error, never its message. */
export type ConversationApiErrorKind = keyof AllFacts;

/** What an error is made from. */
export interface FailureFacts {
  readonly kind: ConversationApiErrorKind;
  readonly message: string;
  readonly status?: number | undefined;
  readonly messageCode?: string | undefined;
  readonly data?: unknown;
  readonly details?: Partial<ErrorDetails> | undefined;
  readonly requestId?: string | undefined;
  readonly requirement?: string | undefined;
  readonly idempotencyKey?: string | undefined;
  /** Milliseconds. */
  readonly retryAfter?: number | undefined;
  readonly cause?: unknown;
}

interface Common<Kind extends ConversationApiErrorKind> extends Error {
  readonly name: 'ConversationApiError';
  /** What kind of failure this is. Comparing it narrows `status`, `messageCode` and `data`. */
  readonly kind: Kind;
  /** HTTP status of the answer. Undefined for a failure inside a stream, and when no answer arrived. */
  readonly status: AllFacts[Kind]['status'];
  /** `message_code` of the answer, or `code` of message.error. Undefined when there is neither. */
  readonly messageCode: AllFacts[Kind]['messageCode'];
  /**
   * `data` of the answer, or the whole payload of message.error. The type is what the contract promises. The client does not
   * check the value, so check what you rely on.
   */
  readonly data: AllFacts[Kind]['data'];
  /** What the service says about an outage: `meta.error_details` of the answer, or `details` of message.error. */
  readonly details: Partial<ErrorDetails> | undefined;
  /** The service's id for the request. Quote it when you report the failure to the operator of the service. */
  readonly requestId: string | undefined;
  /** What the service advises in `details`: `none`, `retry` or `check_status`. */
  readonly retryAction: string | undefined;
  /** Id of the requirement that describes this failure. `conversation-api explain ID` prints it. */
  readonly requirement: string | undefined;
  /** Path of the documentation of this kind in node_modules, with its anchor. */
  readonly documentation: string;
  /** How long the service asked to wait, in milliseconds. */
  readonly retryAfter: number | undefined;
  /** The Idempotency-Key of the turn that failed. Sending it again with the same body never runs the turn twice. */
  readonly idempotencyKey: string | undefined;
}

/** An error of one of these kinds. */
export type ConversationApiErrorOf<Kind extends ConversationApiErrorKind> = {
  [K in Kind]: Common<K>;
}[Kind];

/**
 * The error of every failed call. Comparing `kind` narrows it. An aborted call throws the reason of its signal instead. When the
 * service repeats a token, the client masks it in the error.
 */
export type ConversationApiError = ConversationApiErrorOf<ConversationApiErrorKind>;

/** The class of every error of the client. `instanceof` narrows to the union of all kinds, and comparing `kind` to one of them. */
export const ConversationApiError: {
  new (facts: FailureFacts): ConversationApiError;
  readonly prototype: ConversationApiError;
} = class ConversationApiError extends Error {
  override readonly name = 'ConversationApiError';

  constructor({ message, cause, ...facts }: FailureFacts) {
    super(message, cause === undefined ? undefined : { cause });
    Object.assign(this, facts, {
      retryAction: facts.details?.retry_action,
      documentation: `conversation-api/docs/errors.md#${facts.kind}`,
    });
  }
} as never;

export type { ErrorKind };
