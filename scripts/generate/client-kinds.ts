/** A failure that is in no row of the contract: the client detects it, or gives it to an answer that it does not know. */
export interface ClientKind {
  readonly kind: string;
  readonly meaning: string;
  /** What the client has done about it already, and what is left to do. */
  readonly advice: string;
}

/** The kinds that src/client/error.ts adds to those of the contract. A test holds the two together. */
export const clientKinds = [
  {
    kind: 'unknown',
    meaning:
      'The service failed in a way that the contract does not name. `status`, `messageCode` and `data` are as they came; a failure inside a stream has no status.',
    advice:
      'Go by the class of the status: repeat no 4xx as it is, and look before you send again after a 5xx. The client repeats 429, and what is safe to repeat after 408, 502, 503 and 504.',
  },
  {
    kind: 'connection',
    meaning: 'The service could not be reached, or the connection was lost before the answer was whole.',
    advice:
      'The client repeats it where that is safe. A request that changes something and has no key may have arrived: look before you send it again.',
  },
  {
    kind: 'timeout',
    meaning: 'No answer came within `timeout`. For a stream, that is the wait until it opens.',
    advice: 'As for `connection`. A turn goes on without its client, and its key still brings the outcome.',
  },
  {
    kind: 'stream-truncated',
    meaning:
      'The stream ended without a terminal event, and asking again with the same key did not bring one.',
    advice: 'What was told so far is not the answer. Send the same key and body later.',
  },
  {
    kind: 'idle-timeout',
    meaning: 'The stream was silent, even of pings, for longer than `idleTimeout`.',
    advice: 'As for `stream-truncated`: the client has asked again already.',
  },
  {
    kind: 'invalid-response',
    meaning:
      'What came is not what the contract says: another media type, broken JSON, a member that the client relies on missing, an answer of more than 64 MiB or an event of more than 16 MiB, a redirect, or the outcome of another turn.',
    advice:
      'It is not repeated. For a redirect, correct `baseUrl`. Anything else is not your mistake: tell whoever runs the service, with `requestId`. `conversation-api check` finds what is wrong.',
  },
  {
    kind: 'stream-closed',
    meaning: 'The stream was closed here, by `close` or by leaving the loop, so nobody knows its outcome.',
    advice: 'The turn goes on. Send the same key and body to read its outcome.',
  },
] as const satisfies readonly ClientKind[];
