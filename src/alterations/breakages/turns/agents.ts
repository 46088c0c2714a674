import { SENDS } from '../../../../generated/operation-groups.js';
import { type Breakage, breakage } from '../../alteration.ts';
import { refusing } from '../../decorators/answer-instead.ts';
import { MOST_AGENTS } from '../../decorators/facts.ts';
import { attachedAgents, type Body, bodyOf, citedIn } from '../../decorators/requests.ts';
import { rewriteData } from '../../decorators/rewrite-answers.ts';
import { rewriteBodies } from '../../decorators/rewrite-requests.ts';
import { first, present } from '../../decorators/values.ts';
import { failed } from '../kinds/answered.ts';
import { heard } from '../kinds/heard.ts';

function isPrincipalSelected(body: Body): boolean {
  return [...attachedAgents(body), ...citedIn(body)].includes(body.principal_agent_id);
}

function isPrincipalOnlyCited(body: Body): boolean {
  return isPrincipalSelected(body) && !attachedAgents(body).includes(body.principal_agent_id);
}

/** The agents that a turn selects, and its principal. */
export const turnAgentBreakages: readonly Breakage[] = [
  breakage(
    'turns.agents.merged-with-citations/apart',
    'Cited agents are ignored in a turn that attaches agents.',
    rewriteBodies(SENDS, (body) =>
      attachedAgents(body).length > 0
        ? { ...body, content: body.content.replaceAll('{{agent:', '{ {') }
        : body,
    ),
  ),
  breakage(
    'turns.agents.merged-with-citations/refused',
    'A turn that attaches agents and cites others is refused.',
    refusing(SENDS, (body) => {
      const [attached, cited] = [attachedAgents(body).length, citedIn(body).length];
      return attached > 0 && cited > 0 && attached + cited <= MOST_AGENTS;
    }),
  ),
  heard('turns.agents.limit/more', SENDS, { 'attachments.agent_ids': first(MOST_AGENTS) }),
  breakage(
    'turns.agents.limit/less',
    'A turn with 15 agents is refused.',
    refusing(SENDS, (body) => attachedAgents(body).length === MOST_AGENTS),
  ),
  breakage(
    'turns.principal.optional',
    'A turn with a principal is refused.',
    refusing(SENDS, isPrincipalSelected),
  ),
  breakage(
    'turns.principal.must-be-selected/left-out',
    'A principal that is not selected is ignored.',
    rewriteBodies(SENDS, (body) =>
      attachedAgents(body).includes(body.principal_agent_id)
        ? body
        : { ...body, principal_agent_id: undefined },
    ),
  ),
  failed('turns.principal.must-be-selected/code', SENDS, 'api_v1_validation_error', {
    message_code: 'api_token_resource_not_allowed',
  }),
  breakage(
    'turns.principal.selected-by-citation',
    'A principal that is cited but not attached is refused.',
    refusing(SENDS, isPrincipalOnlyCited),
  ),
  breakage(
    'turns.principal.selected-by-citation/beside-attached',
    'A principal that is only cited is refused in a turn that attaches other agents.',
    refusing(SENDS, (body) => attachedAgents(body).length > 0 && isPrincipalOnlyCited(body)),
  ),
  breakage(
    'turns.principal.conducts',
    'A principal that is selected has no effect.',
    rewriteBodies(SENDS, (body) =>
      isPrincipalSelected(body) ? { ...body, principal_agent_id: undefined } : body,
    ),
  ),
  breakage(
    'turns.principal.conducts/beside-libraries',
    'A principal has no effect in a turn that attaches libraries.',
    rewriteBodies(SENDS, (body) =>
      body.attachments?.workspace_ids?.length > 0 && attachedAgents(body).includes(body.principal_agent_id)
        ? { ...body, principal_agent_id: undefined }
        : body,
    ),
  ),
  breakage(
    'turns.principal.creates-no-task',
    'The principal of a turn appears in agent_runs.',
    rewriteData('sendMessage', (turn, { request }) => {
      const { principal_agent_id: principal } = bodyOf(request);
      return principal === undefined
        ? turn
        : { ...turn, agent_runs: [{ task_id: 'task_0', agent_id: principal }] };
    }),
  ),
  heard('turns.principal.keeps-model', SENDS, { model_id: undefined }, { principal_agent_id: present }),
];
