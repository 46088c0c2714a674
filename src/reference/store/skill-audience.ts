import type { NewSkill, SkillViewer } from './store.ts';

/** The name of a group of users who see a skill: one user, a company, or the users of a library. */
type Audience = string;

/**
 * The audiences of a skill, without duplicates: its owner, the users that it is shared with, and, by its level, its company or the users of
 * its library. A user may see a skill both personally and through a group, but sees it once. Therefore each pair of a user and a group is
 * an audience too. A viewer's total is the sum of the totals minus the totals of the pairs, so no rows need to be counted.
 */
export function audiencesOf(skill: NewSkill): ReadonlySet<Audience> {
  const shared = skill.visibility === 'shared' ? skill.sharedUserIds : [];
  const users = [skill.userId, ...shared].map(userAudience);
  const group = groupOf(skill);
  if (group === undefined) return new Set(users);
  return new Set([...users, group, ...users.map((user) => overlap(user, group))]);
}

/** The audiences that a viewer belongs to. The totals of `seen` count the skills of `twice` a second time. */
export function audiencesFor(viewer: SkillViewer): { seen: Audience[]; twice: Audience[] } {
  const user = userAudience(viewer.userId);
  const libraries = [...viewer.libraryIds].map((id) => libraryAudience(viewer.companyId, id));
  const groups = [companyAudience(viewer.companyId), ...libraries];
  return { seen: [user, ...groups], twice: groups.map((group) => overlap(user, group)) };
}

/** A skill has at most one group: with two, subtracting the pairs would not give the right total. */
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
