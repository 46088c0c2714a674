/** Why the recorder answers a request itself, with the status of the answer. Metrics count the answers by these names. */
export const OWN_ANSWERS = {
  /** The target gave no response, or none that can be forwarded. */
  'target-down': 502,
  'too-many-exchanges': 503,
  /** The target is the recorder itself. */
  loop: 508,
  /** The request names a server other than the target. */
  'other-server': 421,
  'invalid-request': 400,
} as const;

export type OwnAnswer = keyof typeof OWN_ANSWERS;
