/** Breakages that make the client accept a wrong message, with the reason why no client could notice. */
export const UNDETECTABLE: Readonly<Record<string, string>> = {
  'events.completed.complete-content':
    'The content of the terminal event is authoritative, and the deltas need not add up to it (A-80).',
  'idempotency.replay.same-result':
    'The first answer was lost or belongs to another call, so the client cannot compare the replay with it.',
  'idempotency.replay.stream-redelivers/another-outcome':
    'The content of a replay is authoritative too; a synthetic delta replaces the text so far by it.',
  'service.sends.blocking-waits/half': 'A blocking send returns the content once, and it is only half of it.',
  'stream.delta.replace-on-failover/kept':
    'Neither the deltas nor the content say that a provider has broken off.',
  'states.cancelled.begins-with-deltas':
    'The content of a terminal event is authoritative, whatever its deltas said.',
  'states.cancelled.partial-content': 'A cancelled turn may have empty content.',
  'states.cancelled.partial-content/last-words':
    'The content of a terminal event is authoritative, whatever its deltas said before a step.',
};
