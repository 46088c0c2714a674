import type { JsonObject } from './json.ts';
import type { Judgement } from './judgement.ts';
import { agents } from './rules/agents.ts';
import { request } from './rules/request.ts';
import type { StreamContext, StreamRuleFactory, TurnRequest } from './rules/rule.ts';
import { shownTasks } from './rules/shown-tasks.ts';
import { usage } from './rules/usage.ts';

/** The rules about a turn as it is at its end. The others are about the course of a stream. */
const RULES: readonly StreamRuleFactory[] = [agents, shownTasks, usage, request];
const WHERE = 'the blocking answer';

/**
 * Judges the turn of a blocking answer, or of its replay, by the rules that hold for a terminal event: both show the same turn in the same
 * shape (section 2.3).
 */
export function judgeAnsweredTurn(
  turn: JsonObject,
  sent: TurnRequest | undefined,
  judgement: Judgement,
  exchange: number | undefined,
): void {
  const context: StreamContext = {
    request: sent,
    permissionMode: sent?.permissionMode,
    timing: undefined,
    isTurn: true,
    mayRepeat: true,
    exercise: (requirement) => judgement.exercise(requirement),
    cannotJudge: (requirement, reason) => judgement.cannotJudge(requirement, reason),
    report: (requirement, _, details) =>
      judgement.report(requirement, exchange, { ...details, pointer: `/data${details.pointer ?? ''}` }),
    // The turn is judged at once, and what the rules keep of it goes with it.
    remember() {},
  };
  const end = turn.status === 'cancelled' ? 'message.cancelled' : 'message.completed';
  for (const rule of RULES)
    rule(context).on?.[end]?.({ index: 0, type: WHERE, offset: 0, data: turn, isContentCut: false });
}
