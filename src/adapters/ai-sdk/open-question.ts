import type { ActionResult } from '../../../generated/types.js';
import type { ActionEvent, ToolApprovalEvent } from '../../client/turn-event.ts';
import { approvalIdOf } from './answer-chunks.ts';

/** A question of a turn that waits for an answer. */
export interface OpenQuestion {
  /** The question. Its methods record which calls they approve. */
  readonly question: ActionEvent;
  /** The `tool_use_id`s that the answer approved. */
  approved(): readonly string[];
  /**
   * Records the decision on one call.
   * @returns a function that sends the answer, once each call has a decision; undefined before, or if the id belongs to another question
   */
  decide(
    approvalId: string,
    approved: boolean,
  ): ((question: ActionEvent) => Promise<ActionResult | undefined> | undefined) | undefined;
}

export function openQuestion(event: ActionEvent): OpenQuestion {
  if (event.kind !== 'tool_approval') return { question: event, approved: () => [], decide: () => undefined };
  const all = event.data.payload.tools.map(({ tool_use_id }) => tool_use_id);
  const decisions = new Map<string, boolean>();
  let approved: readonly string[] = [];
  const noting =
    (ids: readonly string[], give: () => Promise<ActionResult>) => async (): Promise<ActionResult> => {
      const result = await give();
      approved = ids;
      return result;
    };
  const question: ToolApprovalEvent = {
    ...event,
    approve: (...ids) => noting(ids.length ? ids : all, () => event.approve(...ids))(),
    decline: () => noting([], () => event.decline())(),
  };
  return {
    question,
    approved: () => approved,
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
