import { randomUUID } from 'node:crypto';
import { isObject } from '../../rig/script/json.ts';
import type { Agent } from '../directory/types.ts';
import { type Model, ModelFailure, type ToolCall } from '../models/model.ts';
import { AgentTask, type TaskOrder } from './agent-task.ts';
import { converse, type ReplyListener } from './converse.ts';
import type { LiveTurn } from './live-turn.ts';
import { Toolbox, type ToolPorts } from './toolbox.ts';

/** The maximum number of tasks that one call can start. */
const MAX_TASKS = 16;

/** The service's access to agents. It can change while the server runs. */
export interface Delegation {
  /** Whether the company may use agents. */
  isEnabled(companyId: number): boolean;
  /**
   * Prepares the agents that a turn selects.
   *
   * @throws DelegationUnavailable when the agents cannot be started
   */
  prepare(agents: readonly Agent[]): void;
}

/** Agents cannot be started at the moment. */
export class DelegationUnavailable extends Error {
  readonly code = 'delegation-unavailable';
}

/**
 * Runs the tasks of one delegating tool call in parallel.
 *
 * @returns the answers of the tasks as JSON, or what is wrong with the call, for the conductor
 * @throws TurnCut when the turn is cut; no task keeps running after that
 */
export async function delegate(
  turn: LiveTurn,
  call: ToolCall,
  ports: ToolPorts & { readonly model: Model },
): Promise<string> {
  const tasks = readTasks(turn, call);
  if (typeof tasks === 'string') return tasks;
  turn.steps
    .begin({
      key: 'agents_delegated',
      label: 'Delegated to agents',
      agent_task_ids: tasks.map(({ id }) => id),
    })
    .finish('done');
  const answers = await settleAll(tasks.map((task) => runTask(turn, task, ports)));
  return JSON.stringify(
    tasks.map(({ name }, index) => ({ agent: turn.conceal(name), answer: answers[index] })),
  );
}

/** @returns the tasks, or a text that explains to the model what is wrong with them */
function readTasks(turn: LiveTurn, { input }: ToolCall): TaskOrder[] | string {
  const wanted: unknown[] = Array.isArray(input.tasks) ? input.tasks : [];
  if (wanted.length === 0 || wanted.length > MAX_TASKS) return `Give between 1 and ${MAX_TASKS} tasks.`;
  const tasks: TaskOrder[] = [];
  for (const each of wanted) {
    const { agent_id, name, task } = isObject(each) ? each : {};
    if (!isLeftOut(agent_id) && typeof agent_id !== 'number')
      return 'The agent_id of a task must be a number.';
    if (!isLeftOut(name) && typeof name !== 'string') return 'The name of a task must be a string.';
    const agent = turn.order.attached.agents.find(({ id }) => id === agent_id);
    if (typeof agent_id === 'number' && !agent) return `This turn has no agent ${agent_id}.`;
    if (typeof task !== 'string') return 'The task of each entry must be a string.';
    const temporary = isLeftOut(name) ? 'Temporary agent' : turn.restore(name);
    tasks.push({ id: `task_${randomUUID()}`, agent, name: agent?.name ?? temporary, text: task });
  }
  return tasks;
}

/** Whether a model left a member out. A value of the wrong type is not left out: it may mean something. */
function isLeftOut(value: unknown): value is null | undefined {
  return value === undefined || value === null;
}

async function runTask(
  turn: LiveTurn,
  order: TaskOrder,
  ports: ToolPorts & { readonly model: Model },
): Promise<string> {
  const task = new AgentTask(turn, order);
  try {
    const toolbox = await Toolbox.open(turn, ports, task);
    await converse({
      source: ports.model,
      model: turn.order.model,
      messages: [
        { role: 'system', content: turn.conceal(instructionsOf(order)) },
        { role: 'user', content: order.text },
      ],
      tools: toolbox.tools,
      lifetime: turn.lifetime,
      usage: task.usage,
      listener: taskListener(task),
      pacer: turn,
      onFailover: (failure) => turn.logTrouble('provider', failure),
      runTools(calls) {
        task.recordToolCalls(calls);
        return toolbox.run(calls);
      },
    });
    task.conclude('done');
    return task.answer;
  } catch (error) {
    if (!(error instanceof ModelFailure)) {
      task.conclude('stopped');
      throw error;
    }
    turn.logTrouble('agent task', error);
    const reason = turn.hideSecrets(error.message);
    task.conclude('failed', reason);
    // A failed task does not fail the turn: the conductor decides how to continue.
    return `The task failed: ${reason}`;
  }
}

function instructionsOf({ agent, name }: TaskOrder): string {
  return agent?.instructions ?? `You are ${name}. Do the task that you are given.`;
}

/** Keeps the text of the last reply as the task's answer. A task is not streamed, so nothing else is needed. */
function taskListener(task: AgentTask): ReplyListener {
  let isNew = true;
  return {
    text(text) {
      task.answer = isNew ? text : task.answer + text;
      isNew = false;
    },
    reasoning() {},
    retract() {
      task.answer = '';
    },
    settle() {
      isNew = true;
    },
  };
}

/** Waits for all promises, so that no task outlives its turn, and then throws the first error if there is one. */
async function settleAll<Value>(promises: readonly Promise<Value>[]): Promise<Value[]> {
  const settled = await Promise.allSettled(promises);
  return settled.map((result) => {
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  });
}
