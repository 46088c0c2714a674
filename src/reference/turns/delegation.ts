import { randomUUID } from 'node:crypto';
import type { Agent } from '../directory/types.ts';
import type { Model, ToolCall } from '../models/model.ts';
import { ModelFailure } from '../models/model-failure.ts';
import { AgentTask, type TaskOrder } from './agent-task.ts';
import { converse, type Ear } from './converse.ts';
import type { LiveTurn } from './live-turn.ts';
import { Toolbox, type ToolPorts } from './toolbox.ts';

/** Tasks of one call; a model that asks for more is told so. */
const MAX_TASKS = 16;
/** The service's way to agents. Both answers can change while the server runs. */
export interface Delegation {
  /** Whether agents can be used at all. */
  isEnabled(companyId: number): boolean;
  /** @throws DelegationUnavailable when agents cannot be started now */
  prepare(agents: readonly Agent[]): void;
}

export class DelegationUnavailable extends Error {
  readonly code = 'delegation-unavailable';
}

/** Runs the tasks of one call of the delegating tool, all at once. @returns what they came to, for the conductor */
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

/** @returns the tasks, or what is wrong with them, for the model */
function readTasks(turn: LiveTurn, { input }: ToolCall): TaskOrder[] | string {
  const wanted: unknown[] = Array.isArray(input.tasks) ? input.tasks : [];
  if (wanted.length === 0 || wanted.length > MAX_TASKS) return `Give between 1 and ${MAX_TASKS} tasks.`;
  const tasks: TaskOrder[] = [];
  for (const each of wanted) {
    const { agent_id, name, task } = (each ?? {}) as Record<string, unknown>;
    const agent = turn.order.attached.agents.find(({ id }) => id === agent_id);
    if (typeof agent_id === 'number' && !agent) return `The turn carries no agent ${agent_id}.`;
    if (typeof task !== 'string') return 'Each task needs a text.';
    const temporary = typeof name === 'string' ? turn.restore(name) : 'Temporary agent';
    tasks.push({ id: `task_${randomUUID()}`, agent, name: agent?.name ?? temporary, text: task });
  }
  return tasks;
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
      model: ports.model,
      declared: turn.order.model,
      messages: [
        { role: 'system', content: turn.conceal(instructionsOf(order)) },
        { role: 'user', content: order.text },
      ],
      tools: toolbox.tools,
      signal: turn.signal,
      usage: task.usage,
      ear: taskEar(task),
      runTools(calls) {
        task.tellTools(calls);
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
    task.conclude('failed', error.message);
    // A task that fails is an answer too; the conductor decides what to make of it.
    return `The task failed: ${error.message}`;
  }
}

function instructionsOf({ agent, name }: TaskOrder): string {
  return agent?.instructions ?? `You are ${name}. Do the task that you are given.`;
}

/** Hears a task. Nobody listens along: only the last reply counts, as the task's answer. */
function taskEar(task: AgentTask): Ear {
  let isNew = true;
  return {
    text(text) {
      task.answer = isNew ? text : task.answer + text;
      isNew = false;
    },
    reasoning() {},
    void() {
      task.answer = '';
    },
    settle() {
      isNew = true;
    },
  };
}

/** Waits for all, so that no task runs on after the turn has ended; then throws the first error, if there was one. */
async function settleAll<Value>(promises: readonly Promise<Value>[]): Promise<Value[]> {
  const settled = await Promise.allSettled(promises);
  return settled.map((result) => {
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  });
}
