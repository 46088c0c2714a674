import type { OperationId } from '../../reference/http/operation.ts';
import { type Breakage, type BreakageId, breakage } from '../alteration.ts';
import { SENDS } from '../decorators/operations.ts';
import { mishear } from '../families/ignored-input.ts';
import { DEAFNESS_OPERATORS } from '../families/ignored-input-operators.ts';
import { requestMembers } from '../families/request-members.ts';

/**
 * One breakage for each requirement about a member of a request: the server ignores the member, refuses it, or accepts a value that it must
 * refuse.
 */
export const misheardBreakages: readonly Breakage[] = [
  misheard('chats.create.name', 'createChat', 'name', 'not-heard'),
  misheard('chats.create.model-id', 'createChat', 'model_id', 'not-heard'),
  misheard('chats.create.permission-mode', 'createChat', 'permission_mode', 'not-heard'),
  misheard('chats.name.at-most-200/longer', 'createChat', 'name', 'trimmed-to-limit'),
  misheard('chats.name.at-most-200/longest', 'createChat', 'name', 'limit-refused'),
  misheard('chats.update.name', 'updateChat', 'name', 'not-heard'),
  misheard('chats.update.is-favorite', 'updateChat', 'is_favorite', 'not-heard'),
  misheard('turns.content.required/left-out', 'sendMessage', 'content', 'missing-taken'),
  misheard('turns.content.limit/more', 'sendMessage', 'content', 'trimmed-to-limit'),
  misheard('turns.content.limit/less', 'sendMessage', 'content', 'limit-refused'),
  misheard('errors.content-too-long.answer/cut', 'sendMessage', 'content', 'trimmed-to-limit'),
  misheard('turns.stream.content-required', 'streamMessage', 'content', 'missing-taken'),
  misheard('turns.model.optional/with', SENDS, 'model_id', 'refused'),
  misheard('turns.model.optional/without', SENDS, 'model_id', 'absence-refused'),
  misheard('turns.metadata.optional/with', SENDS, 'metadata', 'refused'),
  misheard('turns.metadata.optional/without', SENDS, 'metadata', 'absence-refused'),
  misheard('turns.attachments.optional/with', SENDS, 'attachments', 'refused'),
  misheard('turns.attachments.optional/without', SENDS, 'attachments', 'absence-refused'),
  misheard('turns.attachments.workspace-ids', SENDS, 'attachments.workspace_ids', 'refused'),
  misheard('turns.attachments.file-ids', SENDS, 'attachments.file_ids', 'refused'),
  misheard('turns.attachments.skill-ids', SENDS, 'attachments.skill_ids', 'refused'),
  misheard('turns.attachments.connector-ids', SENDS, 'attachments.mcp_server_ids', 'refused'),
  misheard('turns.attachments.agent-ids', SENDS, 'attachments.agent_ids', 'refused'),
  misheard('turns.mode.optional/named', 'streamMessage', 'permission_mode', 'refused'),
  misheard('turns.mode.optional/unnamed', 'streamMessage', 'permission_mode', 'absence-refused'),
  misheard('skills.create.requires-name', 'createSkill', 'name', 'missing-taken'),
  misheard('skills.create.requires-instructions', 'createSkill', 'instructions', 'missing-taken'),
  misheard('skills.name.at-most-255/more', 'createSkill', 'name', 'trimmed-to-limit'),
  misheard('skills.name.at-most-255/less', 'createSkill', 'name', 'limit-refused'),
  misheard('skills.description.at-most-500/more', 'createSkill', 'description', 'trimmed-to-limit'),
  misheard('skills.description.at-most-500/less', 'createSkill', 'description', 'limit-refused'),
  misheard('skills.instructions.at-most-12000/more', 'createSkill', 'instructions', 'trimmed-to-limit'),
  misheard('skills.instructions.at-most-12000/less', 'createSkill', 'instructions', 'limit-refused'),
  misheard('skills.update.name', 'updateSkill', 'name', 'not-heard'),
  misheard('skills.update.instructions', 'updateSkill', 'instructions', 'not-heard'),
  misheard('skills.update.description', 'updateSkill', 'description', 'not-heard'),
  misheard('skills.update.icon', 'updateSkill', 'icon', 'not-heard'),
  misheard('skills.update.visibility', 'updateSkill', 'visibility', 'not-heard'),
  misheard('skills.update.workspace-id', 'updateSkill', 'workspace_id', 'not-heard'),
  misheard('interactions.approve-tool.action-id-required', 'approveTool', 'action_id', 'missing-taken'),
  misheard(
    'interactions.approve-tool.decisions-required/absent',
    'approveTool',
    'decisions',
    'missing-taken',
  ),
  misheard(
    'interactions.approve-tool.tool-use-id',
    'approveTool',
    'decisions.[].tool_use_id',
    'missing-taken',
  ),
  misheard('interactions.approve-tool.approved', 'approveTool', 'decisions.[].approved', 'missing-taken'),
  misheard('interactions.respond-plan.action-id-required', 'respondPlan', 'action_id', 'missing-taken'),
  misheard('interactions.respond-plan.action/absent', 'respondPlan', 'action', 'missing-taken'),
  misheard(
    'interactions.respond-elicitation.action-id-required',
    'respondElicitation',
    'action_id',
    'missing-taken',
  ),
  misheard('interactions.respond-elicitation.action/absent', 'respondElicitation', 'action', 'missing-taken'),
  misheard('interactions.cancel-auth.action-id-required', 'cancelAuth', 'action_id', 'missing-taken'),
];

/** @throws RangeError when there is no such member or operator, or when the operator does not apply to the member */
function misheard<const Id extends string>(
  id: BreakageId<Id>,
  operations: OperationId | readonly OperationId[],
  name: string,
  operator: string,
): Breakage {
  const all = [operations].flat().map((operation) => {
    const member = requestMembers().find(
      (each) => each.operation === operation && each.path.join('.') === name,
    );
    const how = DEAFNESS_OPERATORS.find((each) => each.name === operator);
    const alteration = member && how && mishear(member, how);
    if (!alteration) throw new RangeError(`${operator} says nothing of ${operation} ${name}`);
    return alteration;
  });
  return breakage(id, all.map(({ behaviour }) => behaviour).join(' '), (sound) =>
    all.reduce((exchange, { exchange: wrap }) => wrap(exchange), sound),
  );
}
