import type {
  CreateSkillRequest,
  DeletedSkill,
  Skill,
  UpdateSkillRequest,
} from '../../../generated/types.d.ts';
import { type CitableIds, checkCitations, renderCitationProblems } from '../citations/check-citations.ts';
import { citationsIn } from '../citations/citations.ts';
import { refusal } from '../failures/api-failure.ts';
import { unlisted } from '../failures/unlisted.ts';
import type { JsonAnswer } from '../http/exchange.ts';
import type { SkillFields, SkillRecord } from '../store/store.ts';
import { listed, success } from './answers.ts';
import { type Context, offsetOf } from './context.ts';

export function listSkills(context: Context): JsonAnswer {
  const { skills, total } = context.ports.store.skills.list(
    context.usable.skillViewer,
    offsetOf(context.page),
  );
  return listed(context, 'Skills listed', skills.map(renderSkill), total);
}

export function createSkill(context: Context): JsonAnswer {
  const body = context.body as CreateSkillRequest;
  const { credential, usable, ports } = context;
  if (credential.allowed.skill) throw refusal('creation-denied');
  const { level = 'personal' } = body;
  if (level === 'workspace' && body.workspace_id === undefined) {
    throw unlisted('invalid-request', 'A skill of level workspace needs a workspace_id.');
  }
  if (reachesTooFar(context, body)) throw refusal('resource-not-allowed');
  checkInstructions(context, body.instructions);
  const skill = ports.store.skills.create({
    companyId: usable.user.companyId,
    userId: usable.user.id,
    name: body.name,
    instructions: body.instructions,
    description: body.description ?? '',
    icon: body.icon ?? '',
    level,
    visibility: body.visibility ?? 'public',
    workspaceId: body.workspace_id ?? null,
    sharedUserIds: body.shared_user_ids ?? [],
    isActive: true,
    createdAt: ports.clock.now(),
  });
  return success(context, 'Skill created', renderSkill(skill), 201);
}

export function getSkill(context: Context): JsonAnswer {
  return success(context, 'Skill found', renderSkill(visibleSkill(context)));
}

/** Changes only the members of the body; `level` has no effect (section 4.5). */
export function updateSkill(context: Context): JsonAnswer {
  const skill = ownSkill(context);
  const body = context.body as UpdateSkillRequest;
  // The service document defines resource-not-allowed for creation only.
  if (reachesTooFar(context, body)) {
    throw unlisted('forbidden', 'Use a workspace_id and shared_user_ids that the credential may use.');
  }
  // Citations are checked only when the text changes: they were valid when it was saved.
  if (body.instructions !== undefined && body.instructions !== skill.instructions) {
    checkInstructions(context, body.instructions);
  }
  const change: Partial<SkillFields> = {
    ...(body.name !== undefined && { name: body.name }),
    ...(body.instructions !== undefined && { instructions: body.instructions }),
    ...(body.description !== undefined && { description: body.description }),
    ...(body.icon !== undefined && { icon: body.icon }),
    ...(body.visibility !== undefined && { visibility: body.visibility }),
    ...(body.workspace_id !== undefined && { workspaceId: body.workspace_id }),
    ...(body.shared_user_ids !== undefined && { sharedUserIds: body.shared_user_ids }),
  };
  return success(context, 'Skill updated', renderSkill(context.ports.store.skills.update(skill.id, change)));
}

export function toggleSkill(context: Context): JsonAnswer {
  const { id, isActive } = ownSkill(context);
  const toggled = context.ports.store.skills.update(id, { isActive: !isActive });
  return success(context, 'Skill toggled', renderSkill(toggled));
}

export function deleteSkill(context: Context): JsonAnswer {
  const { id } = ownSkill(context);
  context.ports.store.skills.delete(id);
  return success(context, 'Skill deleted', { id } satisfies DeletedSkill);
}

/** Finds the skill of the path. A missing, a deleted and an invisible skill get the same answer (section 4.5). */
function visibleSkill({ skillId, usable, ports }: Context): SkillRecord {
  const skill = ports.store.skills.find(skillId);
  if (!skill || !usable.seesSkill(skill)) {
    throw refusal('not-found', { condition: 'The skill does not exist, or the credential cannot see it.' });
  }
  return skill;
}

/** The contract does not say who can change another user's skill. Here only the owner can. */
function ownSkill(context: Context): SkillRecord {
  const skill = visibleSkill(context);
  if (skill.userId !== context.usable.user.id) {
    throw unlisted('forbidden', 'Only the user who created a skill can change it.');
  }
  return skill;
}

interface Reach {
  readonly workspace_id?: number;
  readonly shared_user_ids?: readonly number[];
}

/** Whether a body names a library that the user does not see, or a user who is not of the same company. */
function reachesTooFar({ usable, ports }: Context, { workspace_id, shared_user_ids = [] }: Reach): boolean {
  const isForeign = (id: number) => ports.directory.users.get(id)?.companyId !== usable.user.companyId;
  const isUnseen = workspace_id !== undefined && !usable.library(workspace_id);
  return isUnseen || shared_user_ids.some(isForeign);
}

function checkInstructions(context: Context, instructions: string): void {
  const problems = checkCitations(instructions, citable(context, instructions));
  if (problems.length > 0) throw refusal('references-invalid', { data: renderCitationProblems(problems) });
}

/** The ids in a text's citations that the user can use. */
function citable({ usable, ports }: Context, text: string): CitableIds {
  const cited = citationsIn(text).map(({ id }) => id);
  const seesSkill = (id: number) => {
    const skill = ports.store.skills.find(id);
    return skill !== undefined && usable.seesSkill(skill);
  };
  return {
    library: new Set(cited.filter((id) => usable.library(id))),
    file: new Set(cited.filter((id) => usable.file(id))),
    connector: new Set(cited.filter((id) => usable.connector(id))),
    tool: new Set(cited.filter((id) => usable.tool(id))),
    skill: new Set(cited.filter(seesSkill)),
  };
}

function renderSkill(skill: SkillRecord): Skill {
  return {
    id: skill.id,
    name: skill.name,
    description: skill.description,
    instructions: skill.instructions,
    icon: skill.icon,
    level: skill.level,
    visibility: skill.visibility,
    workspace_id: skill.workspaceId,
    is_active: skill.isActive,
    created_at: new Date(skill.createdAt).toISOString(),
  };
}
