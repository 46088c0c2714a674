import { citationsIn } from '../../../reference/citations/citations.ts';
import { errorRow } from '../../../reference/failures/rows.ts';
import type { HttpRequest } from '../../../reference/http/exchange.ts';
import { bodyOf, rewriteAnswers, rewriteRequests, withBody } from '../../decorators/rewrite.ts';
import type { Breakage } from '../breakage.ts';

const SENDS = ['sendMessage', 'streamMessage'] as const;

/** Agents of the default seed that no turn can use. */
const DISABLED_AGENT = 38;
const DELETED_AGENT = 39;

/** Turns that should be refused, and are not, or for another reason. */
export const errorTurnBreakages: readonly Breakage[] = [
  {
    id: 'errors.attachment-not-allowed.deleted-agent/not-available',
    requirement: 'errors.attachment-not-allowed.deleted-agent',
    port: 'exchange',
    behaviour: 'A deleted agent is told to be one that cannot run now.',
    exchange: rewriteAnswers(SENDS, (body, { request }) =>
      selects(request, DELETED_AGENT)
        ? { ...body, message_code: errorRow('agent-not-available').message_code }
        : body,
    ),
  },
  {
    id: 'errors.attachment-not-allowed.deleted-agent/runs',
    requirement: 'errors.attachment-not-allowed.deleted-agent',
    port: 'exchange',
    behaviour: 'A turn that selects a deleted agent runs without it.',
    exchange: rewriteRequests(SENDS, (request) => withoutAgent(request, DELETED_AGENT)),
  },
  {
    id: 'errors.agent-not-available.company-disabled/runs',
    requirement: 'errors.agent-not-available.company-disabled',
    port: 'exchange',
    behaviour: 'A turn that selects an agent which the company disabled runs without it.',
    exchange: rewriteRequests(SENDS, (request) => withoutAgent(request, DISABLED_AGENT)),
  },
  {
    id: 'errors.agent-not-available.company-disabled/not-allowed',
    requirement: 'errors.agent-not-available.company-disabled',
    port: 'exchange',
    behaviour: 'An agent which the company disabled is told to be outside the allowed ones.',
    exchange: rewriteAnswers(SENDS, (body, { request }) =>
      selects(request, DISABLED_AGENT)
        ? { ...body, message_code: errorRow('attachment-not-allowed').message_code }
        : body,
    ),
  },
  {
    id: 'errors.sync-requires-auto.answer/default-auto',
    requirement: 'errors.sync-requires-auto.answer',
    port: 'exchange',
    behaviour: 'A blocking send without a permission mode runs in auto mode.',
    exchange: rewriteRequests('sendMessage', (request) =>
      withBody(request, (body) => ({ permission_mode: 'auto', ...body })),
    ),
  },
  {
    id: 'errors.sync-requires-auto.answer/forced-auto',
    requirement: 'errors.sync-requires-auto.answer',
    port: 'exchange',
    behaviour: 'A blocking send in manual mode runs in auto mode.',
    exchange: rewriteRequests('sendMessage', (request) =>
      withBody(request, (body) => ({ ...body, ...(body.permission_mode && { permission_mode: 'auto' }) })),
    ),
  },
  {
    id: 'errors.too-many-agents.answer/cited-uncounted',
    requirement: 'errors.too-many-agents.answer',
    port: 'exchange',
    behaviour: 'Agents that the content cites do not count, and are left out where they are too many.',
    exchange: rewriteRequests(SENDS, (request) =>
      withBody(request, (body) =>
        countAgents(body) > 15 ? { ...body, content: withoutCitations(body.content) } : body,
      ),
    ),
  },
  {
    id: 'errors.invalid-agents.answer/ignored',
    requirement: 'errors.invalid-agents.answer',
    port: 'exchange',
    behaviour: 'A principal that is not selected is ignored.',
    exchange: rewriteRequests(SENDS, (request) =>
      withBody(request, ({ principal_agent_id: principal, ...body }) =>
        principal === undefined || principal < 1 || agentsOf(body).includes(principal)
          ? { ...body, principal_agent_id: principal }
          : body,
      ),
    ),
  },
  {
    id: 'errors.invalid-agents.not-positive/zero-is-none',
    requirement: 'errors.invalid-agents.not-positive',
    port: 'exchange',
    behaviour: 'A principal whose id is zero is taken for none.',
    exchange: rewriteRequests(SENDS, (request) =>
      withBody(request, ({ principal_agent_id: principal, ...body }) => ({
        ...body,
        ...(principal !== 0 && { principal_agent_id: principal }),
      })),
    ),
  },
  {
    id: 'errors.content-too-long.answer/cut',
    requirement: 'errors.content-too-long.answer',
    port: 'exchange',
    behaviour: 'Content that is too long is cut, and the turn runs.',
    exchange: rewriteRequests('sendMessage', (request) =>
      withBody(request, (body) => ({ ...body, content: String(body.content).slice(0, 64_000) })),
    ),
  },
  {
    id: 'errors.too-many-attachments.answer/cut',
    requirement: 'errors.too-many-attachments.answer',
    port: 'exchange',
    behaviour: 'Attachments that are too many are left out, and the turn runs.',
    exchange: rewriteRequests(SENDS, (request) =>
      withBody(request, (body) =>
        body.attachments?.skill_ids?.length > 50
          ? { ...body, attachments: { skill_ids: body.attachments.skill_ids.slice(0, 50) } }
          : body,
      ),
    ),
  },
];

type Body = ReturnType<typeof bodyOf>;

function agentsOf(body: Body): readonly number[] {
  return body?.attachments?.agent_ids ?? [];
}

function selects(request: HttpRequest, agentId: number): boolean {
  return agentsOf(bodyOf(request)).includes(agentId);
}

function withoutAgent(request: HttpRequest, agentId: number) {
  if (!selects(request, agentId)) return {};
  return withBody(request, (body) => ({
    ...body,
    attachments: { ...body.attachments, agent_ids: agentsOf(body).filter((id) => id !== agentId) },
  }));
}

function countAgents(body: Body): number {
  const cited = citationsIn(String(body.content)).flatMap(({ type, id }) => (type === 'agent' ? [id] : []));
  return new Set([...agentsOf(body), ...cited]).size;
}

function withoutCitations(content: unknown): string {
  return citationsIn(String(content)).reduce(
    (text, { text: cited }) => text.replaceAll(cited, ''),
    String(content),
  );
}
