import { randomUUID } from 'node:crypto';
import type { ActionRequired } from '../../../generated/types.d.ts';
import type { Clock } from '../clock.ts';
import { refusal } from '../failures/api-failure.ts';
import type { Lifetime } from '../lifetime.ts';
import type { InteractionKind, InteractionRecord, Interactions } from '../store/store.ts';
import { TIMERS } from '../timers.ts';
import type { LiveTurn } from '../turns/live-turn.ts';
import { type Decision, type Delivery, DeliveryFailure } from './delivery.ts';
import { undelivered } from './undelivered.ts';

/** The question of a turn: the data of message.action_required without the id. */
export type Question = DistributiveOmit<ActionRequired, 'action_id'>;
type DistributiveOmit<Type, Key extends string> = Type extends unknown ? Omit<Type, Key> : never;

/** The credential that answers, and the chat through which it answers. */
export interface Respondent {
  readonly credentialId: string;
  readonly chatId: string;
}

interface Asked {
  readonly question: Question;
  /** Lets the turn continue; the decision is undefined when there is no answer. */
  settle(decision: Decision | undefined): void;
  /** Whether the time ran out while an answer was being delivered. */
  isOverdue: boolean;
}

/** Connects the questions of turns with the answers of clients. Only its own id resolves an interaction (section 6). */
export class PendingInteractions {
  readonly #interactions: Interactions;
  readonly #clock: Clock;
  readonly #delivery: Delivery;
  /** The questions that wait for an answer, by action id. */
  readonly #asked = new Map<string, Asked>();

  constructor(interactions: Interactions, clock: Clock, delivery: Delivery) {
    this.#interactions = interactions;
    this.#clock = clock;
    this.#delivery = delivery;
  }

  /** The number of questions that wait for an answer. */
  get open(): number {
    return this.#asked.size;
  }

  /**
   * Asks a question and waits for the answer. The question belongs to the lifetime of the work that needs the answer, and is withdrawn when
   * that work ends.
   *
   * @returns the decision; undefined when no answer came within 110 seconds, or its delivery failed
   * @throws the reason for which the lifetime ends: a TurnCut when the turn is cut
   */
  ask<Kind extends InteractionKind>(
    turn: LiveTurn,
    whole: Question & { readonly kind: Kind },
    lifetime: Lifetime = turn.lifetime,
  ): Promise<Extract<Decision, { kind: Kind }> | undefined> {
    lifetime.throwIfOver();
    // An answer is compared with the question that the client has seen.
    const question = turn.hideSecretsIn(whole);
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
      let isSettled = false;
      const asking = lifetime.begin();
      const asked: Asked = {
        question,
        isOverdue: false,
        settle(decision) {
          isSettled = true;
          resolve(decision as Extract<Decision, { kind: Kind }> | undefined);
          asking.end(undefined);
        },
      };
      this.#asked.set(id, asked);
      asking.own(() => {
        this.#asked.delete(id);
        if (isSettled) return;
        reject(lifetime.reason);
        // The end of the turn expires all of its questions at once.
        if (!turn.lifetime.isOver) this.#interactions.change(id, 'pending', 'expired');
      });
      asking.after(this.#clock, TIMERS.interaction, () => this.#expire(id, asked));
      turn.publish({
        type: 'message.action_required',
        data: { ...question, action_id: id } as ActionRequired,
      });
    });
  }

  /**
   * Delivers an answer to the waiting turn. If several answers arrive at once, only one is accepted.
   *
   * @param decide derives the decision from the question; it throws when the answer does not fit the question
   * @throws ApiFailure when the interaction cannot be answered, or the delivery fails
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
    // A pending interaction without a waiting turn was left behind by an earlier process.
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
   * The turn that raised an interaction, even if both have ended.
   *
   * @throws ApiFailure when this credential has no such interaction in this chat; DeliveryFailure when interactions cannot
   * be looked up
   */
  turnOf(id: string, who: Respondent): number {
    const interaction = this.#interactions.find(id);
    if (!interaction || !isOf(interaction, who) || interaction.state === 'expired')
      throw refusal('action-not-found');
    return interaction.turnId;
  }

  /** Expires all interactions of a turn, since the turn has ended. */
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

  /** Changes the state of an interaction after a failed delivery. @returns the error to throw */
  #giveBack(id: string, asked: Asked, error: unknown): unknown {
    if (!(error instanceof DeliveryFailure)) {
      // This is a defect. The fate of the answer is unknown, and the turn must not wait for it.
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
