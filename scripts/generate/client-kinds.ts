/** A failure that has no row in the contract: the client detects it, or receives a response that it does not recognise. */
export interface ClientKind {
  readonly kind: string;
  readonly meaning: string;
  /** What the client has already done, and what its user can do. */
  readonly advice: string;
}

/** The kinds that src/client/error.ts adds to those of the contract. A test checks that the two lists agree. */
export const clientKinds = [
  {
    kind: 'unauthenticated',
    meaning: 'The service answered 401: it did not accept the token.',
    advice:
      'Check the token: whether it belongs to this service, has expired, or was revoked. The client does not repeat the request.',
  },
  {
    kind: 'invalid-request',
    meaning:
      'The service answered 400 or 422 with a code that the contract does not list: it could not use the request. `messageCode` and `message` are its own words. A relay also answers 405 and 415, to what its client never sends.',
    advice: 'Correct the request. The same request fails again.',
  },
  {
    kind: 'request-too-large',
    meaning:
      'Your relay answered 413, or a server before it: the request of the page has more bytes than it accepts.',
    advice: 'Send less, or raise `bodyLimit` of the relay and the limits of what is before it.',
  },
  {
    kind: 'forbidden',
    meaning: 'Your relay answered 403: its `mayUse` does not let this person use the chat.',
    advice: 'Sign in as somebody who may. No turn was sent.',
  },
  {
    kind: 'rate-limited',
    meaning: 'The service answered 429: it has received too many requests.',
    advice:
      'The client has already waited and repeated the request. Wait for `retryAfter` milliseconds if it is given, and send less at once.',
  },
  {
    kind: 'unknown',
    meaning:
      'The service failed in another way that the contract does not name. `status`, `messageCode` and `data` are as received; a failure inside a stream has no status.',
    advice:
      'Decide by the class of the status: do not repeat a request unchanged after a 4xx, and look before you send again after a 5xx. The client repeats safe requests after 408, 502, 503 and 504.',
  },
  {
    kind: 'connection',
    meaning: 'The service could not be reached, or the connection was lost before the response was complete.',
    advice:
      'The client repeats the request where that is safe. A request that changes something and has no key may have arrived: look before you send it again.',
  },
  {
    kind: 'timeout',
    meaning:
      'No response came within `timeout`. For a stream, `timeout` limits the wait until it opens, and `totalTimeout` the whole turn.',
    advice:
      'As for `connection`. A streamed turn goes on without its client, and the same key still returns its outcome.',
  },
  {
    kind: 'stream-truncated',
    meaning:
      'The stream ended without a terminal event, and sending again with the same key did not bring one.',
    advice: 'The events received so far are not the whole answer. Send the same key and body later.',
  },
  {
    kind: 'idle-timeout',
    meaning: 'Nothing arrived on the stream, not even a ping, for longer than `idleTimeout`.',
    advice: 'As for `stream-truncated`: the client has already sent again.',
  },
  {
    kind: 'invalid-response',
    meaning:
      'The response does not follow the contract: it has another media type or broken JSON, lacks a member that the client relies on, has more than 64 MiB or an event of more than 16 MiB, is a redirect, or is the outcome of another turn.',
    advice:
      'The client does not repeat the request. For a redirect, correct `baseUrl`. Any other fault is in the service: report it to the operator, with `requestId`. `conversation-api check` finds the cause.',
  },
  {
    kind: 'stream-closed',
    meaning: 'Your program closed the stream, by `close` or by leaving the loop, so the outcome is unknown.',
    advice: 'The turn goes on. Send the same key and body to read its outcome.',
  },
] as const satisfies readonly ClientKind[];
