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
      return change(state, { status: 'running' });
    case 'message.delta': {
      const { text, replace } = event.data;
      return change(state, { text: replace ? text : state.text + text });
    }
    case 'message.step':
      return change(state, {}, new StepList(event.data.steps, listOf(state)));
    case 'message.action_required': {
      const interactions = [...others(state, event.data.action_id), event.data];
      return change(state, { interactions });
    }
    case 'message.completed':
    case 'message.cancelled': {
      const { content, steps } = event.data;
      const status = event.type === 'message.completed' ? 'completed' : 'cancelled';
      const end = { status, text: content, interactions: [], message: event.data } as const;
      return change(state, end, new StepList(steps ?? []));
    }
    case 'message.error':
      return change(state, { status: 'failed', interactions: [], error: event.data });
    default:
      return state;
  }
}

/** Removes an interaction that was answered or has expired. */
export function answered(state: TurnState, actionId: string): TurnState {
  return change(state, { interactions: others(state, actionId) });
}

function others({ interactions }: TurnState, actionId: string): readonly ActionRequired[] {
  return interactions.filter(({ action_id }) => action_id !== actionId);
}

/** The lists of the states that `change` has made. */
const lists = new WeakMap<TurnState, StepList>();

function listOf(state: TurnState): StepList {
  return lists.get(state) ?? new StepList(state.steps);
}

/** Makes a new state. It shows its steps and tasks by getters, since most states are never shown. */
function change(state: TurnState, news: Partial<TurnState>, list = listOf(state)): TurnState {
  const { status, text, interactions, message, error } = state;
  const next = {
    status,
    text,
    interactions,
    message,
    error,
    ...news,
    get steps() {
      return list.steps;
    },
    get tasks() {
      return list.tasks;
    },
  };
  lists.set(next, list);
  return next;
}

/**
 * An immutable list of steps. It is merged when somebody reads it, or when as many steps wait as its last merged list has. So a turn takes
 * time in proportion to the steps of its events, and the waiting steps never take more memory than the list.
 */
class StepList {
  readonly #changed: readonly Step[];
  /** The list that `#changed` changes. Undefined once merged. */
  #before: StepList | undefined;
  #merged: readonly Step[] | undefined;
  /** The places of steps in `#merged`, by identity. The next list that is merged takes them over. */
  #places: Map<string, number> | undefined;
  /** How many steps wait to be merged. */
  readonly #waiting: number = 0;
  /** How many steps the last merged list has. */
  readonly #size: number;
  /** Shared by lists whose steps show the same tasks. */
  readonly #tasks: { shown?: readonly AgentTask[] } = {};

  /** @param before Without it, `changed` is the whole list. */
  constructor(changed: readonly Step[], before?: StepList) {
    this.#changed = changed;
    this.#size = changed.length;
    if (!before) {
      this.#merged = changed;
      return;
    }
    this.#before = before;
    this.#size = before.#merged?.length ?? before.#size;
    this.#waiting = changed.length + (before.#merged ? 0 : before.#waiting);
    if (!changed.some(({ agent }) => agent?.task_id)) this.#tasks = before.#tasks;
    if (this.#waiting > this.#size) this.#merge();
  }

  get steps(): readonly Step[] {
    return this.#merged ?? this.#merge();
  }

  get tasks(): readonly AgentTask[] {
    this.#tasks.shown ??= tasksOf(this.steps);
    return this.#tasks.shown;
  }

  /**
   * Replaces each step that has changed, and appends new ones. Steps have no ids, and an event may contain all steps or only the changed
   * ones. So a step replaces the last one that describes the same work.
   */
  #merge(): readonly Step[] {
    const waiting: StepList[] = [];
    let list: StepList = this;
    for (; !list.#merged && list.#before; list = list.#before) waiting.push(list);
    const merged = [...list.steps];
    const places = list.#places ?? new Map(merged.map((step, index) => [identityOf(step), index]));
    list.#places = undefined;
    for (const step of waiting.reverse().flatMap((each) => each.#changed)) {
      const identity = identityOf(step);
      const index = places.get(identity) ?? merged.length;
      merged[index] = step;
      places.set(identity, index);
    }
    this.#merged = merged;
    this.#places = places;
    this.#before = undefined;
    return merged;
  }
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
