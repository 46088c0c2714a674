import type { Act, ScriptedCall, ScriptedPlan } from '../../rig/script/act.ts';
import { renderScript } from '../../rig/script/render-script.ts';
import type { ProfileTurn } from './profile.ts';

/** What a target with a scripted model offers the model. The scenarios are derived from it. */
export interface RigTools {
  /** Attachments that make the target offer the tools below. */
  readonly attachments: Readonly<Record<string, readonly number[]>>;
  /** Two tools that need approval in manual mode. */
  readonly approve?: readonly ScriptedCall[];
  /** A tool that needs no approval. */
  readonly read?: ScriptedCall;
  /** A tool of a connector that nobody has connected. */
  readonly unconnected?: ScriptedCall;
  /** Ids of two agents that can run. */
  readonly agents?: readonly number[];
  /** A library, and a question that its files answer. */
  readonly library?: { readonly id: number; readonly question: string };
  /** Id of a model that cannot call tools. */
  readonly modelWithoutTools?: number | undefined;
  /** A credential of a company with incognito mode, and a text that this mode replaces. */
  readonly incognito?: { readonly credential: string; readonly text: string };
}

/** A plan whose first step uses a tool, if there is one, and whose second step uses none. */
const planWith = (tool?: string): ScriptedPlan => ({
  title: 'Answer in two steps',
  context: 'The question needs a look first.',
  steps: [
    { step: 1, action: 'Look', ...(tool !== undefined && { tool }) },
    { step: 2, action: 'Answer' },
  ],
  notes: 'None.',
});
/** Two members, so that an answer whose second one is lost differs. */
const QUESTION = {
  message: 'Which branch, and which shelf?',
  schema: {
    type: 'object',
    properties: { branch: { type: 'string' }, shelf: { type: 'string' } },
    required: ['branch', 'shelf'],
  },
};
/** More than 4,000 characters, of which no two parts are the same, with characters that take more than one byte. */
const LONG_TEXT = Array.from(
  { length: 150 },
  (_, at) => `Line ${at + 1}: the tide tables of the harbour — ü.`,
).join('\n');
const DONE: Act = { say: 'That is done.' };

/**
 * The scenarios that scripts can create with these tools, by the names of the statements. Their acts name the tools of no service: that
 * happens when a turn is sent.
 */
export function rigScenarios(rig: RigTools): Readonly<Record<string, ProfileTurn>> {
  const {
    attachments,
    approve = [],
    read,
    unconnected,
    agents = [],
    library,
    modelWithoutTools,
    incognito,
  } = rig;
  const play = (script: readonly Act[], members: Readonly<Record<string, unknown>> = {}): ProfileTurn => ({
    body: { content: renderScript(script), ...members },
  });
  const [first, second] = approve;
  const [agent] = agents;
  const withAgents = { attachments: { ...attachments, agent_ids: agents } };
  const task = (...script: Act[]) => ({ agent: agent as number, task: 'Do your part.', script });
  const delegating = (...tasks: ReturnType<typeof task>[]): Act => ({ delegate: tasks });

  const scenarios: Record<string, ProfileTurn | undefined> = {
    plain: play([{ say: 'The shop opens at nine.' }]),
    plan: play([{ plan: planWith(read?.tool) }, DONE]),
    plan_in_auto: play([{ plan: planWith(read?.tool) }, DONE], { permission_mode: 'auto' }),
    elicitation: play([{ ask: QUESTION }, { echo: 'results' }], { attachments }),
    long_answer: play([{ say: LONG_TEXT, pieces: 40 }]),
    long_turn: play([{ say: 'I begin. ' }, { wait: 600 }, DONE]),
    silent_turn: play([{ say: 'I begin. ' }, { wait: 60 }, DONE]),
    endless_turn: play([{ say: 'I begin. ' }, { hang: true }]),
    no_usage: play([{ wait: 600 }, DONE]),
    failover: play([{ say: 'This will not stand.' }, { failover: true }, { say: 'This will.' }]),
    upstream_failure: play([{ say: 'I begin. ' }, { fail: 'outage' }]),
    echo_model: play([{ echo: 'given' }]),
    ...(first && {
      tool_approval: play([{ call: first }, { echo: 'results' }], { attachments }),
      tool_in_auto: play([{ call: first }, { echo: 'results' }], { attachments, permission_mode: 'auto' }),
    }),
    ...(first &&
      second && { tool_approval_two_tools: play([{ call: approve }, { echo: 'results' }], { attachments }) }),
    ...(read && {
      silent_after_step: play([{ call: read }, { wait: 600 }, DONE], { attachments }),
      tool_use: play([{ call: read }, DONE], { attachments, permission_mode: 'auto' }),
      steps: play([{ reason: 'I look first.' }, { call: read }, DONE], {
        attachments,
        permission_mode: 'auto',
      }),
    }),
    ...(unconnected && {
      auth_required: play([{ call: unconnected }, DONE], { attachments }),
      interaction_in_auto: play([{ call: unconnected }, DONE], { attachments, permission_mode: 'auto' }),
    }),
    ...(library && {
      sources: { body: { content: library.question, attachments: { workspace_ids: [library.id] } } },
    }),
    ...(incognito && {
      anonymization: { body: { content: incognito.text }, credential: incognito.credential },
    }),
    ...(agent !== undefined && {
      agents: play([delegating(task(DONE), task(DONE)), DONE], withAgents),
      agents_with_elicitation: play([delegating(task({ ask: QUESTION }, DONE)), DONE], withAgents),
      agents_task_failure: play([delegating(task({ fail: 'outage' }), task(DONE)), DONE], withAgents),
      agents_failure: play([delegating(task(DONE)), { fail: 'outage' }], withAgents),
      agents_temporary: play(
        [{ delegate: [{ name: 'Helper', task: 'Help.', script: [DONE] }] }, DONE],
        withAgents,
      ),
      principal_only: play([DONE], { ...withAgents, principal_agent_id: agent }),
    }),
    ...(agent !== undefined &&
      first && {
        agents_with_tool_approval: play([delegating(task({ call: first }, DONE)), DONE], withAgents),
        agents_two_actions: play(
          [delegating(task({ call: first }, DONE), task({ call: first }, DONE)), DONE],
          withAgents,
        ),
      }),
    ...(agent !== undefined &&
      unconnected && {
        agents_with_auth_required: play([delegating(task({ call: unconnected }, DONE)), DONE], withAgents),
      }),
    ...(agent !== undefined &&
      read && { agents_with_tool: play([delegating(task({ call: read }, DONE)), DONE], withAgents) }),
    ...(agent !== undefined &&
      modelWithoutTools !== undefined && {
        agents_model_without_tools: play([DONE], { ...withAgents, model_id: modelWithoutTools }),
      }),
  };
  return Object.fromEntries(
    Object.entries(scenarios).flatMap(([name, scenario]) => (scenario ? [[name, scenario]] : [])),
  );
}
