import type { LiveStream } from '../drive/live-stream.ts';
import { isObject, type JsonObject, objectsIn } from '../judge/json.ts';
import type { CheckContext } from './context.ts';
import { endOf } from './ended-turn.ts';

/** A turn with agents, as the end of its stream shows it. */
export interface DelegatedTurn {
  readonly stream: LiveStream;
  readonly turn: JsonObject;
  readonly steps: readonly JsonObject[];
}

/**
 * Runs the turn of a scenario with agents to its end.
 *
 * @throws CannotGoOn when nothing in it tells that it delegated: a model may choose not to
 */
export async function delegate(t: CheckContext, scenario: string): Promise<DelegatedTurn> {
  const delegated = await runWithAgents(t, scenario);
  t.assume(hasDelegated(delegated.turn), 'the turn did not delegate');
  return delegated;
}

/** Runs the turn of a scenario with agents to its end, whether or not it delegates. */
export async function runWithAgents(t: CheckContext, scenario: string): Promise<DelegatedTurn> {
  const stream = await t.open(t.scenario(scenario));
  const { data: turn } = await endOf(t, stream, 'message.completed');
  return { stream, turn, steps: objectsIn(turn.steps) };
}

/** Whether a turn tells of tasks: in its steps, its runs or its usage. */
export function hasDelegated({ steps, agent_runs: runs, usage }: JsonObject): boolean {
  return (
    objectsIn(steps).some(tellsOfAgents) ||
    (Array.isArray(runs) && runs.length > 0) ||
    (isObject(usage) && Number(usage.agent_tokens) > 0)
  );
}

/** Whether a step is about a task, or about the start of some. */
export function tellsOfAgents({ key, agent }: JsonObject): boolean {
  return key === 'agents_delegated' || key === 'agent' || isObject(agent);
}
