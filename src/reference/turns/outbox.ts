import type { StreamEvent } from '../../../generated/types.d.ts';
import type { Turns, TurnText } from '../store/store.ts';

/** Turns that go on in one round of the event loop. */
const TURNS_PER_ROUND = 4;

/** The running turn that an event belongs to. */
export interface Sender {
  /** Sends the event to the stream that follows the turn. */
  send(event: StreamEvent): void;
  /** Stops the turn, since its text could not be stored. */
  cut(cause: 'unwritable'): void;
}

/** An event that waits to be sent. */
export interface OutboxEntry {
  readonly turn: Sender;
  readonly event: StreamEvent;
  /** The text to store before the event is sent. */
  readonly text?: TurnText;
}

/**
 * Sends the events of all running turns. A text is stored before it is sent, so that after a crash the server has at least
 * the text that the client has. All turns share one write per round of the event loop, which keeps this cheap.
 */
export class Outbox {
  readonly #turns: Turns;
  #waiting: OutboxEntry[] = [];
  readonly #resting: (() => void)[] = [];

  constructor(turns: Turns) {
    this.#turns = turns;
  }

  /** Queues an event until the end of this round of the event loop. */
  put(entry: OutboxEntry): void {
    if (this.#waiting.push(entry) === 1) setImmediate(() => this.flush());
  }

  /**
   * Resolves in a later round of the event loop, after the queued events were sent. Turns with many events go on a few in each
   * round, so that other requests wait only for those, and only their events are in memory.
   */
  nextRound(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#resting.push(resolve) === 1) setImmediate(() => this.#resume());
    });
  }

  #resume(): void {
    this.flush();
    for (const resolve of this.#resting.splice(0, TURNS_PER_ROUND)) resolve();
    if (this.#resting.length > 0) setImmediate(() => this.#resume());
  }

  /** Stores and sends all queued events at once. */
  flush(): void {
    const entries = this.#waiting;
    if (entries.length === 0) return;
    this.#waiting = [];
    const pieces = joinPieces(entries);
    try {
      if (pieces.length > 0) this.#turns.append(pieces);
    } catch {
      // No client may receive a text that is not stored.
      for (const { turn } of entries) turn.cut('unwritable');
      return;
    }
    for (const { turn, event } of entries) turn.send(event);
  }
}

/** Joins the texts of each turn, so that a burst of pieces takes one row per turn. */
function joinPieces(entries: readonly OutboxEntry[]): TurnText[] {
  const joined = new Map<number, TurnText>();
  for (const { text: piece } of entries) {
    if (!piece) continue;
    const before = piece.replace ? undefined : joined.get(piece.turnId);
    joined.set(piece.turnId, before ? { ...before, text: before.text + piece.text } : piece);
  }
  return [...joined.values()];
}
