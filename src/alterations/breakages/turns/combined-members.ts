import { type Breakage, breakage } from '../../alteration.ts';
import { retryWith } from '../../decorators/answer-instead.ts';
import { SENDS } from '../../decorators/operations.ts';
import { attachedAgents, type Body, citedIn } from '../../decorators/requests.ts';
import { rewriteBodies } from '../../decorators/rewrite-requests.ts';

/** Ids of the seed. */
const COMPANY_MODEL = 3;
const INACTIVE_AGENT = 37;
const MOST_AGENTS = 15;
/** A skill of another company. */
const FOREIGN_SKILL = 31;

/** Members without effect, and rules that do not hold, only together with one other member or on one channel. */
export const combinedMemberBreakages: readonly Breakage[] = [
  breakage(
    'turns.model.optional/beside-cited',
    'The model that a turn names is ignored if all of its agents are cited.',
    rewriteBodies(SENDS, (body) =>
      citedIn(body).length > 0 && attachedAgents(body).length === 0 ? { ...body, model_id: undefined } : body,
    ),
  ),
  breakage(
    'turns.model.from-chat/streamed',
    "A streamed turn that names no model is answered by the company's.",
    rewriteBodies('streamMessage', (body) => ({ model_id: COMPANY_MODEL, ...body })),
  ),
  breakage(
    'turns.attachments.skill-ids/beside-principal',
    'The skills of a turn that has a principal have no effect.',
    rewriteBodies(SENDS, (body) =>
      body.principal_agent_id === undefined ? body : attaching(body, 'skill_ids', []),
    ),
  ),
  breakage(
    'turns.principal.conducts/blocking',
    'The principal of a blocking turn has no effect.',
    rewriteBodies('sendMessage', (body) => {
      const { principal_agent_id: principal } = body;
      const isSelected = [...attachedAgents(body), ...citedIn(body)].includes(principal);
      return isSelected ? { ...body, principal_agent_id: undefined } : body;
    }),
  ),
  breakage(
    'messages.metadata.echoed/beside-principal',
    'The metadata of a blocking turn that has a principal is lost.',
    rewriteBodies('sendMessage', (body) =>
      body.principal_agent_id === undefined ? body : { ...body, metadata: undefined },
    ),
  ),
  breakage(
    'turns.stream.default-manual/with-agents',
    'A streamed turn without a mode runs in auto mode if it selects agents.',
    rewriteBodies('streamMessage', (body) =>
      [...attachedAgents(body), ...citedIn(body)].length > 0 ? { permission_mode: 'auto', ...body } : body,
    ),
  ),
  breakage(
    'turns.attachments.connector-ids/blocking',
    'The connectors of a blocking turn have no effect.',
    rewriteBodies('sendMessage', (body) => attaching(body, 'mcp_server_ids', [])),
  ),
  ...(['workspace-ids', 'file-ids'] as const).map((member) =>
    breakage(
      `turns.attachments.${member}/first`,
      `Of several ${member.replace('-', '_')}, only the first has an effect.`,
      rewriteBodies(SENDS, (body) => {
        const name = member.replace('-', '_');
        const ids = body.attachments?.[name];
        return Array.isArray(ids) ? attaching(body, name, ids.slice(0, 1)) : body;
      }),
    ),
  ),
  breakage(
    'turns.attachments.file-ids/beside-skills',
    'The files of a turn that attaches skills have no effect.',
    rewriteBodies(SENDS, (body) =>
      body.attachments?.skill_ids?.length > 0 ? attaching(body, 'file_ids', []) : body,
    ),
  ),
  breakage(
    'errors.sync-requires-auto.answer/with-attachments',
    'A blocking send without a mode runs in auto mode if it has attachments.',
    rewriteBodies('sendMessage', (body) =>
      body.attachments === undefined ? body : { permission_mode: 'auto', ...body },
    ),
  ),
  breakage(
    'errors.too-many-agents.answer/beside-principal',
    'Agents beyond the fifteenth are ignored if the turn has a principal.',
    rewriteBodies(SENDS, (body) =>
      body.principal_agent_id === undefined
        ? body
        : attaching(body, 'agent_ids', attachedAgents(body).slice(0, MOST_AGENTS)),
    ),
  ),
  breakage(
    'errors.agent-not-available.answer/principal',
    'An inactive agent that is the principal is ignored.',
    rewriteBodies(SENDS, (body) =>
      body.principal_agent_id === INACTIVE_AGENT
        ? {
            ...attaching(
              body,
              'agent_ids',
              attachedAgents(body).filter((id) => id !== INACTIVE_AGENT),
            ),
            content: String(body.content).replaceAll(`{{agent:${INACTIVE_AGENT}}}`, ''),
            principal_agent_id: undefined,
          }
        : body,
    ),
  ),
  breakage(
    'errors.attachment-not-allowed.answer/file-beside-library',
    'A turn that attaches a library too runs without the file that its credential must not use.',
    retryWith(SENDS, 'api_token_resource_not_allowed', (body) =>
      body.attachments?.workspace_ids?.length > 0 ? attaching(body, 'file_ids', []) : body,
    ),
  ),
  breakage(
    'turns.attachments.unknown-refused/skill-of-other-company',
    'A turn that attaches a skill of another company runs without it.',
    retryWith(SENDS, 'api_token_resource_not_allowed', (body) => {
      const ids: readonly number[] = body.attachments?.skill_ids ?? [];
      const others = ids.filter((id) => id !== FOREIGN_SKILL);
      return attaching(body, 'skill_ids', others);
    }),
  ),
  breakage(
    'turns.attachments.skill-scope/streamed-in-auto',
    'A stream in auto mode runs without the skills for which its credential has no scope.',
    retryWith('streamMessage', 'api_token_scope_not_allowed', (body) =>
      body.permission_mode === 'auto' ? attaching(body, 'skill_ids', []) : body,
    ),
  ),
];

function attaching(body: Body, member: string, ids: readonly unknown[]): Body {
  return { ...body, attachments: { ...body.attachments, [member]: ids } };
}
