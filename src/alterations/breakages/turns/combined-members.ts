import { SENDS } from '../../../../generated/operation-groups.js';
import { type Breakage, breakage } from '../../alteration.ts';
import { retryWith } from '../../decorators/answer-instead.ts';
import { MOST_AGENTS, SEED } from '../../decorators/facts.ts';
import { attachedAgents, type Body, citedIn } from '../../decorators/requests.ts';
import { rewriteBodies } from '../../decorators/rewrite-requests.ts';
import { filled, first, instead, isAs, present } from '../../decorators/values.ts';
import { heard } from '../kinds/heard.ts';

/** Members without effect, and rules that do not hold, only together with one other member or on one channel. */
export const combinedMemberBreakages: readonly Breakage[] = [
  breakage(
    'turns.model.optional/beside-cited',
    'The model that a turn names is ignored if all of its agents are cited.',
    rewriteBodies(SENDS, (body) =>
      citedIn(body).length > 0 && attachedAgents(body).length === 0 ? { ...body, model_id: undefined } : body,
    ),
  ),
  heard('turns.model.from-chat/streamed', 'streamMessage', {
    model_id: instead(undefined, SEED.companyModel),
  }),
  heard(
    'turns.attachments.skill-ids/beside-principal',
    SENDS,
    { 'attachments.skill_ids': [] },
    { principal_agent_id: present },
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
  heard(
    'messages.metadata.echoed/beside-principal',
    'sendMessage',
    { metadata: undefined },
    { principal_agent_id: present },
  ),
  breakage(
    'turns.stream.default-manual/with-agents',
    'A streamed turn without a mode runs in auto mode if it selects agents.',
    rewriteBodies('streamMessage', (body) =>
      [...attachedAgents(body), ...citedIn(body)].length > 0 ? { permission_mode: 'auto', ...body } : body,
    ),
  ),
  ...(['model_id', 'principal_agent_id', 'attachments.file_ids'] as const).flatMap((other) => [
    heard(
      `turns.mode.default-manual/beside-${other}`,
      'sendMessage',
      { permission_mode: instead(undefined, 'auto') },
      { [other]: present },
    ),
    heard(
      `turns.send.only-auto/beside-${other}`,
      'sendMessage',
      { permission_mode: instead('manual', 'auto') },
      { [other]: present },
    ),
    heard(
      `turns.stream.default-manual/beside-${other}`,
      'streamMessage',
      { permission_mode: instead(undefined, 'auto') },
      { [other]: present },
    ),
    breakage(
      `turns.metadata.hidden-from-model/beside-${other}`,
      `The model gets the metadata of a turn that has \`${other}\`.`,
      rewriteBodies(SENDS, (body) =>
        body.metadata && isAs(body, { [other]: present })
          ? { ...body, content: `${JSON.stringify(body.metadata)}\n\n${body.content}` }
          : body,
      ),
    ),
  ]),
  heard(
    'chats.create.permission-mode-default/beside-model',
    'createChat',
    { permission_mode: instead(undefined, 'auto') },
    { model_id: present },
  ),
  heard('turns.attachments.connector-ids/blocking', 'sendMessage', { 'attachments.mcp_server_ids': [] }),
  ...(['workspace-ids', 'file-ids'] as const).map((member) =>
    heard(`turns.attachments.${member}/first`, SENDS, {
      [`attachments.${member.replace('-', '_')}`]: first(1),
    }),
  ),
  heard(
    'turns.attachments.file-ids/beside-skills',
    SENDS,
    { 'attachments.file_ids': [] },
    { 'attachments.skill_ids': filled },
  ),
  heard(
    'errors.sync-requires-auto.answer/with-attachments',
    'sendMessage',
    { permission_mode: instead(undefined, 'auto') },
    { attachments: present },
  ),
  heard(
    'errors.too-many-agents.answer/beside-principal',
    SENDS,
    { 'attachments.agent_ids': first(MOST_AGENTS) },
    { principal_agent_id: present },
  ),
  breakage(
    'errors.agent-not-available.answer/principal',
    'An inactive agent that is the principal is ignored.',
    rewriteBodies(SENDS, (body) =>
      body.principal_agent_id === SEED.inactiveAgent
        ? {
            ...attaching(
              body,
              'agent_ids',
              attachedAgents(body).filter((id) => id !== SEED.inactiveAgent),
            ),
            content: String(body.content).replaceAll(`{{agent:${SEED.inactiveAgent}}}`, ''),
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
      const others = ids.filter((id) => id !== SEED.skillOfOtherCompany);
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
