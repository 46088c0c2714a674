import type { DatabaseSync } from 'node:sqlite';
import type { SkillLevel, SkillVisibility } from '../../../../generated/types.d.ts';
import type { NewSkill, SkillRecord, Skills } from '../store.ts';
import { MissingRecordError } from '../store-error.ts';
import { sqliteSkillReaders } from './skill-readers.ts';
import { atomically, fromJsonText, prepare, toJsonText } from './sql.ts';

interface SkillRow {
  readonly id: number;
  readonly company_id: number;
  readonly user_id: number;
  readonly name: string;
  readonly description: string;
  readonly instructions: string;
  readonly icon: string;
  readonly level: SkillLevel;
  readonly visibility: SkillVisibility;
  readonly workspace_id: number | null;
  readonly is_active: 0 | 1;
  readonly created_at: number;
}

export function sqliteSkills(database: DatabaseSync): Skills {
  const readers = sqliteSkillReaders(database);
  // If the id is null, SQLite chooses one above all ids that were ever used.
  const insert = prepare(
    database,
    `INSERT INTO skills (id, company_id, user_id, level, created_at,
                         name, description, instructions, icon, visibility, workspace_id, is_active)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const update = prepare(
    database,
    `UPDATE skills SET name = ?, description = ?, instructions = ?, icon = ?, visibility = ?, workspace_id = ?,
                       is_active = ?
     WHERE id = ?`,
  );
  const select = prepare<SkillRow>(database, 'SELECT * FROM skills WHERE id = ? AND is_deleted = 0');
  const isUsed = prepare(database, 'SELECT 1 FROM skills WHERE id = ?');
  const remove = prepare(database, 'UPDATE skills SET is_deleted = 1 WHERE id = ?');
  const share = prepare(database, 'INSERT INTO skill_shares (skill_id, position, user_id) VALUES (?, ?, ?)');
  const shares = prepare<{ user_id: number }>(
    database,
    'SELECT user_id FROM skill_shares WHERE skill_id = ? ORDER BY position',
  );
  const unshare = prepare(database, 'DELETE FROM skill_shares WHERE skill_id = ?');

  const sharedUserIds = (id: number) => shares.all(id).map(({ user_id }) => user_id);
  const find = (id: number) => {
    const row = select.get(id);
    return row && skillOf(row, sharedUserIds(id));
  };
  const get = (id: number) => {
    const skill = find(id);
    if (!skill) throw new MissingRecordError('skill', id);
    return skill;
  };
  /** Derives the audiences from the stored skill, so that they always agree with its columns. */
  const setReaders = (id: number, userIds: readonly number[]) => {
    unshare.run(id);
    for (const [position, userId] of userIds.entries()) share.run(id, position, userId);
    readers.set(get(id));
  };
  const add = (skill: NewSkill, ownId: number | null) =>
    atomically(database, () => {
      const { companyId, userId, level, createdAt } = skill;
      const { id } = insert.run(ownId, companyId, userId, level, createdAt, ...editable(skill));
      setReaders(id, skill.sharedUserIds);
      return get(id);
    });

  return {
    create: (skill) => add(skill, null),
    declare(skill) {
      if (!isUsed.get(skill.id)) add(skill, skill.id);
    },
    find,
    list(viewer, page) {
      const { ids, total } = readers.list(viewer, page);
      return { skills: ids.map(get), total };
    },
    update: (id, change) =>
      atomically(database, () => {
        const skill = { ...get(id), ...change };
        update.run(...editable(skill), id);
        setReaders(id, skill.sharedUserIds);
        return get(id);
      }),
    delete(id) {
      atomically(database, () => {
        remove.run(id);
        readers.clear(id);
      });
    },
  };
}

/** The values of the columns that an update can change, in the order of the statements above. */
function editable(skill: NewSkill) {
  return [
    toJsonText(skill.name),
    toJsonText(skill.description),
    toJsonText(skill.instructions),
    toJsonText(skill.icon),
    skill.visibility,
    skill.workspaceId,
    Number(skill.isActive),
  ];
}

function skillOf(row: SkillRow, sharedUserIds: readonly number[]): SkillRecord {
  return {
    id: row.id,
    companyId: row.company_id,
    userId: row.user_id,
    name: fromJsonText(row.name),
    description: fromJsonText(row.description),
    instructions: fromJsonText(row.instructions),
    icon: fromJsonText(row.icon),
    level: row.level,
    visibility: row.visibility,
    workspaceId: row.workspace_id,
    sharedUserIds,
    isActive: row.is_active === 1,
    createdAt: row.created_at,
  };
}
