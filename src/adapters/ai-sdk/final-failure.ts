/** Kinds of failures after which the same key may still bring the outcome, whatever their status. */
const OPEN_KINDS = [
  ...['turn-in-progress', 'outcome-unknown', 'turn-outcome-unknown', 'save-unconfirmed'],
  // The answer did not come from the service, but from a proxy, for example.
  'invalid-response',
];
/** Refusals of a turn with the status 403. Any other 403 may come from the user's own server, and end when the person signs in again. */
const REFUSED_TURNS = ['scope-not-allowed', 'attachment-not-allowed', 'agent-not-available'];
/** Unauthorized, request timeout, too early, too many requests: a later attempt may succeed. */
const OPEN_STATUSES = [401, 408, 425, 429];

/**
 * Whether sending the key again would fail in the same way. Only the members of the error decide, because it may come from the client, from
 * `conversation-api/relay`, or from a function of the user.
 */
export function isFinal(error: unknown): boolean {
  const { kind, status, channel } = Object(error) as Partial<Record<string, unknown>>;
  if (OPEN_KINDS.includes(String(kind))) return false;
  if (channel === 'stream') return true;
  if (typeof status !== 'number' || OPEN_STATUSES.includes(status)) return false;
  return status === 403 ? REFUSED_TURNS.includes(String(kind)) : status >= 400 && status < 500;
}
