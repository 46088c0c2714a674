import { SENDS } from '../../../../generated/operation-groups.js';
import { citationsIn } from '../../../reference/citations/citations.ts';
import { errorRow } from '../../../reference/failures/rows.ts';
import type { HttpRequest } from '../../../reference/http/exchange.ts';
import { type Breakage, breakage } from '../../alteration.ts';
import { MOST_AGENTS, SEED } from '../../decorators/facts.ts';
import { attachedAgents, type Body, bodyOf, citedIn, withBody } from '../../decorators/requests.ts';
import { rewriteAnswers } from '../../decorators/rewrite-answers.ts';
import { rewriteBodies, rewriteRequests } from '../../decorators/rewrite-requests.ts';
import { below, instead, present } from '../../decorators/values.ts';
import { heard } from '../kinds/heard.ts';

const MOST_SKILLS = 50;

/** Turns that the server must refuse. The server runs them, or refuses them for another reason. */
export const errorTurnBreakages: readonly Breakage[] = [
  breakage(
    'errors.attachment-not-allowed.deleted-agent/not-available',
    'A deleted agent is refused as one that cannot run now.',
    recodingAgent(SEED.deletedAgent, 'agent-not-available'),
  ),
  breakage(
    'errors.attachment-not-allowed.deleted-agent/runs',
    'A turn that selects a deleted agent runs without it.',
    rewriteRequests(SENDS, (request) => withoutAgent(request, SEED.deletedAgent)),
  ),
  breakage(
    'errors.agent-not-available.company-disabled/runs',
    'A turn that selects an agent disabled by the company runs without it.',
    rewriteRequests(SENDS, (request) => withoutAgent(request, SEED.disabledAgent)),
  ),
  breakage(
    'errors.agent-not-available.company-disabled/not-allowed',
    'An agent disabled by the company is refused as one outside the allowlist.',
    recodingAgent(SEED.disabledAgent, 'attachment-not-allowed'),
  ),
  heard('errors.sync-requires-auto.answer/default-auto', 'sendMessage', {
    permission_mode: instead(undefined, 'auto'),
  }),
  heard('errors.sync-requires-auto.answer/forced-auto', 'sendMessage', {
    permission_mode: instead(present, 'auto'),
  }),
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
  heard('errors.invalid-agents.not-positive/zero-is-none', SENDS, {
    principal_agent_id: instead(below(1), undefined),
  }),
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
