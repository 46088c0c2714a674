import type { OperationId, RequirementId } from '../../../generated/ids.d.ts';

/** The plain form of an operation: a valid request without any special features. */
export interface PlainForm {
  /** The id of the check that sends it. */
  readonly check: string;
  /** The requirement for which the check uses this request, if the check sends other requests too. */
  readonly requirement?: RequirementId;
  /** Requirements that a refusal of the plain form violates, because they promise success or allow a request of this form. */
  readonly rows: readonly RequirementId[];
}

const EVERYWHERE: readonly RequirementId[] = [
  'service.paths.prefix',
  'service.paths.base-url',
  'service.bodies.json-requests',
];
const OF_LISTS: readonly RequirementId[] = [...EVERYWHERE, 'lists.size.at-most-200'];
const OF_SENDS: readonly RequirementId[] = [
  ...EVERYWHERE,
  'service.sends.two-ways',
  'service.sends.manual-streams-only',
  'chats.implicit.created-by-send',
  'turns.stream.same-body',
  'turns.content.required',
  'turns.mode.optional',
  'turns.model.optional',
  'turns.metadata.optional',
  'turns.attachments.optional',
  'turns.principal.optional',
];
const OF_ANSWERS: readonly RequirementId[] = [
  ...EVERYWHERE,
  'interactions.answer.path',
  'interactions.answer.chat-of-turn',
  'interactions.answer.action-id-verbatim',
  'interactions.state.identified-by-action-id',
  'interactions.approve-tool.approved',
  'interactions.respond-plan.action',
  'interactions.respond-elicitation.action',
  'interactions.respond-elicitation.content',
  'stream.action.own-endpoint',
  'interactions.state.approve-tool-resolves',
  'interactions.state.respond-plan-resolves',
  'interactions.state.respond-elicitation-resolves',
  'interactions.state.cancel-auth-resolves',
];

/** By operation. If the plain form is refused, only the requirements of the check and those named here are violated. */
export const PLAIN_FORMS: Readonly<Record<string, PlainForm>> = {
  listChats: { check: 'chats.list', rows: OF_LISTS },
  createChat: { check: 'chats.create', rows: EVERYWHERE },
  getChat: { check: 'chats.get', rows: EVERYWHERE },
  updateChat: { check: 'chats.update', rows: EVERYWHERE },
  deleteChat: { check: 'chats.delete', rows: EVERYWHERE },
  listMessages: { check: 'turns.listing', rows: OF_LISTS },
  sendMessage: { check: 'turns.send.exists', rows: OF_SENDS },
  streamMessage: { check: 'turns.stream.exists', rows: OF_SENDS },
  approveTool: {
    check: 'interactions.tool-approval',
    requirement: 'interactions.approve-tool.kind',
    rows: OF_ANSWERS,
  },
  respondPlan: {
    check: 'interactions.plan-approval',
    requirement: 'interactions.respond-plan.kind',
    rows: OF_ANSWERS,
  },
  respondElicitation: {
    check: 'interactions.elicitation',
    requirement: 'interactions.respond-elicitation.kind',
    rows: OF_ANSWERS,
  },
  cancelAuth: {
    check: 'interactions.auth-required',
    requirement: 'interactions.cancel-auth.kind',
    rows: OF_ANSWERS,
  },
  cancelTurn: {
    check: 'idempotency.ended.completed.blocking',
    requirement: 'cancel.turn.exists',
    rows: [...EVERYWHERE, 'cancel.action-id.optional', 'cancel.turn.finished-is-ok'],
  },
  getCatalog: { check: 'catalog.get', rows: EVERYWHERE },
  listSkills: { check: 'skills.list', rows: OF_LISTS },
  createSkill: { check: 'skills.create', rows: EVERYWHERE },
  getSkill: { check: 'skills.get', rows: EVERYWHERE },
  updateSkill: { check: 'skills.update.name', rows: EVERYWHERE },
  deleteSkill: { check: 'skills.delete', rows: EVERYWHERE },
  toggleSkill: { check: 'skills.toggle', rows: EVERYWHERE },
} satisfies Record<OperationId, PlainForm>;
