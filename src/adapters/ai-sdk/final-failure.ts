/** Kinds of failures after which the same key may still bring the outcome, whatever their status. */
const OPEN_KINDS = [
  ...['turn-in-progress', 'outcome-unknown', 'turn-outcome-unknown', 'save-unconfirmed'],
  // Not an answer of the service: a page of a proxy, for example.
  'invalid-response',
];
/** Refusals of a turn with the status 403. Any other 403 may come from your own server, to somebody who has to sign in again. */
const REFUSED_TURNS = ['scope-not-allowed', 'attachment-not-allowed', 'agent-not-available'];
/** Sign in again, the request took too long, too early, too many requests. */
const OPEN_STATUSES = [401, 408, 425, 429];

/**
 * Whether a key would bring the same failure again, so that it is no longer of use. Reads the members of the error alone, because it may
 * come from the client, from `conversation-api/relay`, or from a function of your own.
 */
export function isFinal(error: unknown): boolean {
  const { kind, status, channel } = Object(error) as Partial<Record<string, unknown>>;
  if (OPEN_KINDS.includes(String(kind))) return false;
  if (channel === 'stream') return true;
  if (typeof status !== 'number' || OPEN_STATUSES.includes(status)) return false;
  return status === 403 ? REFUSED_TURNS.includes(String(kind)) : status >= 400 && status < 500;
}
