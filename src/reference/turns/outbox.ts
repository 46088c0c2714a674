import type { StreamEvent } from '../../../generated/types.d.ts';
import type { Turns, TurnText } from '../store/store.ts';

/** Turns that continue in one round of the event loop. */
const TURNS_PER_ROUND = 4;

/** A running turn, whose events wait to be sent. */
export interface Sender {
  readonly id: number;
  /** Sends the events to the stream that follows the turn. */
  sendAll(events: readonly StreamEvent[]): void;
  /** Stops the turn, since its text could not be stored. */
  cut(cause: 'unwritable', error: unknown): void;
}

/**
 * Sends the events of all running turns. A text is stored before it is sent, so that after a crash the server has at least
 * the text that the client has. All turns share one write per round of the event loop, which keeps this cheap.
 */
export class Outbox {
  readonly #turns: Turns;
  #waiting = new Map<Sender, StreamEvent[]>();
  readonly #resting: (() => void)[] = [];

  constructor(turns: Turns) {
    this.#turns = turns;
  }

  /** Queues an event until the end of this round of the event loop. The text of a message.delta is stored before the event is sent. */
  put(turn: Sender, event: StreamEvent): void {
    const events = this.#waiting.get(turn);
    if (events) {
      events.push(event);
      return;
    }
    if (this.#waiting.size === 0) setImmediate(() => this.flush());
    this.#waiting.set(turn, [event]);
  }

  /**
   * Resolves in a later round of the event loop, after the queued events were sent. Only a few of the turns with many events continue in
   * each round, so that other requests wait only for those, and only their events are in memory.
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
    const waiting = this.#waiting;
    if (waiting.size === 0) return;
    this.#waiting = new Map();
    const texts = Array.from(waiting, ([{ id }, events]) => textOf(id, events)).filter(
      (text) => text !== undefined,
    );
    try {
      if (texts.length > 0) this.#turns.append(texts);
    } catch (error) {
      // No client may receive a text that is not stored.
      for (const turn of waiting.keys()) turn.cut('unwritable', error);
      return;
    }
    for (const [turn, events] of waiting) turn.sendAll(events);
  }
}

/** Joins the texts of a turn's events, so that a burst of them takes one row. Undefined if no event has a text. */
function textOf(turnId: number, events: readonly StreamEvent[]): TurnText | undefined {
  const pieces: string[] = [];
  let replace = false;
  let hasText = false;
  for (const { type, data } of events) {
    if (type !== 'message.delta') continue;
    hasText = true;
    if (data.replace) {
      replace = true;
      pieces.length = 0;
    }
    pieces.push(data.text);
  }
  return hasText ? { turnId, text: pieces.join(''), replace } : undefined;
}
