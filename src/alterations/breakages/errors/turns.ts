import { citationsIn } from '../../../reference/citations/citations.ts';
import { errorRow } from '../../../reference/failures/rows.ts';
import type { HttpRequest } from '../../../reference/http/exchange.ts';
import { type Breakage, breakage } from '../../alteration.ts';
import { SENDS } from '../../decorators/operations.ts';
import { attachedAgents, type Body, bodyOf, citedIn, withBody } from '../../decorators/requests.ts';
import { rewriteAnswers } from '../../decorators/rewrite-answers.ts';
import { rewriteBodies, rewriteRequests } from '../../decorators/rewrite-requests.ts';

/** Agents of the default seed that no turn can use. */
const DISABLED_AGENT = 38;
const DELETED_AGENT = 39;

const MOST_AGENTS = 15;
const MOST_SKILLS = 50;

/** Turns that the server must refuse. The server runs them, or refuses them for another reason. */
export const errorTurnBreakages: readonly Breakage[] = [
  breakage(
    'errors.attachment-not-allowed.deleted-agent/not-available',
    'A deleted agent is refused as one that cannot run now.',
    recodingAgent(DELETED_AGENT, 'agent-not-available'),
  ),
  breakage(
    'errors.attachment-not-allowed.deleted-agent/runs',
    'A turn that selects a deleted agent runs without it.',
    rewriteRequests(SENDS, (request) => withoutAgent(request, DELETED_AGENT)),
  ),
  breakage(
    'errors.agent-not-available.company-disabled/runs',
    'A turn that selects an agent disabled by the company runs without it.',
    rewriteRequests(SENDS, (request) => withoutAgent(request, DISABLED_AGENT)),
  ),
  breakage(
    'errors.agent-not-available.company-disabled/not-allowed',
    'An agent disabled by the company is refused as one outside the allowlist.',
    recodingAgent(DISABLED_AGENT, 'attachment-not-allowed'),
  ),
  breakage(
    'errors.sync-requires-auto.answer/default-auto',
    'A blocking send without a permission mode runs in auto mode.',
    rewriteBodies('sendMessage', (body) => ({ permission_mode: 'auto', ...body })),
  ),
  breakage(
    'errors.sync-requires-auto.answer/forced-auto',
    'A blocking send in manual mode runs in auto mode.',
    rewriteBodies('sendMessage', (body) => ({
      ...body,
      ...(body.permission_mode && { permission_mode: 'auto' }),
    })),
  ),
  breakage(
    'errors.too-many-agents.answer/cited-uncounted',
    'A turn with too many agents runs without the cited ones.',
    rewriteBodies(SENDS, (body) =>
      countAgents(body) > MOST_AGENTS ? { ...body, content: withoutCitations(body.content) } : body,
    ),
  ),
  breakage(
    'errors.invalid-agents.answer/ignored',
    'A principal that is not selected is ignored.',
    rewriteBodies(SENDS, ({ principal_agent_id: principal, ...body }) =>
      principal === undefined || principal < 1 || attachedAgents(body).includes(principal)
        ? { ...body, principal_agent_id: principal }
        : body,
    ),
  ),
  breakage(
    'errors.invalid-agents.not-positive/zero-is-none',
    'A principal whose id is not positive is treated as absent.',
    rewriteBodies(SENDS, ({ principal_agent_id: principal, ...body }) => ({
      ...body,
      ...(!(principal <= 0) && { principal_agent_id: principal }),
    })),
  ),
  breakage(
    'errors.too-many-attachments.answer/cut',
    'A turn with too many skills runs with the first 50 of them.',
    rewriteBodies(SENDS, (body) =>
      body.attachments?.skill_ids?.length > MOST_SKILLS
        ? { ...body, attachments: { skill_ids: body.attachments.skill_ids.slice(0, MOST_SKILLS) } }
        : body,
    ),
  ),
];

/** When a turn that selects an agent is refused, answers with the code of another row. */
function recodingAgent(agentId: number, row: 'agent-not-available' | 'attachment-not-allowed') {
  return rewriteAnswers(SENDS, (body, { request }) =>
    selects(request, agentId) ? { ...body, message_code: errorRow(row).message_code } : body,
  );
}

function selects(request: HttpRequest, agentId: number): boolean {
  return attachedAgents(bodyOf(request)).includes(agentId);
}

function withoutAgent(request: HttpRequest, agentId: number) {
  if (!selects(request, agentId)) return {};
  return withBody(request, (body) => ({
    ...body,
    attachments: { ...body.attachments, agent_ids: attachedAgents(body).filter((id) => id !== agentId) },
  }));
}

function countAgents(body: Body): number {
  return new Set([...attachedAgents(body), ...citedIn(body)]).size;
}

function withoutCitations(content: unknown): string {
  return citationsIn(String(content)).reduce(
    (text, { text: cited }) => text.replaceAll(cited, ''),
    String(content),
  );
}
