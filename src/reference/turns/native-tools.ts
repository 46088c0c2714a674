import type { ModelTool } from '../models/model.ts';

/** The planning tool. The model decides whether to call it (section 4.4). */
export const PLAN_TOOL: ModelTool = {
  name: 'make_plan',
  description: 'Show the person a plan and wait for approval before acting on it.',
  parameters: {
    type: 'object',
    required: ['title', 'context', 'steps', 'notes'],
    properties: {
      title: { type: 'string' },
      context: { type: 'string' },
      steps: {
        type: 'array',
        items: {
          type: 'object',
          required: ['step', 'action'],
          properties: {
            step: { type: ['string', 'integer'] },
            action: { type: 'string' },
            tool: { type: 'string' },
          },
        },
      },
      notes: { type: 'string' },
    },
  },
};

/** The delegating tool, which is offered when the turn carries agents. */
export const DELEGATE_TOOL: ModelTool = {
  name: 'delegate_tasks',
  description:
    'Give tasks to agents, all at once, and wait for their answers. Without agent_id the agent is temporary.',
  parameters: {
    type: 'object',
    required: ['tasks'],
    properties: {
      tasks: {
        type: 'array',
        items: {
          type: 'object',
          required: ['task'],
          properties: {
            agent_id: { type: ['integer', 'null'] },
            name: { type: 'string' },
            task: { type: 'string' },
          },
        },
      },
    },
  },
};
