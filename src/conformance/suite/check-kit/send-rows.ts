import type { RequirementId } from '../../../../generated/ids.d.ts';
import { R } from './check.ts';
import type { Channel } from './context.ts';

type RowByChannel = Readonly<Record<Channel, RequirementId>>;

/** A send runs a turn. */
export const RUNS = {
  blocking: R['turns.send.exists'],
  streaming: R['turns.stream.exists'],
} as const satisfies RowByChannel;

/** A repeated send runs no other turn. */
export const NOT_RERUN = {
  blocking: R['idempotency.replay.not-rerun'],
  streaming: R['idempotency.replay.stream-redelivers'],
} as const satisfies RowByChannel;

/** A repeated send shows the failure of its turn. */
export const SAME_FAILURE = {
  blocking: R['errors.turn-failed.same-as-replay'],
  streaming: R['events.error.replay-same-error'],
} as const satisfies RowByChannel;

/** A repeated send shows the outcome of its turn. */
export const SAME_RESULT = {
  blocking: R['idempotency.replay.same-result'],
  streaming: R['idempotency.replay.stream-redelivers'],
} as const satisfies RowByChannel;
