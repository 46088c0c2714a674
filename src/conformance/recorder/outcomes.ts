/** How a forwarded exchange ended. The first four are complete responses of the target, by the class of their status. */
export const OUTCOMES = [
  '2xx',
  '3xx',
  '4xx',
  '5xx',
  /** The target gave no response, and the recorder answered 502. */
  'target-down',
  /** The target closed the connection in the middle of its response, or a connection that was used before without one. */
  'target-broke-off',
  /** The client left in the middle of the response. */
  'client-left',
  /** The client left before the response began: it gave up waiting, or no longer needed the response. */
  'no-response',
] as const;

export type Outcome = (typeof OUTCOMES)[number];

/** The outcome of a complete response. A status that HTTP does not know is a failure too. */
export function classOf(status = 0): Outcome {
  return OUTCOMES.find((outcome) => outcome === `${Math.floor(status / 100)}xx`) ?? '5xx';
}
