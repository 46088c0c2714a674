import type { OperationId, RequirementId } from '../../../../generated/ids.d.ts';
import { rowsDeciding } from '../bindings.ts';

export type ObjectKind = 'chat' | 'skill';

/** From where the value of a member is known: a request that set it or left it out, or an answer that showed it. */
export type Source = 'created' | 'default' | 'changed' | 'shown';

/** How two values of a member are compared: as JSON, as moments, or as moments of which the later one is not before the earlier. */
export type Comparison = 'same' | 'same-moment' | 'not-before';

/** A member of an object that the service shows at several places. */
export interface Member {
  readonly name: string;
  readonly comparison: Comparison;
  /** Whether a request can change it (sections 4.1 and 4.5). */
  readonly isEditable?: boolean;
  /** The requirement that the value is kept, if it is none about a request that set it. */
  readonly kept?: Readonly<Partial<Record<Source, RequirementId>>>;
}

/** The members that have the same value in all answers (sections 2.2 and 2.4), until a request changes them. */
export const MEMBERS: Readonly<Record<ObjectKind, readonly Member[]>> = {
  chat: [
    { name: 'id', comparison: 'same', kept: { shown: 'chats.id.uuid' } },
    { name: 'name', comparison: 'same', isEditable: true },
    { name: 'is_favorite', comparison: 'same', isEditable: true },
    { name: 'permission_mode', comparison: 'same' },
    { name: 'model_id', comparison: 'same' },
    { name: 'created_at', comparison: 'same-moment' },
    { name: 'updated_at', comparison: 'not-before', kept: { shown: 'chats.updated-at.last-activity' } },
  ],
  skill: [
    { name: 'id', comparison: 'same', kept: { shown: 'skills.id.integer' } },
    { name: 'name', comparison: 'same', isEditable: true },
    { name: 'description', comparison: 'same', isEditable: true },
    {
      name: 'instructions',
      comparison: 'same',
      isEditable: true,
      kept: { created: 'skills.instructions.string' },
    },
    { name: 'icon', comparison: 'same', isEditable: true },
    { name: 'level', comparison: 'same' },
    { name: 'visibility', comparison: 'same', isEditable: true },
    { name: 'workspace_id', comparison: 'same', isEditable: true },
    { name: 'is_active', comparison: 'same', isEditable: true, kept: { changed: 'skills.toggle.flips' } },
    { name: 'created_at', comparison: 'same-moment' },
  ],
};

/** The operation that sets a member of each kind of object. */
const SETS: Readonly<Record<ObjectKind, Readonly<Partial<Record<Source, OperationId>>>>> = {
  chat: { created: 'createChat', default: 'createChat', changed: 'updateChat' },
  skill: { created: 'createSkill', default: 'createSkill', changed: 'updateSkill' },
};

/** The requirement that a member keeps a value from this source. */
export function keptBy(kind: ObjectKind, { name, kept }: Member, source: Source): RequirementId | undefined {
  const operation = SETS[kind][source];
  return (
    kept?.[source] ??
    (operation && rowsDeciding(source === 'default' ? 'default' : 'heard', operation, name)[0])
  );
}

/** The requirement that an answer of an operation shows the object as it is. */
export const SHOWN_BY: Readonly<Record<ObjectKind, Readonly<Record<string, RequirementId>>>> = {
  chat: { listChats: 'chats.list.items' },
  skill: {
    listSkills: 'skills.list.items',
    updateSkill: 'skills.update.only-sent-fields',
    getCatalog: 'catalog.skills.name',
  },
};

/** The requirement where `SHOWN_BY` names none. */
export const ANSWERED: Readonly<Record<ObjectKind, RequirementId>> = {
  chat: 'chats.answer.chat',
  skill: 'skills.answer.skill',
};
