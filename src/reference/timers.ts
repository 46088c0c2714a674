const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** The durations of the service, in milliseconds before scaling. */
export const TIMERS = {
  /** The deadline of a turn, including the time that it waits for answers (section 4.2, rule 3; ). */
  turn: 30 * MINUTE,
  /** How long an interaction waits for an answer before it expires (section 3.2). */
  interaction: 110 * SECOND,
  /** How long a stream may be silent before it sends `ping` (section 6). */
  ping: 15 * SECOND,
  /** The delay before recovery settles a turn whose close failed (section 6, `outcome_unknown`). */
  recovery: 3 * SECOND,
} as const;
