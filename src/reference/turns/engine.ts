import type { Clock } from '../clock.ts';
import { anonymizationOf } from '../incognito/mask.ts';
import type { Store, TurnClose, TurnRecord } from '../store/store.ts';
import { TIMERS } from '../timers.ts';
import { agentsSupport } from './agents-support.ts';
import { BARE_CLOSE } from './bare-close.ts';
import { type ConductPorts, conduct } from './conduct.ts';
import { SaveUnconfirmed } from './cut.ts';
import type { TurnFailure } from './failure.ts';
import { crashed, failureOf, UNSETTLED } from './failures.ts';
import { LiveTurn, type TurnEnd } from './live-turn.ts';
import type { TurnOrder } from './order.ts';
import { Outbox } from './outbox.ts';
import { terminalEvent } from './terminal.ts';
import { renderUsage } from './usage.ts';

/** Earlier turns of a chat that the model is shown. */
const MEMORY = 20;

export interface EnginePorts extends ConductPorts {
  readonly clock: Clock;
  readonly store: Store;
  /** Hears of errors that are nobody's to handle. */
  report(error: unknown): void;
}

/** A turn whose close went wrong: what is said of it, and what recovery will store. */
interface Unsettled {
  readonly failure: TurnFailure;
  close(turn: TurnRecord): TurnClose;
}

/** Runs turns. A turn lives here and not in a request: it ends, is saved and is told whether or not anybody listens. */
export class TurnEngine {
  readonly #ports: EnginePorts;
  readonly #outbox: Outbox;
  readonly #live = new Map<number, LiveTurn>();
  /** Turns whose close went wrong, with what is said of them until recovery has settled them. */
  readonly #unsettled = new Map<number, Unsettled>();
  readonly #stopRecovery = new Set<() => void>();
  #running = 0;
  #tellIdle = () => {};

  constructor(ports: EnginePorts) {
    this.#ports = ports;
    this.#outbox = new Outbox(ports.store.turns);
    for (const id of ports.store.turns.listOpen()) this.#orphan(id);
  }

  /** Writes a turn down. From here on it is running; `run` makes it move. */
  begin(order: TurnOrder): LiveTurn {
    const { clock, store } = this.#ports;
    const createdAt = clock.now();
    // What only the store needs does not live as long as the turn.
    const { key, newChat, ...lasting } = order;
    const { owner, chatId, requestId, content, metadata } = lasting;
    const agents = agentsSupport(order);
    const id = store.turns.begin(
      {
        ...owner,
        chatId,
        requestId,
        ...(key && { key }),
        prompt: content,
        metadata,
        ...(agents && { agents }),
        createdAt,
      },
      newChat,
    );
    const turn = new LiveTurn(id, lasting, createdAt, clock, this.#outbox);
    this.#live.set(id, turn);
    return turn;
  }

  /** Runs a turn to its end. It never throws. */
  async run(turn: LiveTurn): Promise<void> {
    const { clock, store } = this.#ports;
    this.#running += 1;
    const stop = clock.after(TIMERS.turn, () => turn.cut('timeout'));
    let error: unknown;
    try {
      await conduct(turn, this.#ports, this.#earlier(turn.order.chatId, store));
      turn.signal.throwIfAborted();
    } catch (thrown) {
      // What a library makes of the abort does not matter; why it was aborted does.
      error = turn.signal.aborted ? turn.signal.reason : thrown;
    }
    stop();
    this.#end(turn, error);
    this.#running -= 1;
    if (this.#running === 0) this.#tellIdle();
  }

  /** The running turn of a chat, if it runs in this process. */
  findLive(id: number | undefined): LiveTurn | undefined {
    return id === undefined ? undefined : this.#live.get(id);
  }

  /** What is said of a turn whose outcome is not settled; undefined for any other. */
  unsettled(turn: TurnRecord): Required<TurnEnd> | undefined {
    const known = this.#unsettled.get(turn.id);
    return known && { close: turn.close ?? known.close(turn), unsettled: known.failure };
  }

  /** Stops every turn and waits until all are saved. */
  async close(): Promise<void> {
    for (const stop of this.#stopRecovery) stop();
    const idle = new Promise<void>((resolve) => {
      this.#tellIdle = resolve;
    });
    for (const turn of this.#live.values()) turn.cut('shutdown');
    if (this.#running > 0) await idle;
  }

  #earlier(chatId: string, store: Store): TurnRecord[] {
    const { total } = store.turns.list(chatId, { offset: 0, limit: 0 });
    const { turns } = store.turns.list(chatId, { offset: Math.max(0, total - MEMORY - 1), limit: MEMORY });
    return turns.filter(({ close }) => close?.status === 'completed');
  }

  /** Saves the outcome, and only then tells it. */
  #end(turn: LiveTurn, error: unknown): void {
    this.#outbox.flush();
    const close = closeOf(turn, error);
    const unsettled = this.#save(turn.id, close);
    this.#live.delete(turn.id);
    turn.finish({ close, ...(unsettled && { unsettled }) }, terminalEvent(turn.facts, close, unsettled));
  }

  /** @returns what to say instead of the outcome when the save went wrong */
  #save(id: number, close: TurnClose): TurnFailure | undefined {
    const { clock, store, desk } = this.#ports;
    try {
      desk.closeOf(id);
      return store.turns.close(id, close, clock.now()) ? undefined : UNSETTLED.idempotency_outcome_unknown;
    } catch (error) {
      const isUnconfirmed = error instanceof SaveUnconfirmed;
      if (!isUnconfirmed) this.#ports.report(error);
      const failure = isUnconfirmed ? UNSETTLED.persistence_failed : UNSETTLED.outcome_unknown;
      this.#settleLater(id, { failure, close: () => close });
      return failure;
    }
  }

  /** A turn that an earlier process left open: nobody knows how it ended, until recovery says so. */
  #orphan(id: number): void {
    this.#settleLater(id, {
      failure: UNSETTLED.outcome_unknown,
      close: (turn) => ({
        status: 'error',
        content: turn.content,
        ...BARE_CLOSE,
        ...(turn.agents && { agents: turn.agents }),
        failure: crashed(turn.requestId),
      }),
    });
  }

  /** Tries again after a while, for as long as it fails. */
  #settleLater(id: number, unsettled: Unsettled): void {
    const { clock, store, desk } = this.#ports;
    this.#unsettled.set(id, unsettled);
    const stop = clock.after(TIMERS.recovery, () => {
      this.#stopRecovery.delete(stop);
      try {
        const turn = store.turns.find(id);
        desk.closeOf(id);
        if (turn && !turn.close) store.turns.close(id, unsettled.close(turn), clock.now());
        this.#unsettled.delete(id);
      } catch (error) {
        this.#ports.report(error);
        this.#settleLater(id, unsettled);
      }
    });
    this.#stopRecovery.add(stop);
  }
}

function closeOf(turn: LiveTurn, error: unknown): TurnClose {
  const { order } = turn;
  const failure = error === undefined ? undefined : failureOf(error, order.requestId);
  const agents = agentsSupport(order);
  return {
    status: error === undefined ? 'completed' : failure ? 'error' : 'cancelled',
    content: turn.content,
    usage: renderUsage(turn.usage.total(), agents ? turn.agentTokens : undefined),
    steps: turn.steps.close(),
    sources: turn.sources,
    anonymization: turn.mask ? anonymizationOf(turn.mask) : null,
    agentRuns: turn.runs,
    ...(agents && { agents }),
    ...(failure && { failure }),
  };
}
