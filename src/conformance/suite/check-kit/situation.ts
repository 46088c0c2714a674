/**
 * What a check brings about, as plain data: the value of each factor. Checks that differ in a factor look at the same thing in another place, so
 * that a run which costs less can leave out combinations of values that others show.
 */
export interface Situation {
  /** What is done there, such as a replay or a late answer. */
  readonly probe: string;
  /** What the turn does, in this order. */
  readonly course?: readonly string[];
  /** How the turn ends. */
  readonly end?: string;
  /** The endpoint that the turn is sent to. */
  readonly channel?: string;
  /** The endpoint that the next turn is sent to. */
  readonly next?: string;
  /** What the turn asks for. */
  readonly asks?: string;
  /** Whether the turn itself asks or the task of an agent. */
  readonly asker?: 'turn' | 'task';
  /** What the turn selects, attaches or cites. */
  readonly selection?: string;
  /** What makes the chat busy, or what else has happened in it. */
  readonly chat?: string;
  readonly credential?: string;
  readonly operation?: string;
  /** The member of a request that is wrong or unusual, and what stands in it. */
  readonly member?: string;
  readonly value?: string;
}
