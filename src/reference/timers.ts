const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** Every duration of the service, in milliseconds before scaling. */
export const TIMERS = {
  /** A turn is cut after this long, waiting for answers included (section 4.2, rule 3; ). */
  turn: 30 * MINUTE,
  /** An interaction expires after this long without an answer (section 3.2). */
  interaction: 110 * SECOND,
  /** A stream that says nothing for this long says `ping` (section 6). */
  ping: 15 * SECOND,
  /** A turn whose close is unknown is looked after this long later (section 6, `outcome_unknown`). */
  recovery: 3 * SECOND,
} as const;
