import type { Clock } from '../clock.ts';
import { Lifetime } from '../lifetime.ts';
import { ModelFailure } from '../models/model.ts';
import type { SecretMask } from '../secrets/secret-mask.ts';
import type { ServiceLog } from '../service-log.ts';
import type { Owner, Store, TurnClose, TurnFailure, TurnRecord } from '../store/store.ts';
import { TIMERS } from '../timers.ts';
import { closeOf, interruptedClose } from './close.ts';
import { type ConductPorts, prepareConversation } from './conduct.ts';
import { converse } from './converse.ts';
import { OutcomeLost, SaveUnconfirmed } from './cut.ts';
import { isDefect, UNSETTLED } from './failure.ts';
import { LiveTurn, type TurnEnd, type TurnSurroundings } from './live-turn.ts';
import { agentsSupport, type TurnOrder } from './order.ts';
import { Outbox } from './outbox.ts';
import { terminalEvent } from './terminal.ts';

/** The number of earlier turns of a chat that the model gets. */
const MEMORY = 20;

/** What the engine needs besides the ports of a running turn. */
export interface EnginePorts extends ConductPorts {
  readonly clock: Clock;
  readonly store: Store;
  readonly log: ServiceLog;
  readonly secrets: SecretMask;
  /** Receives errors that no caller handles. */
  report(error: unknown): void;
}

/** A turn whose close failed: the failure that clients get, and the outcome that recovery will store. */
interface Unsettled {
  readonly failure: TurnFailure;
  close(turn: TurnRecord): TurnClose;
}

/** Runs turns. A turn belongs to the engine and not to a request: it runs to its end and is saved even if its client has disconnected. */
export class TurnEngine {
  readonly #ports: EnginePorts;
  readonly #outbox: Outbox;
  readonly #surroundings: TurnSurroundings;
  readonly #live = new Map<number, LiveTurn>();
  /** The number of running turns, by the `keyOf` of their owner. */
  readonly #counts = new Map<string | number, number>();
  /** Turns whose close failed and that recovery has not settled yet, by id. */
  readonly #unsettled = new Map<number, Unsettled>();
  /** Ends when the engine is closed, which also ends recovery. */
  readonly #lifetime = new Lifetime();
  #isClosing = false;
  #running = 0;
  /** Resolves once the engine is closing and no turn runs. */
  readonly #idle = Promise.withResolvers<void>();

  constructor(ports: EnginePorts) {
    this.#ports = ports;
    this.#outbox = new Outbox(ports.store.turns);
    const { clock, log, secrets } = ports;
    this.#surroundings = { clock, outbox: this.#outbox, log, secrets };
    for (const id of ports.store.turns.listOpen()) this.#orphan(id);
  }

  /** Stores a new turn. It counts as running from here on; `run` executes it. */
  begin(order: TurnOrder): LiveTurn {
    const { clock, store } = this.#ports;
    const createdAt = clock.now();
    // Only the store needs the key and the new chat. A live turn must not hold them in memory.
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
    const turn = new LiveTurn(id, lasting, createdAt, this.#surroundings);
    this.#live.set(id, turn);
    this.#count(owner, 1);
    return turn;
  }

  /** Runs a turn to its end and saves its outcome. Never throws. A turn that begins while the engine closes is cut at once. */
  async run(turn: LiveTurn): Promise<void> {
    if (this.#isClosing) turn.cut('shutdown');
    const { clock, store } = this.#ports;
    this.#running += 1;
    turn.lifetime.after(clock, TIMERS.turn, () => turn.cut('timeout'));
    let error: unknown;
    try {
      turn.lifetime.throwIfOver();
      await converse(await prepareConversation(turn, this.#ports, this.#earlier(turn.order.chatId, store)));
      turn.lifetime.throwIfOver();
    } catch (thrown) {
      // After an abort a library may throw an error of its own; the abort reason is the cause.
      error = turn.lifetime.isOver ? turn.lifetime.reason : thrown;
    }
    if (isDefect(error)) this.#ports.report(error);
    this.#end(turn, error);
    this.#running -= 1;
    if (this.#isClosing && this.#running === 0) this.#idle.resolve();
  }

  /** The number of running turns. */
  get running(): number {
    return this.#running;
  }

  /** Whether turns can begin. */
  get isOpen(): boolean {
    return !this.#isClosing;
  }

  /** The turn with this id, if it runs in this process. */
  findLive(id: number | undefined): LiveTurn | undefined {
    return id === undefined ? undefined : this.#live.get(id);
  }

  /** The number of turns of an owner that run in this process: those of a credential, or those of a user in the application. */
  countLive(owner: Owner): number {
    return this.#counts.get(keyOf(owner)) ?? 0;
  }

  /** The end to report for a turn whose outcome is not settled; undefined for any other turn. */
  unsettled(turn: TurnRecord): Required<TurnEnd> | undefined {
    const known = this.#unsettled.get(turn.id);
    return known && { close: turn.close ?? known.close(turn), unsettled: known.failure };
  }

  /** Cuts every running turn and any that begins later, and waits until all of them are saved. Nothing runs afterwards. */
  async close(): Promise<void> {
    this.#isClosing = true;
    for (const turn of this.#live.values()) turn.cut('shutdown');
    if (this.#running > 0) await this.#idle.promise;
    this.#lifetime.end(new Error('the engine is closed'));
  }

  #count(owner: Owner, change: number): void {
    const count = this.countLive(owner) + change;
    if (count > 0) this.#counts.set(keyOf(owner), count);
    else this.#counts.delete(keyOf(owner));
  }

  #earlier(chatId: string, store: Store): TurnRecord[] {
    const { total } = store.turns.list(chatId, { offset: 0, limit: 0 });
    // The last turn of the chat is the one that is beginning.
    const limit = Math.min(total - 1, MEMORY);
    if (limit <= 0) return [];
    const { turns } = store.turns.list(chatId, { offset: total - 1 - limit, limit });
    return turns.filter(({ close }) => close?.status === 'completed');
  }

  /** Saves the outcome before any client receives it. */
  #end(turn: LiveTurn, error: unknown): void {
    turn.flush();
    this.#outbox.flush();
    const close = closeOf(turn, error);
    const { unsettled, error: unsaved } = this.#save(turn.id, close);
    this.#logEnd(turn, close, unsettled, error ?? unsaved);
    this.#live.delete(turn.id);
    this.#count(turn.order.owner, -1);
    turn.finish({ close, ...(unsettled && { unsettled }) }, terminalEvent(turn.facts, close, unsettled));
  }

  #logEnd(turn: LiveTurn, close: TurnClose, unsettled: TurnFailure | undefined, error: unknown): void {
    const { order, untilText } = turn;
    const { usage, steps } = close;
    this.#ports.log.turnOver(turn.logged, {
      end: unsettled ? 'error' : close.status,
      failure: (unsettled ?? close.failure)?.code,
      error,
      isDefect: isDefect(error),
      milliseconds: turn.duration,
      ...(untilText !== undefined && { untilText }),
      channel: order.channel,
      ...(order.owner.credentialId !== null && { credential: order.owner.credentialId }),
      model: order.model.code,
      provider: usage?.provider ?? (error instanceof ModelFailure ? error.facts.provider : undefined),
      ...(usage && { usage }),
      tools: steps.flatMap(({ tool_calls }) => (tool_calls ?? []).map(({ name }) => name)),
    });
  }

  /** @returns the failure to report instead of the outcome when the save failed, and its error */
  #save(id: number, close: TurnClose): { readonly unsettled?: TurnFailure; readonly error?: unknown } {
    const { clock, store, desk } = this.#ports;
    try {
      desk.closeOf(id);
      const isOurs = store.turns.close(id, close, clock.now());
      return isOurs ? {} : { unsettled: UNSETTLED.idempotency_outcome_unknown };
    } catch (error) {
      const isUnconfirmed = error instanceof SaveUnconfirmed;
      if (!isUnconfirmed && !(error instanceof OutcomeLost)) this.#ports.report(error);
      const failure = isUnconfirmed ? UNSETTLED.persistence_failed : UNSETTLED.outcome_unknown;
      this.#settleLater(id, { failure, close: () => close });
      return { unsettled: failure, error };
    }
  }

  /** Takes over a turn that an earlier process left open. Its outcome is unknown until recovery stores one. */
  #orphan(id: number): void {
    this.#settleLater(id, { failure: UNSETTLED.outcome_unknown, close: interruptedClose });
  }

  /** Retries the close after a delay, until it succeeds. */
  #settleLater(id: number, unsettled: Unsettled): void {
    const { clock, store, desk, log } = this.#ports;
    this.#unsettled.set(id, unsettled);
    this.#lifetime.after(clock, TIMERS.recovery, () => {
      try {
        const turn = store.turns.find(id);
        desk.closeOf(id);
        const close = turn && (turn.close ?? unsettled.close(turn));
        if (close && !turn.close) store.turns.close(id, close, clock.now());
        if (close) log.turnSettled({ ...turn, messageId: id }, close.status, close.failure?.code);
        this.#unsettled.delete(id);
      } catch (error) {
        this.#ports.report(error);
        this.#settleLater(id, unsettled);
      }
    });
  }
}

/**
 * Application turns of a user count together, since they have no credential. A user's id is a number, so it never equals a credential's id.
 */
function keyOf({ credentialId, userId }: Owner): string | number {
  return credentialId ?? userId;
}
