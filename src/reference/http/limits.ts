/** What one client may use. Times are milliseconds of real time; the time scale does not change them. */
export interface HttpLimits {
  /** Maximum size of a request's body in bytes. */
  readonly bodyBytes: number;
  /** Maximum size of a request's line and headers together, in bytes. */
  readonly headerBytes: number;
  /** Time for a request's line and headers to arrive; at most `requestTimeout`. */
  readonly headersTimeout: number;
  /** Time for a whole request to arrive, with its body. It does not limit the answer. */
  readonly requestTimeout: number;
  /** Time that a connection may be idle between two requests. */
  readonly keepAliveTimeout: number;
  /** Time that a client may go without reading from a complete answer. */
  readonly readTimeout: number;
  /** Time that a connection stays open after its bytes were refused, so that the client can read the answer. */
  readonly lingerTimeout: number;
  /** Time that a client may go without reading from a stream that has no room for more. Then the client is disconnected. */
  readonly stallTimeout: number;
  /** Unsent bytes in a stream above which the client is disconnected, whether or not the writer waited for room. */
  readonly unsentBytes: number;
  /**
   * Unsent bytes of all complete answers together. Above this, the server disconnects the clients that have left an answer unread for
   * longest.
   */
  readonly unreadBytes: number;
  /** Requests that a client may send before it has the answer to an earlier one. A connection with more is closed. */
  readonly pipelined: number;
  /** Time for unfinished answers to end after the server starts to close. */
  readonly closeTimeout: number;
}

export const HTTP_LIMITS: HttpLimits = {
  bodyBytes: 1024 * 1024,
  headerBytes: 16 * 1024,
  headersTimeout: 30_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 72_000,
  readTimeout: 60_000,
  lingerTimeout: 1000,
  stallTimeout: 10_000,
  unsentBytes: 8 * 1024 * 1024,
  unreadBytes: 128 * 1024 * 1024,
  pipelined: 100,
  closeTimeout: 1000,
};
