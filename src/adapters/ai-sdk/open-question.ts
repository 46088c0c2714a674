import type { ActionResult } from '../../../generated/types.js';
import type { ActionEvent, ToolApprovalEvent } from '../../client/turn-event.ts';
import { approvalIdOf } from './answer-chunks.ts';

/** A question of a turn that waits for an answer. */
export interface OpenQuestion {
  /** The question. If it is about tools, its methods also call the listeners. */
  readonly question: ActionEvent;
  /**
   * Records the decision on one call.
   * @returns a function that sends the answer, once each call has a decision; undefined before, or if the id belongs to another question
   */
  decide(
    approvalId: string,
    approved: boolean,
  ): ((question: ActionEvent) => Promise<ActionResult | undefined> | undefined) | undefined;
}

interface Listeners {
  /**
   * Called before an answer is sent, since the turn may go on before the service confirms it.
   * @param approved the `tool_use_id`s that it approves
   */
  onDecision(approved: readonly string[]): void;
  /** Called when the answer fails. */
  onFailure(): void;
}

export function openQuestion(event: ActionEvent, { onDecision, onFailure }: Listeners): OpenQuestion {
  if (event.kind !== 'tool_approval') return { question: event, decide: () => undefined };
  const all = event.data.payload.tools.map(({ tool_use_id }) => tool_use_id);
  const decisions = new Map<string, boolean>();
  const send = async (approved: readonly string[], answer: Promise<ActionResult>): Promise<ActionResult> => {
    onDecision(approved);
    try {
      return await answer;
    } catch (error) {
      onFailure();
      throw error;
    }
  };
  const question: ToolApprovalEvent = {
    ...event,
    approve: (...ids) => send(ids.length ? ids : all, event.approve(...ids)),
    decline: () => send([], event.decline()),
  };
  return {
    question,
    decide(id, isApproved) {
      const call = all.find((each) => approvalIdOf(event.data.action_id, each) === id);
      if (call === undefined) return undefined;
      decisions.set(call, isApproved);
      if (decisions.size < all.length) return undefined;
      const ids = all.filter((each) => decisions.get(each));
      decisions.clear();
      return () => (ids.length ? question.approve(...ids) : question.decline());
    },
  };
}
