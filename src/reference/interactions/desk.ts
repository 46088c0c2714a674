import { randomUUID } from 'node:crypto';
import type { ActionRequired } from '../../../generated/types.d.ts';
import type { Clock } from '../clock.ts';
import { refusal } from '../failures/api-failure.ts';
import type { InteractionKind, InteractionRecord, Interactions } from '../store/store.ts';
import { TIMERS } from '../timers.ts';
import type { LiveTurn } from '../turns/live-turn.ts';
import { type Decision, type Delivery, DeliveryFailure } from './delivery.ts';
import { undelivered } from './undelivered.ts';

/** What a turn asks: a message.action_required without its id. */
export type Question = DistributiveOmit<ActionRequired, 'action_id'>;
type DistributiveOmit<Type, Key extends string> = Type extends unknown ? Omit<Type, Key> : never;

/** Who answers, and through which chat. */
export interface Respondent {
  readonly credentialId: string;
  readonly chatId: string;
}

interface Asked {
  readonly question: Question;
  /** Lets the turn go on; undefined when there is no answer. */
  settle(decision: Decision | undefined): void;
  /** The time is up, and an answer is on its way. */
  isOverdue: boolean;
}

/** Where turns ask and clients answer. Every interaction has its own id, and nothing else resolves it (section 6). */
export class InteractionDesk {
  readonly #interactions: Interactions;
  readonly #clock: Clock;
  readonly #delivery: Delivery;
  /** What waits for an answer, by action id. */
  readonly #asked = new Map<string, Asked>();

  constructor(interactions: Interactions, clock: Clock, delivery: Delivery) {
    this.#interactions = interactions;
    this.#clock = clock;
    this.#delivery = delivery;
  }

  /**
   * Asks, and waits for the answer.
   *
   * @returns undefined when nobody answered within 110 seconds, or the answer was lost
   * @throws the reason of the turn's signal when it is cut
   */
  ask<Kind extends InteractionKind>(
    turn: LiveTurn,
    question: Question & { readonly kind: Kind },
  ): Promise<Extract<Decision, { kind: Kind }> | undefined> {
    turn.signal.throwIfAborted();
    const id = `act_${randomUUID()}`;
    this.#interactions.open({
      id,
      turnId: turn.id,
      chatId: turn.order.chatId,
      credentialId: turn.order.owner.credentialId,
      kind: question.kind,
      state: 'pending',
    });
    return new Promise((resolve, reject) => {
      const forget = () => {
        stop();
        this.#asked.delete(id);
        turn.signal.removeEventListener('abort', giveUp);
      };
      const giveUp = () => {
        forget();
        reject(turn.signal.reason);
      };
      const asked: Asked = {
        question,
        isOverdue: false,
        settle(decision) {
          forget();
          resolve(decision as Extract<Decision, { kind: Kind }> | undefined);
        },
      };
      const stop = this.#clock.after(TIMERS.interaction, () => this.#expire(id, asked));
      this.#asked.set(id, asked);
      turn.signal.addEventListener('abort', giveUp, { once: true });
      turn.publish({
        type: 'message.action_required',
        data: { ...question, action_id: id } as ActionRequired,
      });
    });
  }

  /**
   * Hands an answer to the turn that waits for it. Of several answers at once, one wins.
   *
   * @param decide makes the decision out of the answer and what was asked; it throws when they do not fit
   * @throws ApiFailure when there is nothing to answer, or the answer did not arrive
   */
  async answer(
    id: string,
    who: Respondent,
    kind: InteractionKind,
    decide: (question: Question) => Decision,
  ): Promise<void> {
    const interaction = this.#find(id);
    if (!interaction || interaction.kind !== kind || !isOf(interaction, who))
      throw refusal('action-not-found');
    if (interaction.state === 'expired') throw refusal('action-not-found');
    if (interaction.state !== 'pending') throw refusal('action-not-pending');
    const asked = this.#asked.get(id);
    // Pending, and nobody waits: its turn ended with the process that ran it.
    if (!asked) throw refusal('action-not-found');
    const decision = decide(asked.question);
    this.#interactions.change(id, 'pending', 'claimed');
    try {
      await this.#delivery.decide(decision, (accepted) => {
        this.#interactions.change(id, 'claimed', 'resolved');
        asked.settle(accepted);
      });
    } catch (error) {
      throw this.#giveBack(id, asked, error);
    }
  }

  /**
   * The turn that raised an interaction, whatever became of either.
   *
   * @throws ApiFailure when there is no such interaction of this credential in this chat; DeliveryFailure when none can be
   * looked up
   */
  turnOf(id: string, who: Respondent): number {
    const interaction = this.#interactions.find(id);
    if (!interaction || !isOf(interaction, who) || interaction.state === 'expired')
      throw refusal('action-not-found');
    return interaction.turnId;
  }

  /** Nothing that this turn asked can be answered any more. */
  closeOf(turnId: number): void {
    this.#interactions.expireOf(turnId);
  }

  #find(id: string): InteractionRecord | undefined {
    try {
      return this.#interactions.find(id);
    } catch (error) {
      throw error instanceof DeliveryFailure ? undelivered(error).failure : error;
    }
  }

  #expire(id: string, asked: Asked): void {
    asked.isOverdue = true;
    if (this.#interactions.change(id, 'pending', 'expired')) asked.settle(undefined);
  }

  /** After an answer was lost: says what the client is told. */
  #giveBack(id: string, asked: Asked, error: unknown): unknown {
    if (!(error instanceof DeliveryFailure)) {
      // A defect: nobody can tell what became of the answer, and the turn shall not wait for it.
      asked.settle(undefined);
      return error;
    }
    const { state, failure } = undelivered(error);
    this.#interactions.change(id, 'claimed', state);
    if (state === 'closed') asked.settle(undefined);
    else if (asked.isOverdue) this.#expire(id, asked);
    return failure;
  }
}

function isOf(interaction: InteractionRecord, who: Respondent): boolean {
  return interaction.credentialId === who.credentialId && interaction.chatId === who.chatId;
}
