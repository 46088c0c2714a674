/** What one client may cost. Times are milliseconds of real time: the time scale never touches them. */
export interface HttpLimits {
  /** Most bytes of a request's body. */
  readonly bodyBytes: number;
  /** Most bytes of a request's line and headers together. */
  readonly headerBytes: number;
  /** How long a request's line and headers may take to arrive. No longer than `requestTimeout`. */
  readonly headersTimeout: number;
  /** How long a whole request may take to arrive. It ends with the body, so no answer is cut by it. */
  readonly requestTimeout: number;
  /** How long a connection may stay idle between two requests. */
  readonly keepAliveTimeout: number;
  /** How long a client may take nothing of an answer that is complete. */
  readonly takeTimeout: number;
  /** How long a connection whose bytes were refused stays open, so that its client can read why. */
  readonly lingerTimeout: number;
  /** Bytes that may wait unsent in a stream before it is cut. */
  readonly unsentBytes: number;
  /** How long answers that are under way may still take once the server closes. */
  readonly closeTimeout: number;
}

export const HTTP_LIMITS: HttpLimits = {
  bodyBytes: 1024 * 1024,
  headerBytes: 16 * 1024,
  headersTimeout: 30_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 72_000,
  takeTimeout: 60_000,
  lingerTimeout: 1000,
  unsentBytes: 8 * 1024 * 1024,
  closeTimeout: 5000,
};
