import type { DatabaseSync } from 'node:sqlite';
import { audiencesFor, audiencesOf } from '../skill-audience.ts';
import type { Page, SkillRecord, SkillViewer } from '../store.ts';
import { prepare } from './sql.ts';

/** Records who sees which skill. The audiences of a skill are stored, so a list reads only the skills that it shows. */
export interface SkillReaders {
  /** Replaces the audiences of a skill. */
  set(skill: SkillRecord): void;
  /** Removes all audiences of a skill, so that nobody sees it. */
  clear(skillId: number): void;
  /** @returns the ids of one page of the skills that a viewer sees, and the number of skills on all pages */
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

  /** Merges the audiences up to the end of the page, so the cost does not depend on the skills after it. */
  const listSeen = (viewer: SkillViewer, { offset, limit }: Page) => {
    const { seen, twice } = audiencesFor(viewer);
    const all = totalOf(seen) - totalOf(twice);
    if (offset >= all) return { ids: [], total: all };
    const end = Math.min(offset + limit, all);
    const ids = inOrder(seen.flatMap((audience) => first.all(audience, end).map((row) => row.skill_id)));
    return { ids: ids.slice(offset, end), total: all };
  };

  /** An allowlist is short, so each of its skills is looked up. */
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
