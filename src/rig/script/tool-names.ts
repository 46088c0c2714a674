import type { Template } from './fill-template.ts';

/** How a service offers its model the tools for the acts that name none. It is data, so that a profile can declare it. */
export interface ToolNames {
  /** Values: `title`, `context`, `notes`, and `steps` with `step`, `action` and `tool`. */
  readonly plan: ToolTemplate;
  /** Values: `tasks`, with `agent` (null for a temporary one), `name`, and `task`, which carries its script. */
  readonly delegate: ToolTemplate;
  /** Values: `message` and `schema`. */
  readonly ask: ToolTemplate;
}

export interface ToolTemplate {
  /** The tool's name, or what its name ends with after two underscores. */
  readonly name: string;
  /** Its arguments, an object; or a list of them, by `$each`, for as many calls at once. */
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
