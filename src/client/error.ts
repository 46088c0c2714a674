import type { ErrorFacts, ErrorKind } from '../../generated/error-kinds.js';
import type { ErrorDetails } from '../../generated/types.js';

/** Failures that the contract does not list: those that the client detects itself, and responses with an unlisted code. */
interface OtherFacts {
  /** The service rejected the request as malformed, with a code that the contract does not list, or a relay did. */
  'invalid-request': Unlisted<400 | 405 | 415 | 422>;
  /** A relay, or a server before it, refused the request of a page because it is too large. */
  'request-too-large': Unlisted<413>;
  /** A relay does not let this person use the chat. */
  forbidden: Unlisted<403>;
  /** The service did not accept the token: it is wrong, expired or revoked. */
  unauthenticated: Unlisted<401>;
  /** The service has received too many requests. `retryAfter` is how long it asks you to wait. */
  'rate-limited': Unlisted<429>;
  /** The service reported another failure that the contract does not list. */
  unknown: Unlisted<number> | Unlisted<undefined, 'stream'>;
  /** The service could not be reached, or the connection was lost before the response was complete. */
  connection: Nothing;
  /** No response arrived within `timeout`. For a stream: it did not open in time, or did not end within `totalTimeout`. */
  timeout: Nothing;
  /** The stream ended without a terminal event, and repeating the request did not bring one. */
  'stream-truncated': Nothing;
  /** The stream was silent for longer than `idleTimeout`: not even a ping arrived. */
  'idle-timeout': Nothing;
  /**
   * The response does not match the contract: another media type, broken JSON, or the outcome of another turn. Also for a response that is
   * larger than the client reads, and for a redirect, which the client does not follow.
   */
  'invalid-response': {
    channel: undefined;
    status: number | undefined;
    messageCode: undefined;
    data: unknown;
  };
  /** You closed the stream before its end, so its outcome is not known. Sending the same key and body again returns it. */
  'stream-closed': Nothing;
}

interface Unlisted<Status, Channel = 'http'> {
  channel: Channel;
  status: Status;
  messageCode: string | undefined;
  data: unknown;
}

interface Nothing {
  channel: undefined;
  status: undefined;
  messageCode: undefined;
  data: undefined;
}

interface AllFacts extends ErrorFacts, OtherFacts {}

/** The kinds of failures. Compare the kind of an error, never its message. */
export type ConversationApiErrorKind = keyof AllFacts;

/** What the constructor of an error takes. */
export interface FailureFacts {
  /** What kind of failure it is. */
  readonly kind: ConversationApiErrorKind;
  /** What happened, in one line for people. */
  readonly message: string;
  /** How the service reported it. */
  readonly channel?: Channel;
  /** HTTP status of the response. */
  readonly status?: number | undefined;
  /** The code that the service gave. */
  readonly messageCode?: string | undefined;
  /** What the service sent besides the code. */
  readonly data?: unknown;
  /** What the service says about an outage. */
  readonly details?: Partial<ErrorDetails> | undefined;
  /** The service's id for the request. */
  readonly requestId?: string | undefined;
  /** Id of the requirement that describes the failure. */
  readonly requirement?: string | undefined;
  /** The Idempotency-Key of the turn. */
  readonly idempotencyKey?: string | undefined;
  /** Milliseconds. */
  readonly retryAfter?: number | undefined;
  /** What the service says in `x-should-retry`. */
  readonly shouldRetry?: boolean | undefined;
  /** The error that caused this one. */
  readonly cause?: unknown;
}

type Channel = 'http' | 'stream' | undefined;

/** The facts about a kind of failure that was reported through this channel. */
type FactsOf<Kind extends ConversationApiErrorKind, Way extends Channel> = Extract<
  AllFacts[Kind],
  { channel: Way }
>;

interface ErrorOf<Kind extends ConversationApiErrorKind, Way extends Channel> extends Error {
  /** The name of the class. */
  readonly name: 'ConversationApiError';
  /** What kind of failure this is. Comparing it narrows `channel`, `status`, `messageCode` and `data`. */
  readonly kind: Kind;
  /** How the service reported the failure: `http`, or `stream` for message.error. Undefined when the client detected it. */
  readonly channel: Way;
  /** HTTP status of the response. Undefined for a failure inside a stream, and when no response arrived. */
  readonly status: FactsOf<Kind, Way>['status'];
  /** `message_code` of the response, or `code` of message.error. Undefined when there is neither. */
  readonly messageCode: FactsOf<Kind, Way>['messageCode'];
  /**
   * `data` of the response, or the whole payload of message.error. The type is what the contract promises. The client does not check the
   * value, so check what you rely on.
   */
  readonly data: FactsOf<Kind, Way>['data'];
  /** What the service says about an outage: `meta.error_details` of the response, or `details` of message.error. */
  readonly details: Partial<ErrorDetails> | undefined;
  /** The service's id for the request. Quote it when you report the failure to the operator of the service. */
  readonly requestId: string | undefined;
  /** What the service advises in `details`: `none`, `retry` or `check_status`. */
  readonly retryAction: ErrorDetails['retry_action'] | undefined;
  /** Id of the requirement that describes this failure. `conversation-api explain ID` prints it. */
  readonly requirement: string | undefined;
  /** Path of the documentation of this kind below node_modules, with an anchor. */
  readonly documentation: string;
  /** How long the service asks you to wait, in milliseconds. */
  readonly retryAfter: number | undefined;
  /** What the service says in `x-should-retry`: whether the same request may succeed later. Undefined without the header. */
  readonly shouldRetry: boolean | undefined;
  /** The Idempotency-Key of the turn that failed. Sending it again with the same body never runs the turn twice. */
  readonly idempotencyKey: string | undefined;
}

/** An error of one of these kinds. */
export type ConversationApiErrorOf<Kind extends ConversationApiErrorKind> = {
  [K in Kind]: InEachChannel<K, AllFacts[K]['channel']>;
}[Kind];

/** Distributes over the channels of a kind, so that comparing `channel` narrows the other members. */
type InEachChannel<Kind extends ConversationApiErrorKind, Way> = Way extends Channel
  ? ErrorOf<Kind, Way>
  : never;

/**
 * The error of every failed call. Comparing `kind` narrows it. An aborted call throws the reason of its signal instead. If a response
 * repeats a token, the client masks it in the error.
 */
export type ConversationApiError = ConversationApiErrorOf<ConversationApiErrorKind>;

/** The class of every error of the client. `instanceof` narrows to the union of all kinds, and comparing `kind` to one of them. */
export const ConversationApiError: {
  new (facts: FailureFacts): ConversationApiError;
  readonly prototype: ConversationApiError;
} = class ConversationApiError extends Error {
  // Survives minification.
  // @ts-expect-error: TypeScript takes it for an override of Function.name
  static readonly name = 'ConversationApiError';
  override readonly name = 'ConversationApiError';

  // Each entry point of the package has its own copy of this class, and another one as CommonJS.
  static override [Symbol.hasInstance](value: unknown): boolean {
    // biome-ignore lint/complexity/noThisInStatic: a class that extends this one has its own name and instances
    return super[Symbol.hasInstance](value) || Object(value).name === this.name;
  }

  constructor({ message, cause, ...facts }: FailureFacts) {
    // Part of the message comes from outside, so line breaks and other control characters are replaced.
    super(message.replace(/\p{C}/gu, ' '), cause === undefined ? undefined : { cause });
    // Makes the message part of the JSON, and of a copy of the members.
    Object.defineProperty(this, 'message', { enumerable: true });
    Object.assign(this, facts, {
      retryAction: facts.details?.retry_action,
      documentation: `conversation-api/docs/errors.md#${facts.kind}`,
    });
  }
} as never;

/** Makes the error for a stream that cannot be read any further. */
export function streamFailure(
  kind: ConversationApiErrorKind,
  message: string,
  facts?: Partial<FailureFacts>,
): ConversationApiError {
  return new ConversationApiError({ kind, message, ...facts });
}

export type { ErrorKind };
