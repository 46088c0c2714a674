import type { Template } from './fill-template.ts';

/**
 * How a service offers its model the tools for `plan`, `delegate` and `ask`. It is data, so that a profile can declare
 * it.
 */
export interface ToolNames {
  /** Values: `title`, `context`, `notes`, and `steps` with `step`, `action` and `tool`. */
  readonly plan: ToolTemplate;
  /** Values: `tasks`, with `agent` (null for a temporary agent), `name`, and `task`, which carries the task's script. */
  readonly delegate: ToolTemplate;
  /** Values: `message` and `schema`. */
  readonly ask: ToolTemplate;
}

export interface ToolTemplate {
  /** The name of the tool, or the end of the name after two underscores. */
  readonly name: string;
  /** The arguments, an object; or a list of such objects, made by `$each`, for several parallel calls. */
  readonly input: Template;
}

/** The tools of the reference server. */
export const REFERENCE_TOOLS: ToolNames = {
  plan: {
    name: 'make_plan',
    input: {
      title: '$title',
      context: '$context',
      steps: { $each: '$steps', $as: { step: '$step', action: '$action', tool: '$tool' } },
      notes: '$notes',
    },
  },
  delegate: {
    name: 'delegate_tasks',
    input: { tasks: { $each: '$tasks', $as: { agent_id: '$agent', name: '$name', task: '$task' } } },
  },
  ask: { name: 'ask_person', input: { message: '$message', schema: '$schema' } },
};
