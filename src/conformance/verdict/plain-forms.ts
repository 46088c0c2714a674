import type { OperationId, RequirementId } from '../../../generated/ids.d.ts';

/** The plain form of an operation: a valid request without anything special. */
export interface PlainForm {
  /** The id of the check that sends it. */
  readonly check: string;
  /** Requirements that are violated when the plain form is refused: they promise it, or allow a request in this form. */
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
];

/** By operation. A refused plain form violates only the requirements of the check and those named here. */
export const PLAIN_FORMS: Readonly<Record<string, PlainForm>> = {
  listChats: { check: 'chats.list', rows: OF_LISTS },
  createChat: { check: 'chats.create', rows: EVERYWHERE },
  getChat: { check: 'chats.get', rows: EVERYWHERE },
  updateChat: { check: 'chats.update', rows: EVERYWHERE },
  deleteChat: { check: 'chats.delete', rows: EVERYWHERE },
  listMessages: { check: 'turns.listing', rows: OF_LISTS },
  sendMessage: { check: 'turns.send.exists', rows: OF_SENDS },
  streamMessage: { check: 'turns.stream.exists', rows: OF_SENDS },
  approveTool: { check: 'interactions.approve-tool.resolves', rows: OF_ANSWERS },
  respondPlan: { check: 'interactions.respond-plan.resolves', rows: OF_ANSWERS },
  respondElicitation: { check: 'interactions.respond-elicitation.resolves', rows: OF_ANSWERS },
  cancelAuth: { check: 'interactions.cancel-auth.resolves', rows: OF_ANSWERS },
  cancelTurn: { check: 'cancel.turn.finished', rows: [...EVERYWHERE, 'cancel.action-id.optional'] },
  getCatalog: { check: 'catalog.get', rows: EVERYWHERE },
  listSkills: { check: 'skills.list', rows: OF_LISTS },
  createSkill: { check: 'skills.create', rows: EVERYWHERE },
  getSkill: { check: 'skills.get', rows: EVERYWHERE },
  updateSkill: { check: 'skills.update.name', rows: EVERYWHERE },
  deleteSkill: { check: 'skills.delete', rows: EVERYWHERE },
  toggleSkill: { check: 'skills.toggle', rows: EVERYWHERE },
} satisfies Record<OperationId, PlainForm>;
