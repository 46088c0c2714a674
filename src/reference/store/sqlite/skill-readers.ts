import type { DatabaseSync } from 'node:sqlite';
import { audiencesFor, audiencesOf } from '../skill-audience.ts';
import type { Page, SkillRecord, SkillViewer } from '../store.ts';
import { prepare } from './statement.ts';

/** Who sees which skill. A skill's audiences are written down, so that a list reads no skill that it does not show. */
export interface SkillReaders {
  /** Writes down who sees a skill, instead of who saw it. */
  set(skill: SkillRecord): void;
  /** Nobody sees the skill any more. */
  clear(skillId: number): void;
  /** Ids of a page of what a viewer sees, and how many skills that is in all. */
  list(viewer: SkillViewer, page: Page): { ids: number[]; total: number };
}

export function sqliteSkillReaders(database: DatabaseSync): SkillReaders {
  const show = prepare(database, 'INSERT INTO skill_audience (audience, skill_id) VALUES (?, ?)');
  const hide = prepare(database, 'DELETE FROM skill_audience WHERE skill_id = ?');
  const first = prepare<{ skill_id: number }>(
    database,
    'SELECT skill_id FROM skill_audience WHERE audience = ? ORDER BY skill_id LIMIT ?',
  );
  const isShown = prepare(database, 'SELECT 1 FROM skill_audience WHERE audience = ? AND skill_id = ?');
  const total = prepare<{ total: number }>(database, 'SELECT total FROM audience_totals WHERE audience = ?');

  const totalOf = (audiences: readonly string[]) =>
    audiences.reduce((sum, audience) => sum + (total.get(audience)?.total ?? 0), 0);

  /** Merges the beginnings of the audiences, so that a page costs what stands up to its end and not all that is seen. */
  const listSeen = (viewer: SkillViewer, { offset, limit }: Page) => {
    const { seen, twice } = audiencesFor(viewer);
    const all = totalOf(seen) - totalOf(twice);
    if (offset >= all) return { ids: [], total: all };
    const end = Math.min(offset + limit, all);
    const ids = inOrder(seen.flatMap((audience) => first.all(audience, end).map((row) => row.skill_id)));
    return { ids: ids.slice(offset, end), total: all };
  };

  /** An allowlist is short: each of its skills is looked at. */
  const listAllowed = (viewer: SkillViewer, allowed: ReadonlySet<number>, { offset, limit }: Page) => {
    const { seen } = audiencesFor(viewer);
    const ids = inOrder([...allowed].filter((id) => seen.some((audience) => isShown.get(audience, id))));
    return { ids: ids.slice(offset, offset + limit), total: ids.length };
  };

  return {
    set(skill) {
      hide.run(skill.id);
      for (const audience of audiencesOf(skill)) show.run(audience, skill.id);
    },
    clear(skillId) {
      hide.run(skillId);
    },
    list: (viewer, page) =>
      viewer.allowed ? listAllowed(viewer, viewer.allowed, page) : listSeen(viewer, page),
  };
}

function inOrder(ids: readonly number[]): number[] {
  return [...new Set(ids)].sort((one, other) => one - other);
}
