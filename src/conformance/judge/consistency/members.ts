import type { RequirementId } from '../../../../generated/ids.d.ts';

export type Kind = 'chat' | 'skill';

/** From where the value of a member is known: a request that set it, or an answer that showed it. */
export type Source = 'created' | 'changed' | 'shown';

/** How two values of a member are compared: as JSON, as moments, or as moments of which the later one is not before the earlier. */
export type Comparison = 'same' | 'same-moment' | 'not-before';

/** A member of an object that the service shows at several places. */
export interface Member {
  readonly name: string;
  readonly comparison: Comparison;
  /** Whether a request can change it (sections 4.1 and 4.5). */
  readonly isEditable?: boolean;
  /** The requirement that a value keeps which a request set. */
  readonly kept?: Readonly<Partial<Record<Source, RequirementId>>>;
}

/** The members that have the same value in all answers (sections 2.2 and 2.4), until a request changes them. */
export const MEMBERS: Readonly<Record<Kind, readonly Member[]>> = {
  chat: [
    { name: 'id', comparison: 'same', kept: { shown: 'chats.id.uuid' } },
    {
      name: 'name',
      comparison: 'same',
      isEditable: true,
      kept: { created: 'chats.create.name', changed: 'chats.update.name' },
    },
    {
      name: 'is_favorite',
      comparison: 'same',
      isEditable: true,
      kept: { changed: 'chats.update.is-favorite' },
    },
    { name: 'permission_mode', comparison: 'same', kept: { created: 'chats.create.permission-mode' } },
    { name: 'model_id', comparison: 'same', kept: { created: 'chats.create.model-id' } },
    { name: 'created_at', comparison: 'same-moment' },
    { name: 'updated_at', comparison: 'not-before', kept: { shown: 'chats.updated-at.last-activity' } },
  ],
  skill: [
    { name: 'id', comparison: 'same', kept: { shown: 'skills.id.integer' } },
    { name: 'name', comparison: 'same', isEditable: true, kept: { changed: 'skills.update.name' } },
    {
      name: 'description',
      comparison: 'same',
      isEditable: true,
      kept: { created: 'skills.create.description', changed: 'skills.update.description' },
    },
    {
      name: 'instructions',
      comparison: 'same',
      isEditable: true,
      kept: { created: 'skills.instructions.string', changed: 'skills.update.instructions' },
    },
    {
      name: 'icon',
      comparison: 'same',
      isEditable: true,
      kept: { created: 'skills.create.icon', changed: 'skills.update.icon' },
    },
    { name: 'level', comparison: 'same', kept: { created: 'skills.create.level' } },
    {
      name: 'visibility',
      comparison: 'same',
      isEditable: true,
      kept: { created: 'skills.create.visibility', changed: 'skills.update.visibility' },
    },
    {
      name: 'workspace_id',
      comparison: 'same',
      isEditable: true,
      kept: { created: 'skills.create.workspace-id', changed: 'skills.update.workspace-id' },
    },
    { name: 'is_active', comparison: 'same', isEditable: true, kept: { changed: 'skills.toggle.flips' } },
    { name: 'created_at', comparison: 'same-moment' },
  ],
};

/** The requirement that an answer of an operation shows the object as it is. */
export const SHOWN_BY: Readonly<Record<Kind, Readonly<Record<string, RequirementId>>>> = {
  chat: { listChats: 'chats.list.items' },
  skill: {
    listSkills: 'skills.list.items',
    updateSkill: 'skills.update.only-sent-fields',
    getCatalog: 'catalog.skills.name',
  },
};

/** The requirement where `SHOWN_BY` names none. */
export const ANSWERED: Readonly<Record<Kind, RequirementId>> = {
  chat: 'chats.answer.chat',
  skill: 'skills.answer.skill',
};
