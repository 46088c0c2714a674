import type { ErrorFacts, ErrorKind } from '../../generated/error-kinds.js';
import type { ErrorDetails } from '../../generated/types.js';

/** Failures that no row of the contract names: those the client finds itself, and answers whose code is not known. */
interface OtherFacts {
  /** The service failed in a way that the contract does not name. */
  unknown: { status: number | undefined; messageCode: string | undefined; data: unknown };
  /** No answer came: the service could not be reached, or the connection was lost. */
  connection: Nothing;
  /** No answer came within the time of `timeout`. */
  timeout: Nothing;
  /** The stream ended without a terminal event, and asking again did not bring one. */
  'stream-truncated': Nothing;
  /** The stream was silent, even of pings, for longer than `idleTimeout`. */
  'idle-timeout': Nothing;
  /** What came is not what the contract says: another media type, broken JSON, the outcome of another turn. */
  'invalid-response': { status: number | undefined; messageCode: undefined; data: unknown };
  /** The stream was closed here before its end, so nobody knows the outcome. Its key still delivers it. */
  'stream-closed': Nothing;
}

interface Nothing {
  status: undefined;
  messageCode: undefined;
  data: undefined;
}

interface AllFacts extends ErrorFacts, OtherFacts {}

/** Tells failures apart. Compare this, never a message. */
export type ConversationApiErrorKind = keyof AllFacts;

/** What a failure carries beside its facts. */
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
  /** How long the service asked to wait, in milliseconds. */
  readonly retryAfter?: number | undefined;
  readonly cause?: unknown;
}

interface Common<Kind extends ConversationApiErrorKind> extends Error {
  readonly name: 'ConversationApiError';
  /** Tells failures apart, and narrows `status`, `messageCode` and `data`. */
  readonly kind: Kind;
  /** HTTP status. Undefined for a failure inside a stream, and for one without an answer. */
  readonly status: AllFacts[Kind]['status'];
  /** `message_code` of the answer, or `code` of message.error. */
  readonly messageCode: AllFacts[Kind]['messageCode'];
  /** `data` of the answer; for a failure inside a stream the payload of message.error. As it came: the service is not trusted. */
  readonly data: AllFacts[Kind]['data'];
  /** The story of an outage: `meta.error_details`, or `details` of message.error. */
  readonly details: Partial<ErrorDetails> | undefined;
  /** Identifies the request in the service's logs. */
  readonly requestId: string | undefined;
  /** What the service says that helps: `none`, `retry` or `check_status`. */
  readonly retryAction: string | undefined;
  /** The requirement of the contract that says so; `conversation-api explain` tells more. */
  readonly requirement: string | undefined;
  /** Where the installed package documents this kind. */
  readonly documentation: string;
  /** How long the service asked to wait, in milliseconds. */
  readonly retryAfter: number | undefined;
  /** The key of the turn that failed: sending it again with the same body never runs the turn twice. */
  readonly idempotencyKey: string | undefined;
}

/** A failure whose kind is one of these. */
export type ConversationApiErrorOf<Kind extends ConversationApiErrorKind> = {
  [K in Kind]: Common<K>;
}[Kind];

/** Every failure that the client throws, but for an abort, which throws the reason of its signal. */
export type ConversationApiError = ConversationApiErrorOf<ConversationApiErrorKind>;

/** The class, typed so that `instanceof` gives the union, which `kind` then narrows. */
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
