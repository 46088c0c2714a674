/**
 * The situation that a check sets up, as plain data: one value per factor. Checks that differ in a factor test the same thing in different
 * situations, so a cheaper run can leave out combinations of values that other checks cover.
 */
export interface Situation {
  /** What the check does in the situation, such as a replay or a late answer. */
  readonly probe: string;
  /** What the turn does, in this order. */
  readonly course?: readonly string[];
  /** How the turn ends. */
  readonly end?: string;
  /** The endpoint for this turn. */
  readonly channel?: string;
  /** The endpoint for the next turn. */
  readonly next?: string;
  /** The kind of interaction that the turn raises. */
  readonly asks?: string;
  /** Whether the turn itself asks, or an agent's task. */
  readonly asker?: 'turn' | 'task';
  /** What the turn selects, attaches or cites. */
  readonly selection?: string;
  /** What makes the chat busy, or what happened in it before. */
  readonly chat?: string;
  readonly credential?: string;
  readonly operation?: string;
  /** The member of a request that is invalid or unusual. */
  readonly member?: string;
  readonly value?: string;
}
