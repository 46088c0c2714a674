/** A page of each kind, below the address of the portal. What holds for these holds for every page, since one step makes all of a kind. */
export const KINDS = [
  '',
  'operations/streamMessage/',
  'stream/',
  'stream/player/',
  'events/message.delta/',
  'failures/',
  'failures/chat-busy/',
  'schemas/Step/',
  'requirements/idempotency/',
  'requirements/stream.ping.cadence/',
  'open-points/A-60/',
  'conformance/ledger/',
  'guides/streaming/',
] as const;

/** What a page may load before somebody uses it, compressed, in bytes. */
export const MOST_BYTES = 150_000;
