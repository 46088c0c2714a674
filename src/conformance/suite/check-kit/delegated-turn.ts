import type { ScenarioName } from '../../../../generated/ids.d.ts';
import type { LiveStream } from '../../drive/live-stream.ts';
import { isObject, type JsonObject, objectsIn } from '../../judge/json.ts';
import type { CheckContext } from './context.ts';
import { endOf } from './turns.ts';

/** A turn with agents, as the terminal event of its stream shows it. */
export interface DelegatedTurn {
  readonly stream: LiveStream;
  readonly turn: JsonObject;
  readonly steps: readonly JsonObject[];
}

/**
 * Runs a scenario's turn with agents to its end.
 *
 * @throws CannotGoOn when the turn shows no delegation: a model may choose not to delegate
 */
export async function delegate(t: CheckContext, scenario: ScenarioName): Promise<DelegatedTurn> {
  const delegated = await runWithAgents(t, scenario);
  t.require(hasDelegated(delegated.turn), 'the turn did not delegate');
  return delegated;
}

/** Runs a scenario's turn with agents to its end, whether or not it delegates. */
export async function runWithAgents(t: CheckContext, scenario: ScenarioName): Promise<DelegatedTurn> {
  const stream = await t.open(t.scenario(scenario));
  const { data: turn } = await endOf(t, stream, 'message.completed');
  return { stream, turn, steps: objectsIn(turn.steps) };
}

/** Whether a turn shows a delegated task in its steps, its agent runs or its usage. */
export function hasDelegated({ steps, agent_runs: runs, usage }: JsonObject): boolean {
  return (
    objectsIn(steps).some(isAboutAgents) ||
    (Array.isArray(runs) && runs.length > 0) ||
    (isObject(usage) && Number(usage.agent_tokens) > 0)
  );
}

/** Whether a step belongs to an agent's task, or to the delegation that starts tasks. */
export function isAboutAgents({ key, agent }: JsonObject): boolean {
  return key === 'agents_delegated' || key === 'agent' || isObject(agent);
}
