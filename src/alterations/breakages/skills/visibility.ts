import { SKILL_WRITES } from '../../../../generated/operation-groups.js';
import type { SkillRecord, Skills, SkillViewer } from '../../../reference/store/store.ts';
import { type Breakage, breakage, type PortChange, type Wrap } from '../../alteration.ts';
import { retryRefused } from '../../decorators/answer-instead.ts';
import { codeOf } from '../../decorators/answers.ts';
import type { Operations } from '../../decorators/operations.ts';
import {
  carryingRequest,
  inFoundSkills,
  inSkillUpdates,
  inStore,
  requestWorkedFor,
} from '../../decorators/ports.ts';
import { bodyOf, withBody } from '../../decorators/requests.ts';
import { rewriteAnswers } from '../../decorators/rewrite-answers.ts';
import { present } from '../../decorators/values.ts';
import { heard, refused } from '../kinds/heard.ts';

/** The company of the default seed whose users the suite acts for. */
const COMPANY = 1;

/** Ids above these are not used in the default seed. */
const LAST_SKILL = 100;
const LAST_USER = 999;

/** Which users see a skill, and with whom it is shared. */
export const skillVisibilityBreakages: readonly Breakage[] = [
  breakage(
    'skills.visible.company',
    'Skills of the company are not listed.',
    inStore('skills', (skills) => listing(skills, ({ level }) => level !== 'company')),
  ),
  breakage(
    'skills.visible.shared',
    'Skills that are shared with a user are not listed.',
    inStore('skills', (skills) => listing(skills, ({ visibility }) => visibility !== 'shared')),
  ),
  breakage(
    'skills.visible.own',
    'A new skill is not listed to its creator.',
    inStore('skills', (skills) => {
      const created = new Set<number>();
      return {
        ...listing(skills, ({ id }) => !created.has(id)),
        create(skill) {
          const record = skills.create(skill);
          created.add(record.id);
          return record;
        },
      };
    }),
  ),
  breakage(
    'skills.visible.no-others/read',
    'Every user of the company can read every skill.',
    inFoundSkills((skill) => ({ ...skill, level: 'company' })),
  ),
  breakage(
    'skills.visible.no-others/other-company',
    'Every company can read the skills of every company.',
    inFoundSkills((skill) => (skill.level === 'company' ? { ...skill, companyId: COMPANY } : skill)),
  ),
  breakage(
    'skills.visible.no-others/listed',
    'The list shows the private skills of all users.',
    inStore('skills', (skills) => ({
      list() {
        const everything = Array.from({ length: LAST_SKILL }, (_, id) => skills.find(id) ?? []).flat();
        return { skills: everything, total: everything.length };
      },
    })),
  ),
  breakage(
    'skills.visible.no-others/catalog',
    'The catalog shows the private skills of all users of the company.',
    inCatalog((skill, viewer) => skill.companyId === viewer.companyId && skill.visibility === 'private'),
  ),
  breakage(
    'skills.visible.no-others/catalog-of-companies',
    'The catalog shows the company skills of every company.',
    inCatalog(({ level }) => level === 'company'),
  ),
  breakage('skills.update.name/others-catalog', 'The catalog shows other users the first name of a skill.', {
    ...inStore('skills', ({ list, create }) => {
      const names = new Map<number, string>();
      return {
        create(skill) {
          const record = create(skill);
          names.set(record.id, record.name);
          return record;
        },
        list(viewer, page) {
          const { skills, total } = list(viewer, page);
          const isOwn = ({ userId }: SkillRecord) => userId === viewer.userId || !isForCatalog();
          const shown = skills.map((skill) =>
            isOwn(skill) ? skill : { ...skill, name: names.get(skill.id) ?? skill.name },
          );
          return { skills: shown, total };
        },
      };
    }),
    exchange: carryingRequest,
  }),
  refused('skills.create.shared-user-ids', 'createSkill', { shared_user_ids: present }),
  refused('skills.update.shared-user-ids', 'updateSkill', { shared_user_ids: present }),
  refused('skills.shared-user-ids.accepted', SKILL_WRITES, { shared_user_ids: present }),
  heard('skills.shared-user-ids.grants-access/nobody', 'createSkill', { shared_user_ids: [] }),
  heard(
    'skills.shared-user-ids.grants-access/everybody',
    'createSkill',
    { level: 'company' },
    { shared_user_ids: present },
  ),
  breakage(
    'skills.shared-user-ids.grants-access/switched',
    'A skill that is switched off or on is no longer shared with anybody.',
    inSkillUpdates((fields) => ('isActive' in fields ? { ...fields, sharedUserIds: [] } : fields)),
  ),
  breakage(
    'skills.update.replaces-shared-users/added',
    'The users that a change names are added to the previous users.',
    inSkillUpdates(({ sharedUserIds = [], ...fields }, id, { find }) => {
      const before = find(id)?.sharedUserIds ?? [];
      return { ...fields, sharedUserIds: [...new Set([...before, ...sharedUserIds])] };
    }),
  ),
  breakage(
    'skills.update.replaces-shared-users/removed',
    'A change that names users removes the previous users and adds none.',
    inSkillUpdates((fields) => (fields.sharedUserIds ? { ...fields, sharedUserIds: [] } : fields)),
  ),
  breakage(
    'skills.update.replaces-shared-users/lists',
    'A skill that a change shares with a user is not in the lists of that user before it is switched off or on.',
    inStore('skills', (sound) => {
      const late = new Set<number>();
      return {
        update(id, fields) {
          if (fields.sharedUserIds) late.add(id);
          else if ('isActive' in fields) late.delete(id);
          return sound.update(id, fields);
        },
        list(viewer, page) {
          const { skills, total } = sound.list(viewer, page);
          const shown = skills.filter(({ id, userId }) => userId === viewer.userId || !late.has(id));
          return { skills: shown, total: total - skills.length + shown.length };
        },
      };
    }),
  ),
  breakage(
    'skills.shared-user-ids.same-company',
    'A user of another company is dropped from shared_user_ids without a failure.',
    dropping('shared_user_ids', SKILL_WRITES),
  ),
  breakage(
    'skills.shared-user-ids.same-company/change',
    'A change drops a user of another company from shared_user_ids without a failure.',
    dropping('shared_user_ids', 'updateSkill'),
  ),
  breakage(
    'skills.shared-user-ids.unknown-refused',
    'A skill can be shared with a user who does not exist.',
    retryRefused(SKILL_WRITES, (request) =>
      bodyOf(request).shared_user_ids?.some((id: number) => id > LAST_USER)
        ? withBody(request, ({ shared_user_ids: _, ...body }) => body)
        : undefined,
    ),
  ),
  breakage(
    'skills.create.workspace-in-scope',
    'A new skill for a library that is not allowed is created without a library.',
    dropping('workspace_id', 'createSkill'),
  ),
  breakage(
    'errors.resource-not-allowed.shared-user',
    'The failure for a user of another company has the code of an attachment that is not allowed.',
    rewriteAnswers('createSkill', (body, { status }) =>
      status === 403 ? { ...body, message_code: 'api_token_resource_not_allowed' } : body,
    ),
  ),
];

/** Adds skills to the catalogs of credentials without an allowlist. */
function inCatalog(isAdded: (skill: SkillRecord, viewer: SkillViewer) => boolean): PortChange {
  return {
    ...inStore('skills', ({ list, find }) => ({
      list(viewer, page) {
        const { skills, total } = list(viewer, page);
        if (!isForCatalog() || viewer.allowed) return { skills, total };
        const others = Array.from({ length: LAST_SKILL }, (_, id) => find(id) ?? []).flat();
        const added = others.filter(
          (skill) => isAdded(skill, viewer) && !skills.some(({ id }) => id === skill.id),
        );
        return { skills: [...skills, ...added], total };
      },
    })),
    exchange: carryingRequest,
  };
}

function isForCatalog(): boolean {
  return requestWorkedFor()?.operation.operationId === 'getCatalog';
}

/** Lists only the skills that `isShown` selects. */
function listing(skills: Skills, isShown: (skill: SkillRecord) => boolean): Partial<Skills> {
  return {
    list(viewer, page) {
      const { skills: listed, total } = skills.list(viewer, page);
      return { skills: listed.filter(isShown), total };
    },
  };
}

/** Accepts a refused request, without the member that caused the refusal. */
function dropping(member: string, operations: Operations): Wrap {
  const codes = new Set<unknown>(['api_v1_resource_not_allowed', 'api_v1_forbidden']);
  const dropped = { [member]: undefined, level: undefined };
  return retryRefused(operations, (request, refusal) =>
    codes.has(codeOf(refusal)) ? withBody(request, (body) => ({ ...body, ...dropped })) : undefined,
  );
}
