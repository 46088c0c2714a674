import type { OperationId, RequirementId } from '../../../../generated/ids.d.ts';
import type { RequestMember } from '../../../../generated/request-members.d.ts';
import { R } from '../check-kit/check.ts';
import { nameOf } from './members.ts';
import type { MemberValue } from './values.ts';

/** The rows of a member: that it is accepted, that a request without it is refused, and its limit. */
interface Rows {
  readonly taken?: RequirementId;
  readonly missing?: RequirementId;
  readonly limit?: RequirementId;
}

const TURN: Readonly<Record<string, Rows>> = {
  content: {
    taken: R['turns.content.required'],
    missing: R['turns.content.required'],
    limit: R['turns.content.limit'],
  },
  attachments: { taken: R['turns.attachments.optional'] },
  'attachments.workspace_ids': { taken: R['turns.attachments.optional'] },
  'attachments.file_ids': { taken: R['turns.attachments.optional'] },
  'attachments.skill_ids': { taken: R['turns.attachments.optional'] },
  'attachments.mcp_server_ids': { taken: R['turns.attachments.optional'] },
  'attachments.agent_ids': { taken: R['turns.attachments.optional'] },
};

const ROWS: Readonly<Partial<Record<OperationId, Readonly<Record<string, Rows>>>>> = {
  createChat: {
    name: { taken: R['chats.create.name'], limit: R['chats.name.at-most-200'] },
    permission_mode: { taken: R['chats.create.permission-mode'] },
  },
  updateChat: {
    name: { taken: R['chats.update.name'] },
    is_favorite: { taken: R['chats.update.is-favorite'] },
  },
  sendMessage: TURN,
  streamMessage: {
    ...TURN,
    // Whether the stream has the limit is open, but it takes what the blocking send takes.
    content: {
      taken: R['turns.stream.content-required'],
      missing: R['turns.stream.content-required'],
      limit: R['turns.stream.same-body'],
    },
  },
  createSkill: {
    name: { missing: R['skills.create.requires-name'], limit: R['skills.name.at-most-255'] },
    instructions: {
      missing: R['skills.create.requires-instructions'],
      limit: R['skills.instructions.at-most-12000'],
    },
    description: { taken: R['skills.create.description'], limit: R['skills.description.at-most-500'] },
    icon: { taken: R['skills.create.icon'] },
    level: { taken: R['skills.create.level'] },
    visibility: { taken: R['skills.create.visibility'] },
  },
  updateSkill: {
    name: { taken: R['skills.update.name'], limit: R['skills.name.at-most-255'] },
    instructions: { taken: R['skills.update.instructions'], limit: R['skills.instructions.at-most-12000'] },
    description: { taken: R['skills.update.description'], limit: R['skills.description.at-most-500'] },
    icon: { taken: R['skills.update.icon'] },
    visibility: { taken: R['skills.update.visibility'] },
  },
  approveTool: {
    action_id: { missing: R['interactions.approve-tool.action-id-required'] },
    decisions: {
      missing: R['interactions.approve-tool.decisions-required'],
      limit: R['interactions.approve-tool.decisions-required'],
    },
    'decisions.[].tool_use_id': { missing: R['interactions.approve-tool.tool-use-id'] },
    'decisions.[].approved': { missing: R['interactions.approve-tool.approved'] },
  },
  respondPlan: {
    action_id: { missing: R['interactions.respond-plan.action-id-required'] },
    action: { missing: R['interactions.respond-plan.action'] },
  },
  respondElicitation: {
    action_id: { missing: R['interactions.respond-elicitation.action-id-required'] },
    action: { missing: R['interactions.respond-elicitation.action'] },
  },
  cancelAuth: { action_id: { missing: R['interactions.cancel-auth.action-id-required'] } },
};

const TYPES: Readonly<Partial<Record<OperationId, RequirementId>>> = {
  createChat: R['requests.create-chat.types'],
  updateChat: R['requests.update-chat.types'],
  sendMessage: R['requests.send-message.types'],
  streamMessage: R['requests.stream-message.types'],
  approveTool: R['requests.approve-tool.types'],
  respondPlan: R['requests.respond-plan.types'],
  respondElicitation: R['requests.respond-elicitation.types'],
  createSkill: R['requests.create-skill.types'],
  updateSkill: R['requests.update-skill.types'],
};

/** What the contract leaves open about values of members, by operation, name of the member, and name of the value. */
const OPEN: readonly (readonly [member: RegExp, value: RegExp, reason: string])[] = [
  [/^createSkill level$/, /^(company|workspace)$/, 'It needs a right, or a library (A-120).'],
  [/Skill visibility$/, /^shared$/, 'It needs users (A-121).'],
  [/Skill shared_user_ids$/, /^empty$/, 'It may need users (A-121).'],
  [/^streamMessage content$/, /^one-more/, 'The stream may have no limit (A-41).'],
  [/Message content$/, /^longest-/, 'A turn of this length says nothing more than the one in ASCII.'],
];

/** The row that decides what becomes of a value; undefined where no row does. */
export function rowOf(member: RequestMember, { name, kind }: MemberValue): RequirementId | undefined {
  const { operation } = member;
  const place = `${operation} ${nameOf(member)}`;
  if (OPEN.some(([isMember, isValue]) => isMember.test(place) && isValue.test(name))) return undefined;
  const rows = ROWS[operation]?.[nameOf(member)];
  switch (kind) {
    case 'taken':
      return rows?.taken;
    case 'limit':
    case 'too-long':
    case 'empty':
      return rows?.limit;
    case 'missing':
      return rows?.missing;
    case 'mistyped':
      return TYPES[operation];
  }
}
