/** A page of each kind, below the address of the portal. Results for these apply to every page, since one step makes all pages of a kind. */
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

/** The maximum compressed size that a page may load before it is used, in bytes. */
export const MOST_BYTES = 100_000;
