import { citedAgents } from '../../../reference/citations/citations.ts';
import { inExchange, refusing, rewriteBodies, SENDS } from '../../decorators/in-exchange.ts';
import { bodyOf, rewriteAnswers } from '../../decorators/rewrite.ts';
import type { Breakage } from '../breakage.ts';

const MOST_AGENTS = 15;

type Body = ReturnType<typeof bodyOf>;

/** What the requirements of a turn's agents forbid, each done. */
export const turnAgentBreakages: readonly Breakage[] = [
  inExchange(
    'turns.agents.merged-with-citations/apart',
    'Agents that are cited do not count beside those that are attached.',
    rewriteBodies(SENDS, (body) =>
      attachedTo(body).length > 0 ? { ...body, content: body.content.replaceAll('{{agent:', '{ {') } : body,
    ),
  ),
  inExchange(
    'turns.agents.merged-with-citations/refused',
    'A turn cannot attach agents and cite others.',
    refusing(SENDS, (body) => {
      const [attached, cited] = [attachedTo(body).length, citedAgents(String(body.content)).length];
      return attached > 0 && cited > 0 && attached + cited <= MOST_AGENTS;
    }),
  ),
  inExchange(
    'turns.agents.limit/more',
    'Of more than 15 agents the first 15 are taken.',
    rewriteBodies(SENDS, (body) => ({
      ...body,
      attachments: { ...body.attachments, agent_ids: attachedTo(body).slice(0, MOST_AGENTS) },
    })),
  ),
  inExchange(
    'turns.agents.limit/less',
    'A turn takes 14 agents.',
    refusing(SENDS, (body) => attachedTo(body).length === MOST_AGENTS),
  ),
  inExchange(
    'turns.principal.optional',
    'No agent can conduct a turn.',
    refusing(SENDS, ({ principal_agent_id: principal }) => principal !== undefined),
  ),
  inExchange(
    'turns.principal.must-be-selected/left-out',
    'A principal that is not selected is left out.',
    rewriteBodies(SENDS, (body) =>
      attachedTo(body).includes(body.principal_agent_id) ? body : { ...body, principal_agent_id: undefined },
    ),
  ),
  inExchange(
    'turns.principal.must-be-selected/code',
    'A principal that is not selected is refused as not allowed.',
    rewriteAnswers(SENDS, (body) =>
      body.message_code === 'api_v1_validation_error'
        ? { ...body, message_code: 'api_token_resource_not_allowed' }
        : body,
    ),
  ),
  inExchange(
    'turns.principal.selected-by-citation',
    'Only an agent that is attached can conduct.',
    refusing(SENDS, (body) => {
      const { principal_agent_id: principal } = body;
      return principal !== undefined && !attachedTo(body).includes(principal);
    }),
  ),
  inExchange(
    'turns.principal.creates-no-task',
    'The agent that conducts a turn is told as a task.',
    rewriteAnswers('sendMessage', (body, { request }) => {
      const { principal_agent_id: principal } = bodyOf(request);
      if (principal === undefined || !body.data) return body;
      return { ...body, data: { ...body.data, agent_runs: [{ task_id: 'task_0', agent_id: principal }] } };
    }),
  ),
  inExchange(
    'turns.principal.keeps-model',
    "A turn with a principal is answered by the company's model.",
    rewriteBodies(SENDS, (body) =>
      body.principal_agent_id === undefined ? body : { ...body, model_id: undefined },
    ),
  ),
];

function attachedTo({ attachments }: Body): readonly number[] {
  return attachments?.agent_ids ?? [];
}
