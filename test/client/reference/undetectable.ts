/** Breakages after which a wrong message is taken for right, since nothing that travels could tell it from a right one. */
export const UNDETECTABLE: Readonly<Record<string, string>> = {
  'events.completed.complete-content':
    'The content of the terminal event is authoritative, and the deltas need not add up to it (A-80).',
  'idempotency.replay.same-result':
    'The first answer was lost, or is that of another call, so there is nothing to hold the replay against.',
  'idempotency.replay.stream-redelivers/another-outcome':
    'The content of a replay is authoritative too; a synthetic delta tells that it replaces what was told.',
  'service.sends.blocking-waits/half': 'A blocking send tells the content once, and tells half of it.',
  'states.cancelled.partial-content': 'The content of a turn that was cancelled may be empty.',
};
