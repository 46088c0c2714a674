import type { StreamEvent } from '../../../generated/types.d.ts';
import type { Turns, TurnText } from '../store/store.ts';
import type { LiveTurn } from './live-turn.ts';

interface Entry {
  readonly turn: LiveTurn;
  readonly event: StreamEvent;
  readonly text?: TurnText;
}

/**
 * Sends the events of all running turns. Text is written before anybody hears it, so that after a crash a turn has no less
 * than its client; all turns share one write for each round of the event loop, so that this costs little.
 */
export class Outbox {
  readonly #turns: Turns;
  #waiting: Entry[] = [];

  constructor(turns: Turns) {
    this.#turns = turns;
  }

  put(entry: Entry): void {
    if (this.#waiting.push(entry) === 1) setImmediate(() => this.flush());
  }

  /** Writes and sends what waits, now. */
  flush(): void {
    const entries = this.#waiting;
    if (entries.length === 0) return;
    this.#waiting = [];
    const pieces = joinPieces(entries);
    try {
      if (pieces.length > 0) this.#turns.append(pieces);
    } catch {
      // Nobody hears what was not kept.
      for (const { turn } of entries) turn.cut('unwritable');
      return;
    }
    for (const { turn, event } of entries) turn.send(event);
  }
}

/** One text for each turn: a burst of pieces costs one row, and not one for each. */
function joinPieces(entries: readonly Entry[]): TurnText[] {
  const joined = new Map<number, TurnText>();
  for (const { text: piece } of entries) {
    if (!piece) continue;
    const before = piece.replace ? undefined : joined.get(piece.turnId);
    joined.set(piece.turnId, before ? { ...before, text: before.text + piece.text } : piece);
  }
  return [...joined.values()];
}
