import type { RequirementId } from '../../../../generated/ids.d.ts';

/** Where a turn is shown. */
export type TurnPlace = 'blocking' | 'blocking-replay' | 'stream' | 'stream-replay' | 'listing';

/** Each place in words. */
export const PLACE_NAMES: Readonly<Record<TurnPlace, string>> = {
  blocking: 'the blocking answer',
  'blocking-replay': 'the replay of the blocking answer',
  stream: 'the end of the stream',
  'stream-replay': 'the end of the replayed stream',
  listing: 'an earlier listing',
};

/** The requirement that a place shows the outcome of the turn, by the place where the turn was shown before. */
export const AGREEMENTS: Readonly<Record<TurnPlace, Readonly<Record<TurnPlace, RequirementId>>>> = {
  blocking: sameBeside('service.sends.blocking-waits', 'idempotency.replay.same-result'),
  'blocking-replay': sameBeside('idempotency.replay.same-result', 'idempotency.replay.same-result'),
  stream: sameBeside('stream.terminal.after-save', 'idempotency.replay.stream-redelivers'),
  'stream-replay': sameBeside('idempotency.replay.stream-redelivers', 'idempotency.replay.stream-redelivers'),
  listing: {
    blocking: 'service.sends.blocking-waits',
    'blocking-replay': 'idempotency.replay.same-result',
    stream: 'stream.terminal.after-save',
    'stream-replay': 'idempotency.replay.stream-redelivers',
    listing: 'turns.listing.exists',
  },
};

function sameBeside(
  listed: RequirementId,
  replayed: RequirementId,
): Readonly<Record<TurnPlace, RequirementId>> {
  return {
    listing: listed,
    blocking: replayed,
    'blocking-replay': replayed,
    stream: replayed,
    'stream-replay': replayed,
  };
}
