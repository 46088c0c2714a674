import { isUnknownOutcome, UNKNOWN_OUTCOMES } from '../../judge/client-duties.ts';
import { isObject, isSameJson } from '../../judge/json.ts';
import { SENDS } from '../../judge/operations.ts';
import { laterThan, type Seen } from '../seen.ts';
import { rule } from './rule.ts';

const REQUIRES_KEY = {
  sendMessage: 'turns.send.requires-key',
  streamMessage: 'turns.stream.requires-key',
} as const;

/** Whether an exchange sends a turn. */
export function isSend({ operation }: Seen): boolean {
  return operation !== undefined && SENDS.includes(operation);
}

/** Every send has a key. */
export const keyPresent = rule(Object.values(REQUIRES_KEY), ({ seen }) =>
  seen.filter(isSend).map((send) => ({
    row: REQUIRES_KEY[send.operation as keyof typeof REQUIRES_KEY],
    isMet: send.key !== undefined && send.key !== '',
    at: send,
    expected: 'a header Idempotency-Key',
    actual: 'no key',
  })),
);

/** A key that is sent again has the same body. */
export const sameBody = rule(['errors.idempotency-conflict.answer'], ({ seen }) => {
  const sends = seen.filter((send) => isSend(send) && send.key !== undefined && send.sent !== undefined);
  return sends.flatMap((send) => {
    const first = sends.find(({ key }) => key === send.key);
    if (!first || first === send) return [];
    return {
      row: 'errors.idempotency-conflict.answer' as const,
      isMet: isSameJson(first.sent, send.sent),
      at: send,
      expected: 'the body that was sent under this key before',
      actual: 'another body',
    };
  });
});

const AFTER_UNKNOWN = [
  'events.error.persistence-failed-check-key',
  'events.error.idempotency-outcome-unknown-same-key',
  'errors.outcome-unknown.same-key',
  'errors.save-unconfirmed.check-key',
  'idempotency.replay.not-rerun',
  'idempotency.replay.after-disconnect',
  'idempotency.key.running-or-stored',
] as const;

/** How a send ended, if its outcome stayed unknown to the client. */
interface UnknownOutcome {
  /** The row that says what to do then. */
  readonly row: (typeof AFTER_UNKNOWN)[number];
  readonly because: string;
  /** Whether the row asks for a repeat, and not only for the key of one. */
  readonly mustRepeat?: boolean;
  /** Whether one repeat is enough, after which the turn may be sent anew. */
  readonly isOneEnough?: boolean;
}

/** After a send whose outcome the client does not know, the same turn has the same key. */
export const sameKeyAfterUnknown = rule(AFTER_UNKNOWN, ({ seen, journey }) => {
  const sends = seen.filter(isSend);
  return sends.flatMap((send, at) => {
    const unknown = unknownOutcomeOf(send);
    if (!unknown || send.key === undefined) return [];
    const { row, because, mustRepeat, isOneEnough } = unknown;
    const [next] = repeatsOf(send, seen);
    // A client need not repeat for ever what stays unknown.
    const isRepeat = sends.slice(0, at).some((earlier) => earlier.key === send.key);
    if (!next && (!mustRepeat || isRepeat || journey.task === 'leave')) return [];
    if (isRepeat && isOneEnough) return [];
    return {
      row,
      isMet: next?.key === send.key,
      at: next ?? send,
      expected: `after ${because}, the same turn with the same key`,
      actual: next ? 'the same turn with another key' : 'the turn was not sent again',
      isOmission: !next,
    };
  });
});

/** After a failure that another attempt may not have, the client tries again with a new key. The old one only returns the failure. */
export const newKeyAfterRetryable = rule(['events.error.retryable-new-key'], ({ seen }) =>
  seen.filter(isSend).flatMap((send) => {
    const { terminal, key } = send;
    if (terminal?.type !== 'message.error' || terminal.data.retryable !== true) return [];
    const repeats = repeatsOf(send, seen);
    if (repeats.length === 0) return [];
    return {
      row: 'events.error.retryable-new-key' as const,
      isMet: repeats.some((repeat) => repeat.key !== key),
      at: repeats.at(-1),
      expected: `after ${terminal.data.code} with retryable true, the same turn with a new key`,
      actual: 'the same turn with the same key, which returns the same failure',
      isOmission: true,
    };
  }),
);

/** The same turn, sent again after a send. */
export function repeatsOf(send: Seen, seen: readonly Seen[]): readonly Seen[] {
  const contentOf = ({ sent }: Seen) => (isObject(sent) ? sent.content : undefined);
  const content = contentOf(send);
  // Two requests whose bodies were lost on the way say nothing about each other.
  if (content === undefined) return [];
  return laterThan(send, seen).filter((later) => isSend(later) && contentOf(later) === content);
}

function unknownOutcomeOf(send: Seen): UnknownOutcome | undefined {
  const { terminal, code, exchange, isSuccess, operation } = send;
  if (terminal) return terminal.type === 'message.error' ? unknownBy(terminal.data.code, 'event') : undefined;
  if (code === 'api_v1_core_unavailable') return unknownBy(send.data.code, 'answer');
  const row =
    operation === 'sendMessage' ? 'idempotency.replay.not-rerun' : 'idempotency.replay.after-disconnect';
  if (
    exchange.status === undefined ||
    (isSuccess && !send.isWhole) ||
    (isSuccess && operation === 'streamMessage')
  )
    return { row, because: 'a lost connection' };
  if (code === 'api_v1_turn_in_progress')
    return { row: 'idempotency.key.running-or-stored', because: '409 api_v1_turn_in_progress' };
  return code === undefined && exchange.status >= 500
    ? { row, because: `${exchange.status} of something before the service` }
    : undefined;
}

function unknownBy(code: unknown, place: 'event' | 'answer'): UnknownOutcome | undefined {
  if (!isUnknownOutcome(code)) return undefined;
  const { [place]: row, mustRepeat } = UNKNOWN_OUTCOMES[code];
  return { row, because: code, mustRepeat, isOneEnough: !mustRepeat };
}
