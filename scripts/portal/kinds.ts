/** A page of each kind, below the address of the portal. What holds for these holds for every page, since one step makes all of a kind. */
export const KINDS = [
  '',
  'operations/',
  'operations/streamMessage/',
  'operations/listMessages/',
  'stream/',
  'stream/player/',
  'events/message.delta/',
  'failures/',
  'failures/chat-busy/',
  'schemas/Step/',
  'schemas/',
  'requirements/',
  'requirements/idempotency/',
  'requirements/stream.ping.cadence/',
  'open-points/',
  'open-points/A-60/',
  'conformance/checks/',
  'conformance/ledger/',
  'guides/streaming/',
  'decisions/0048-the-portal-is-built-by-astro/',
  '404.html',
] as const;

/** What a page may load before somebody uses it, compressed, in bytes. */
export const MOST_BYTES = 150_000;
