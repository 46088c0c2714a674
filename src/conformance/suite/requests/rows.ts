import type { CauseId, ErrorRowId, OperationId, RequirementId } from '../../../../generated/ids.d.ts';
import type { RequestMember } from '../../../../generated/request-members.d.ts';
import { R } from '../check-kit/check.ts';
import type { MemberValue, ValueKind } from './member-value.ts';
import { nameOf } from './request.ts';

type Row = RequirementId | readonly RequirementId[];

/** The requirements about a member, by kind of value. `limit` also applies to values beyond the limit, unless `beyond` is set. */
interface Rows {
  readonly taken?: Row;
  /** An id of an existing resource. */
  readonly known?: Row;
  readonly default?: Row;
  readonly missing?: Row;
  readonly least?: Row;
  readonly limit?: Row;
  readonly beyond?: Row;
  /** An id that no resource has. */
  readonly unknown?: Row;
  readonly 'not-positive'?: Row;
  /** A value of another type, where a statement says how the service handles it. */
  readonly mistyped?: Row;
  /** A word that only the application uses. */
  readonly foreign?: Row;
}

const PAGES: Readonly<Record<string, Rows>> = {
  page: {
    default: R['lists.page.default-one'],
    least: R['lists.page.starts-at-one'],
    taken: R['lists.page.selects-slice'],
  },
  size: {
    default: R['lists.size.default-fifty'],
    least: R['lists.size.bounds-page'],
    taken: R['lists.size.bounds-page'],
    limit: R['lists.size.at-most-200'],
  },
};
const JSON_BODY: Readonly<Record<string, Rows>> = {
  'content-type': { taken: R['service.bodies.json-requests'] },
};
const ANY_CHAT: Readonly<Record<string, Rows>> = { chat_id: { unknown: R['errors.not-found.answer'] } };
const ANY_SKILL: Readonly<Record<string, Rows>> = { skill_id: { unknown: R['errors.not-found.skill'] } };

function actionId(missing: RequirementId): Rows {
  return {
    missing,
    unknown: [R['interactions.answer.path'], R['errors.action-not-found.answer']],
  };
}

const INSTRUCTIONS: Rows = {
  limit: R['skills.instructions.at-most-12000'],
  beyond: [R['skills.instructions.at-most-12000'], R['errors.instructions-too-long.answer']],
};

const OF_ANSWER: Readonly<Record<string, Rows>> = { ...JSON_BODY, ...ANY_CHAT };

/** The requirements about a list of attachments. An empty list attaches nothing. */
function attached(known: RequirementId): Rows {
  return {
    known,
    taken: R['turns.attachments.optional'],
    unknown: R['turns.attachments.unknown-refused'],
  };
}

const TURN: Readonly<Record<string, Rows>> = {
  ...JSON_BODY,
  content: {
    taken: R['turns.content.required'],
    missing: R['turns.content.required'],
    limit: R['turns.content.limit'],
  },
  model_id: { known: R['turns.model.optional'], default: R['turns.model.optional'] },
  principal_agent_id: { 'not-positive': R['errors.invalid-agents.not-positive'] },
  attachments: { taken: R['turns.attachments.optional'], default: R['turns.attachments.optional'] },
  metadata: { taken: R['turns.metadata.optional'], default: R['turns.metadata.optional'] },
  'attachments.workspace_ids': attached(R['turns.attachments.workspace-ids']),
  'attachments.file_ids': attached(R['turns.attachments.file-ids']),
  'attachments.skill_ids': attached(R['turns.attachments.skill-ids']),
  'attachments.mcp_server_ids': attached(R['turns.attachments.connector-ids']),
  'attachments.agent_ids': attached(R['turns.attachments.agent-ids']),
};

const ROWS: Readonly<Partial<Record<OperationId, Readonly<Record<string, Rows>>>>> = {
  listChats: {
    ...PAGES,
    is_favorite: { taken: R['chats.list.favorite-filter'], default: R['chats.list.exists'] },
  },
  getChat: { chat_id: { unknown: R['chats.get.missing'] } },
  deleteChat: ANY_CHAT,
  listMessages: { ...ANY_CHAT, ...PAGES },
  listSkills: PAGES,
  getSkill: { skill_id: { unknown: R['skills.get.missing'] } },
  deleteSkill: ANY_SKILL,
  toggleSkill: ANY_SKILL,
  cancelTurn: { ...JSON_BODY, chat_id: { unknown: R['errors.not-found.cancel'] } },
  createChat: {
    ...JSON_BODY,
    name: { taken: R['chats.create.name'], limit: R['chats.name.at-most-200'] },
    model_id: { known: R['chats.create.model-id'] },
    permission_mode: {
      taken: R['chats.create.permission-mode'],
      default: R['chats.create.permission-mode-default'],
    },
  },
  updateChat: {
    ...JSON_BODY,
    ...ANY_CHAT,
    name: { taken: R['chats.update.name'] },
    is_favorite: { taken: R['chats.update.is-favorite'] },
  },
  sendMessage: {
    ...TURN,
    'idempotency-key': {
      missing: [
        R['turns.send.requires-key'],
        R['idempotency.key.never-generated'],
        R['errors.idempotency-key-required.answer'],
      ],
    },
    content: { ...TURN.content, beyond: [R['turns.content.limit'], R['errors.content-too-long.answer']] },
    // Even if the service ignores it, the value is not `auto`.
    permission_mode: { mistyped: R['versioning.modes.manual-and-auto'] },
  },
  streamMessage: {
    ...TURN,
    'idempotency-key': {
      missing: [R['turns.stream.requires-key'], R['errors.idempotency-key-required.answer']],
    },
    permission_mode: {
      taken: R['turns.mode.optional'],
      default: R['turns.mode.optional'],
      foreign: R['versioning.modes.plan-not-streamed'],
    },
    // The contract does not say whether the stream has the limit, but it accepts what the blocking send accepts.
    content: {
      taken: R['turns.stream.content-required'],
      missing: R['turns.stream.content-required'],
      limit: R['turns.stream.same-body'],
    },
  },
  createSkill: {
    ...JSON_BODY,
    name: { missing: R['skills.create.requires-name'], limit: R['skills.name.at-most-255'] },
    instructions: { missing: R['skills.create.requires-instructions'], ...INSTRUCTIONS },
    description: { taken: R['skills.create.description'], limit: R['skills.description.at-most-500'] },
    icon: { taken: R['skills.create.icon'] },
    level: { taken: R['skills.create.level'], default: R['skills.level.default-personal'] },
    workspace_id: {
      known: [
        R['skills.create.workspace-id'],
        R['skills.workspace-id.owning-library'],
        R['skills.create.level'],
      ],
    },
    visibility: { taken: R['skills.create.visibility'], default: R['skills.visibility.default-public'] },
  },
  updateSkill: {
    ...JSON_BODY,
    ...ANY_SKILL,
    name: { taken: R['skills.update.name'], limit: R['skills.name.at-most-255'] },
    instructions: { taken: R['skills.update.instructions'], ...INSTRUCTIONS },
    description: { taken: R['skills.update.description'], limit: R['skills.description.at-most-500'] },
    icon: { taken: R['skills.update.icon'] },
    visibility: { taken: R['skills.update.visibility'] },
  },
  approveTool: {
    ...OF_ANSWER,
    action_id: actionId(R['interactions.approve-tool.action-id-required']),
    decisions: {
      missing: R['interactions.approve-tool.decisions-required'],
      limit: R['interactions.approve-tool.decisions-required'],
    },
    'decisions.[].tool_use_id': { missing: R['interactions.approve-tool.tool-use-id'] },
    'decisions.[].approved': { missing: R['interactions.approve-tool.approved'] },
  },
  respondPlan: {
    ...OF_ANSWER,
    action_id: actionId(R['interactions.respond-plan.action-id-required']),
    action: { missing: R['interactions.respond-plan.action'] },
  },
  respondElicitation: {
    ...OF_ANSWER,
    action_id: actionId(R['interactions.respond-elicitation.action-id-required']),
    action: { missing: R['interactions.respond-elicitation.action'] },
  },
  cancelAuth: {
    ...OF_ANSWER,
    action_id: actionId(R['interactions.cancel-auth.action-id-required']),
  },
};

const TYPES: Readonly<Partial<Record<OperationId, RequirementId>>> = {
  getChat: R['requests.get-chat.types'],
  deleteChat: R['requests.delete-chat.types'],
  listMessages: R['requests.list-messages.types'],
  cancelAuth: R['requests.cancel-auth.types'],
  cancelTurn: R['requests.cancel-turn.types'],
  getSkill: R['requests.get-skill.types'],
  deleteSkill: R['requests.delete-skill.types'],
  toggleSkill: R['requests.toggle-skill.types'],
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

const OUTSIDE = /^(?!missing|least|second|most)/;

/** What the contract leaves open about values, by operation and member, and by name of the value. */
const OPEN: readonly (readonly [member: RegExp, value: RegExp, reason: string])[] = [
  [/^createSkill level$/, /^(company|workspace)$/, 'It needs a right, or a library (A-120).'],
  [/Skill visibility$/, /^shared$/, 'It needs users (A-121).'],
  [/Skill shared_user_ids$/, /^empty$/, 'It may need users (A-121).'],
  [/^streamMessage content$/, /^one-more/, 'The stream may have no limit (A-41).'],
  [/^streamMessage chat_id$/, /^/, 'A refusal may come on the stream (A-60), whose events name a chat.'],
  [/^listMessages size$/, OUTSIDE, 'It would take a chat of more than 200 turns.'],
  [
    /Message content$/,
    /^(longest|one-more)-/,
    'It would take a body of up to 256 kB, which a service may not take (A-19).',
  ],
];

/** The failures of section 7 for refused values, by member. The contract does not say which failure other refused values get. */
const FAILURES: readonly (readonly [member: RegExp, kind: ValueKind, ...failures: ErrorRowId[]])[] = [
  [/Message idempotency-key$/, 'missing', 'idempotency-key-required'],
  [/^sendMessage content$/, 'too-long', 'content-too-long'],
  [/Message principal_agent_id$/, 'not-positive', 'invalid-agents'],
  [/Skill instructions$/, 'too-long', 'instructions-too-long'],
  [/^(approve|respond|cancelAuth)\w* action_id$/, 'unknown', 'action-not-found'],
  // Either the chat or the interaction does not exist, so either code is right.
  [/^(approve|respond|cancelAuth)\w* chat_id$/, 'unknown', 'not-found', 'action-not-found'],
  [/^(\w+Chat|\w+Skill|listMessages|cancelTurn) (chat|skill)_id$/, 'unknown', 'not-found'],
];

/** The failures that a refused value may get where a statement decides them. Empty where any 4xx is correct. */
export function failuresOf(member: RequestMember, { kind }: MemberValue): readonly ErrorRowId[] {
  const place = placeOf(member);
  const found = FAILURES.find(([isMember, ofKind]) => ofKind === kind && isMember.test(place));
  return found ? (found.slice(2) as ErrorRowId[]) : [];
}

/** The causes of refusals, by member; the first matching line applies. No statement says that values of another type are refused. */
const CAUSES: readonly (readonly [member: RegExp, kind: ValueKind, cause: CauseId])[] = [
  [/ idempotency-key$/, 'missing', 'missing-key'],
  [/^/, 'missing', 'missing-member'],
  [/^/, 'empty', 'missing-member'],
  [/^/, 'too-long', 'too-long'],
  [/ chat_id$/, 'unknown', 'missing-chat'],
  [/ skill_id$/, 'unknown', 'missing-skill'],
  [/ action_id$/, 'unknown', 'unknown-interaction'],
  [/ attachments\./, 'unknown', 'unknown-resource'],
  [/ principal_agent_id$/, 'not-positive', 'not-positive-agent'],
  [/^streamMessage permission_mode$/, 'foreign', 'unlisted-mode'],
  [/^sendMessage permission_mode$/, 'foreign', 'unlisted-mode'],
  [/^sendMessage permission_mode$/, 'mistyped', 'unlisted-mode'],
];

/** The cause of a refusal, if it is one that a statement may decide. */
export function causeOf(member: RequestMember, { kind }: MemberValue): CauseId | undefined {
  const place = placeOf(member);
  return CAUSES.find(([isMember, ofKind]) => ofKind === kind && isMember.test(place))?.[2];
}

/** The requirements that decide how the service handles a value. Empty if there are none. */
export function rowsOf(member: RequestMember, value: MemberValue): readonly RequirementId[] {
  const place = placeOf(member);
  if (OPEN.some(([isMember, isValue]) => isMember.test(place) && isValue.test(value.name))) return [];
  return [rowOf(member, value) ?? []].flat();
}

function rowOf(member: RequestMember, { kind }: MemberValue): Row | undefined {
  const rows = ROWS[member.operation]?.[nameOf(member)];
  switch (kind) {
    case 'too-long':
      return rows?.beyond ?? rows?.limit;
    case 'empty':
    case 'outside':
      return rows?.limit;
    case 'mistyped':
      return rows?.mistyped ?? TYPES[member.operation];
    case 'foreign':
      return rows?.foreign ?? rows?.mistyped ?? TYPES[member.operation];
    default:
      return rows?.[kind];
  }
}

function placeOf(member: RequestMember): string {
  return `${member.operation} ${nameOf(member)}`;
}
