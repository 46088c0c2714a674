import type { NewSkill, SkillViewer } from './store.ts';

/** A name for those who see a skill: a user, a company, or those who may use a library. */
type Audience = string;

/**
 * The audiences of a skill, each once: its owner and the users that it is shared with, and the company or the library's
 * users by its level. So that a total needs no counting, both together are an audience of their own:
 * whoever is in both sees the skill once.
 */
export function audiencesOf(skill: NewSkill): ReadonlySet<Audience> {
  const shared = skill.visibility === 'shared' ? skill.sharedUserIds : [];
  const users = [skill.userId, ...shared].map(userAudience);
  const group = groupOf(skill);
  if (group === undefined) return new Set(users);
  return new Set([...users, group, ...users.map((user) => overlap(user, group))]);
}

/** What a viewer sees: the union of `seen`, of whose total those of `twice` have to be taken off again. */
export function audiencesFor(viewer: SkillViewer): { seen: Audience[]; twice: Audience[] } {
  const user = userAudience(viewer.userId);
  const libraries = [...viewer.libraryIds].map((id) => libraryAudience(viewer.companyId, id));
  const groups = [companyAudience(viewer.companyId), ...libraries];
  return { seen: [user, ...groups], twice: groups.map((group) => overlap(user, group)) };
}

/** A skill has one such audience at most, which is what makes the totals add up. */
function groupOf({ level, companyId, workspaceId }: NewSkill): Audience | undefined {
  if (level === 'company') return companyAudience(companyId);
  if (level === 'workspace' && workspaceId !== null) return libraryAudience(companyId, workspaceId);
  return undefined;
}

function userAudience(userId: number): Audience {
  return `user:${userId}`;
}

function companyAudience(companyId: number): Audience {
  return `company:${companyId}`;
}

function libraryAudience(companyId: number, libraryId: number): Audience {
  return `library:${companyId}:${libraryId}`;
}

function overlap(user: Audience, group: Audience): Audience {
  return `${user}&${group}`;
}
