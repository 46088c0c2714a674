import type { ListedMessage, MessageCompleted, TurnMessage } from './.build/api/types.gen.ts';
import { isMistake } from './mistakes.ts';
import { isTransient, type Next, type Reply } from './requests.ts';

/** What becomes of a turn. */
export interface Outcome {
  readonly status: 'completed' | 'cancelled' | 'failed';
  readonly text?: string;
  readonly messageId?: number | bigint;
  readonly totalTokens?: number;
  readonly sources?: number;
  readonly metadata?: unknown;
  /** The code of the failure, if the service named one. */
  readonly failure?: string;
  /** Whether the turn has surely run and failed, so that a new one may be sent after a look at the messages. */
  readonly hasRun?: boolean;
}

/** Codes of a turn whose outcome the service does not know yet. The same key shows it later. */
const IN_DOUBT: ReadonlySet<string | undefined> = new Set([
  'persistence_failed',
  'outcome_unknown',
  'idempotency_outcome_unknown',
]);
/** Codes of a turn that has run and failed. Repeats return the same failure. */
const FAILED: ReadonlySet<string | undefined> = new Set([
  'upstream_error',
  'turn_timeout',
  'interaction_in_auto_mode',
]);

const failed = (failure: string | undefined, hasRun: boolean): Outcome => ({
  status: 'failed',
  hasRun,
  ...(failure === undefined ? {} : { failure }),
});

/** What follows from the refusal of a send. */
export function afterRefusal(reply: Reply, isLast: boolean): Next<Outcome> {
  const { status, code, dataCode } = reply;
  if (status === 409 && code === 'api_v1_turn_in_progress') return 'wait';
  const isFinal = FAILED.has(code) || code === 'api_v1_agents_disabled';
  if (!isLast && (IN_DOUBT.has(dataCode) || (isTransient(reply) && !isFinal))) return { repeat: reply };
  return { done: failed(code, FAILED.has(code)) };
}

/** What follows from a message.error. */
export function afterError(code: string | undefined, isLast: boolean): Next<Outcome> {
  if (code === 'api_v1_turn_in_progress') return 'wait';
  if (IN_DOUBT.has(code) && !isLast) return { repeat: {} };
  return { done: failed(code, !IN_DOUBT.has(code)) };
}

/** What is shown of a turn that has ended, as the name of its last event or its own status says. */
export function outcomeOf(
  message: Partial<ListedMessage | TurnMessage | MessageCompleted>,
  ended = message.status ?? 'completed',
): Outcome {
  const { id, content = '', usage, sources, metadata } = message;
  const status = isMistake('status-member') ? message.status : ended;
  if (status !== 'completed' && status !== 'cancelled') return failed(undefined, false);
  const used = sources ?? [];
  return {
    status,
    text: isMistake('text-trimmed') ? content.trim() : content,
    sources: isMistake('files-not-passages') ? new Set(used.map(({ file_id }) => file_id)).size : used.length,
    ...(id === undefined ? {} : { messageId: id }),
    ...(usage ? { totalTokens: usage.total_tokens } : {}),
    ...(metadata ? { metadata } : {}),
  };
}
