import type {
  ActionRequired,
  MessageCancelled,
  MessageCompleted,
  MessageError,
  Step,
} from '../../generated/types.js';
import type { TurnEvent } from './turn-event.ts';

/** A task of an agent, as its latest step shows it. */
export type AgentTask = NonNullable<Step['agent']>;

/** A turn as a user interface shows it. */
export interface TurnState {
  /** The state of the turn; `failed` after message.error. */
  readonly status: 'waiting' | 'running' | 'completed' | 'cancelled' | 'failed';
  /** The text of the answer so far. */
  readonly text: string;
  /** The steps in the order in which they began. */
  readonly steps: readonly Step[];
  /** Interactions that wait for an answer. `answered` removes one that has been answered. */
  readonly interactions: readonly ActionRequired[];
  /** The tasks of agents, in the order in which they began. */
  readonly tasks: readonly AgentTask[];
  /** The finished message; undefined before the end and after a failure. */
  readonly message: MessageCompleted | MessageCancelled | undefined;
  /** Why the turn failed. */
  readonly error: MessageError | undefined;
}

/** The state before the first event. */
export const WAITING: TurnState = {
  status: 'waiting',
  text: '',
  steps: [],
  interactions: [],
  tasks: [],
  message: undefined,
  error: undefined,
};

/** Applies an event to the state. Returns a new state, or the same one if nothing has changed. */
export function follow(state: TurnState, event: TurnEvent): TurnState {
  switch (event.type) {
    case 'message.start':
      return { ...state, status: 'running' };
    case 'message.delta': {
      const { text, replace } = event.data;
      return { ...state, text: replace ? text : state.text + text };
    }
    case 'message.step': {
      const steps = mergeSteps(state.steps, event.data.steps);
      return { ...state, steps, tasks: tasksOf(steps) };
    }
    case 'message.action_required': {
      const { action_id } = event.data;
      return { ...state, interactions: [...answered(state, action_id).interactions, event.data] };
    }
    case 'message.completed':
    case 'message.cancelled': {
      const { content, steps } = event.data;
      const status = event.type === 'message.completed' ? 'completed' : 'cancelled';
      const tasks = tasksOf(steps ?? []);
      return {
        ...state,
        status,
        text: content,
        steps: steps ?? [],
        tasks,
        interactions: [],
        message: event.data,
      };
    }
    case 'message.error':
      return { ...state, status: 'failed', interactions: [], error: event.data };
    default:
      return state;
  }
}

/** Removes an interaction that was answered or has expired. */
export function answered(state: TurnState, actionId: string): TurnState {
  return { ...state, interactions: state.interactions.filter(({ action_id }) => action_id !== actionId) };
}

/**
 * Replaces each step that has changed, and appends new ones. Steps have no ids, and an event may contain all steps or only the changed ones
 * . So a step replaces the last one that describes the same work.
 */
function mergeSteps(steps: readonly Step[], changed: readonly Step[]): readonly Step[] {
  const merged = [...steps];
  const places = new Map(merged.map((step, index) => [identityOf(step), index]));
  for (const step of changed) {
    const identity = identityOf(step);
    const index = places.get(identity) ?? merged.length;
    merged[index] = step;
    places.set(identity, index);
  }
  return merged;
}

function identityOf({ key, label_code, label, agent, agent_task_ids, tool_calls }: Step): string {
  const calls = tool_calls?.map(({ tool_use_id }) => tool_use_id);
  const task = agent?.task_id;
  // The text of a task's own step changes with its progress.
  return JSON.stringify(
    key === 'agent' ? [key, task] : [key, label_code, label, task, agent_task_ids, calls],
  );
}

/** The latest state of each task that the steps show. */
function tasksOf(steps: readonly Step[]): readonly AgentTask[] {
  const tasks = new Map<string, AgentTask>();
  for (const { key, agent } of steps) {
    if (!agent?.task_id) continue;
    const known = tasks.get(agent.task_id);
    if (key === 'agent' || known === undefined) tasks.set(agent.task_id, { ...known, ...agent });
  }
  return [...tasks.values()];
}
