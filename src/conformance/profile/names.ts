import type { FaultName, ResourceName, ScenarioName } from '../../../generated/ids.d.ts';
import { scopes } from '../../../generated/scopes.js';

/** Something that a profile can name. */
export interface ProfileName {
  /** The meaning of the name, as in the first profile and in docs/conformance.md. */
  readonly meaning: string;
  /** Least number of different ids; 1 if absent. */
  readonly least?: number;
}

/** Kinds of credentials that a profile has once for each scope. */
const SCOPE_CREDENTIALS = {
  no_scope: 'of the main user, with every scope but this one, and not limited to some resources',
  only_scope: 'of the main user, with this scope alone',
} as const;

export const CREDENTIALS: Readonly<Record<string, ProfileName>> = {
  main: { meaning: 'has every scope, and is not limited to any resources' },
  second: { meaning: 'another credential of the same user, with the same rights as main' },
  other_user: { meaning: 'of another user of the same company, with every scope' },
  other_company: { meaning: 'of another company' },
  allowlist: { meaning: 'of the main user, with every scope, limited to some resources, agents among them' },
  allowlist_skills: { meaning: 'of the main user, with every scope, limited to some skills' },
  ...Object.fromEntries(
    Object.entries(SCOPE_CREDENTIALS).flatMap(([kind, meaning]) =>
      scopes.map((scope) => [`${kind}:${scope}`, { meaning }]),
    ),
  ),
};

export const RESOURCES: Readonly<Record<string, ProfileName>> = {
  agent: { meaning: 'agents that can run; two of them' },
  '16_agents': { meaning: 'agents that can run; sixteen of them', least: 16 },
  library: { meaning: 'a library that a turn can attach and a skill can belong to' },
  file: { meaning: 'a file that a turn can attach' },
  file_outside_allowlist: {
    meaning:
      'a file that main can attach, and that the credential allowlist cannot; no operation lists files',
  },
  library_outside_allowlist: { meaning: 'a library that main can attach, and that allowlist cannot' },
  connector_outside_allowlist: { meaning: 'a connector that main can attach, and that allowlist cannot' },
  agent_outside_allowlist: { meaning: 'an agent that main can attach, and that allowlist cannot' },
  connector: { meaning: 'a connector that a turn can attach' },
  two_libraries: { meaning: 'two libraries that a skill can belong to', least: 2 },
  two_models: { meaning: 'two models of the catalog with different names in usage.model', least: 2 },
  inactive_agent: { meaning: 'an agent that is visible and switched off' },
  company_disabled_agent: { meaning: 'an agent that is visible and disabled by the company' },
  deleted_agent: { meaning: 'an agent that was deleted' },
  disabled_model: { meaning: 'a model that is switched off, so that the catalog must not show it' },
  embedding_model: { meaning: 'a model for embeddings, which the catalog must not show' },
  company_skill: { meaning: 'a company skill that somebody else created' },
  shared_skill: { meaning: 'a skill that somebody else shared with the user' },
  foreign_skill: { meaning: 'a skill that exists and that the user cannot see' },
  company_user: { meaning: 'another user of the same company' },
  two_company_users: {
    meaning: 'two other users of the company; the first is the user of the credential other_user',
    least: 2,
  },
  foreign_company_user: { meaning: 'a user of another company' },
  citable_reference: {
    meaning: 'citations that the instructions of a skill may hold; one of each type is best',
  },
  unusable_reference: {
    meaning: 'citations of things that exist and that the user cannot use; one of each type is best',
  },
  unacceptable_reference: {
    meaning:
      'a citation that the instructions must not hold, because its type or the level of the skill does not accept it',
  },
  attachment_maximum: { meaning: 'how many attachments a turn takes' },
  // Statements name several_items, but the checks make the items of a list themselves.
} satisfies Readonly<Record<Exclude<ResourceName, 'several_items'>, ProfileName>>;

export const SCENARIOS: Readonly<Record<string, ProfileName>> = {
  plain: { meaning: 'it gets any answer; a short question by default' },
  long_turn: { meaning: 'it begins to answer at once, and then runs for minutes' },
  long_answer: { meaning: 'it gets an answer of more than 4,000 characters' },
  endless_turn: { meaning: 'it begins to answer at once, and never ends' },
  silent_turn: { meaning: 'it is silent for a minute, and then answers' },
  silent_after_step: { meaning: 'it uses a tool, and is then silent for minutes' },
  no_usage: { meaning: 'it is silent for minutes before it consumes anything' },
  steps: { meaning: 'it reasons or uses a tool, so that there are steps; in auto mode' },
  tool_use: { meaning: 'it uses a tool; in auto mode' },
  tool_approval: { meaning: 'in manual mode it asks to approve a tool that changes something' },
  tool_approval_two_tools: { meaning: 'in manual mode it asks to approve two tools at once' },
  tool_in_auto: { meaning: 'the turn of tool_approval in auto mode, where the tool runs unasked' },
  plan: { meaning: 'in manual mode it shows a plan and waits' },
  plan_in_auto: { meaning: 'in auto mode it shows a plan' },
  elicitation: { meaning: 'in manual mode a connector asks a question' },
  auth_required: { meaning: 'it calls a tool of a connector that nobody has connected' },
  interaction_in_auto: { meaning: 'in auto mode it still asks, as in auth_required' },
  sources: { meaning: 'a question that the files of an attached library answer' },
  anonymization: {
    meaning:
      'something in it is replaced before a model sees it; its credential is of a company with incognito mode',
  },
  echo_model: { meaning: 'its model repeats everything that it was given' },
  failover: { meaning: 'a second provider takes over in the middle of the answer' },
  upstream_failure: { meaning: 'its provider breaks off after it has begun: an outage, and no refusal' },
  agents: { meaning: 'it delegates two tasks to agents that it carries' },
  agents_temporary: { meaning: 'it delegates to an agent that is made up; it carries another' },
  agents_with_tool: { meaning: 'one of its agents uses a tool' },
  agents_with_tool_approval: { meaning: 'one of its agents asks to approve a tool' },
  agents_with_elicitation: { meaning: 'a connector asks one of its agents a question' },
  agents_with_auth_required: {
    meaning: 'one of its agents calls a tool of a connector that nobody has connected',
  },
  agents_two_actions: { meaning: 'two of its agents ask to approve a tool at the same time' },
  agents_task_failure: { meaning: 'one of its tasks fails, and the turn may go on' },
  agents_failure: { meaning: 'it fails as in upstream_failure, after a task has run' },
  agents_model_without_tools: { meaning: 'it carries agents, and its model cannot call tools' },
  principal_only: { meaning: 'one of its agents conducts it (principal_agent_id), and it delegates nothing' },
} satisfies Readonly<Record<ScenarioName | 'plain', ProfileName>>;

export const FAULTS: Readonly<Record<string, ProfileName>> = {
  agents_disabled: { meaning: 'of a send or the catalog: agents are switched off for now' },
  agents_unavailable: { meaning: 'of a send with agents: they cannot be prepared' },
  pre_dispatch_error: { meaning: 'of a send: the turn fails before anything was sent to a model' },
  turn_timeout: { meaning: 'of a send: the deadline of the turn comes at once, and not after 30 minutes' },
  persistence: { meaning: 'of a send: the save of the finished turn is not confirmed' },
  outcome_unknown: { meaning: 'of a send: storing the outcome of the turn fails' },
  idempotency_outcome_unknown: { meaning: 'of a send: another process stores the outcome of the turn first' },
  action_not_sent: { meaning: 'of an answer to an interaction: the service does not send the answer on' },
  action_no_answer: {
    meaning: 'of an answer to an interaction: the service sends the answer on, and gets no response',
  },
  action_rejected: { meaning: 'of an answer to an interaction: the answer arrives, and is rejected' },
  interaction_backend: { meaning: 'of an answer to an interaction: interactions cannot be looked up' },
  cancel_delivery: { meaning: 'of a cancellation: the cancellation does not arrive' },
} satisfies Readonly<Record<FaultName, ProfileName>>;

/** Splits a need such as `scenario:plan` into its kind and its name. A need without a name is only a kind. */
export function splitNeed(need: string): readonly [kind: string, name: string] {
  const colon = need.indexOf(':');
  return colon < 0 ? [need, ''] : [need.slice(0, colon), need.slice(colon + 1)];
}
