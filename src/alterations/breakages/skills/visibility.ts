import type { SkillRecord, Skills } from '../../../reference/store/store.ts';
import { codeOf, refuse } from '../../decorators/refuse.ts';
import {
  answerInstead,
  bodyOf,
  rewriteAnswers,
  rewriteRequests,
  withBody,
} from '../../decorators/rewrite.ts';
import { rewriteStore } from '../../decorators/rewrite-store.ts';
import type { Breakage } from '../breakage.ts';
import { toldWrongly } from '../errors/told-wrongly.ts';

const CHANGES = ['createSkill', 'updateSkill'] as const;

const REFUSES_SHARING = [
  ['skills.create.shared-user-ids', ['createSkill']],
  ['skills.update.shared-user-ids', ['updateSkill']],
  ['skills.shared-user-ids.accepted', CHANGES],
] as const;

/** Who sees a skill: what the requirements forbid, each done. */
export const skillVisibilityBreakages: readonly Breakage[] = [
  {
    id: 'skills.visible.company',
    requirement: 'skills.visible.company',
    port: 'store',
    behaviour: 'Skills of the company are not listed.',
    ports: rewriteStore('skills', (skills) => listing(skills, ({ level }) => level !== 'company')),
  },
  {
    id: 'skills.visible.shared',
    requirement: 'skills.visible.shared',
    port: 'store',
    behaviour: 'Skills that were shared with a user are not listed.',
    ports: rewriteStore('skills', (skills) => listing(skills, ({ visibility }) => visibility !== 'shared')),
  },
  {
    id: 'skills.visible.own',
    requirement: 'skills.visible.own',
    port: 'store',
    behaviour: 'A skill that was created is not listed to who created it.',
    ports: rewriteStore('skills', (skills) => {
      const made = new Set<number>();
      return {
        ...listing(skills, ({ id }) => !made.has(id)),
        create(skill) {
          const record = skills.create(skill);
          made.add(record.id);
          return record;
        },
      };
    }),
  },
  {
    id: 'skills.visible.no-others/read',
    requirement: 'skills.visible.no-others',
    port: 'store',
    behaviour: 'Every skill can be read by the whole company.',
    ports: rewriteStore('skills', ({ find }) => ({
      find(id) {
        const skill = find(id);
        return skill && { ...skill, level: 'company' };
      },
    })),
  },
  {
    id: 'skills.visible.no-others/listed',
    requirement: 'skills.visible.no-others',
    port: 'store',
    behaviour: 'The list has the private skills of everybody.',
    ports: rewriteStore('skills', (skills) => ({
      list() {
        const everything = Array.from({ length: 100 }, (_, id) => skills.find(id) ?? []).flat();
        return { skills: everything, total: everything.length };
      },
    })),
  },
  ...REFUSES_SHARING.map(
    ([requirement, operations]): Breakage => ({
      id: requirement,
      requirement,
      port: 'exchange',
      behaviour: 'A skill that names users to share it with is refused.',
      exchange: answerInstead(operations, (request) =>
        bodyOf(request)?.shared_user_ids ? refuse(request) : undefined,
      ),
    }),
  ),
  {
    id: 'skills.shared-user-ids.grants-access/nobody',
    requirement: 'skills.shared-user-ids.grants-access',
    port: 'exchange',
    behaviour: 'The users that a skill is shared with do not see it.',
    exchange: rewriteRequests('createSkill', (request) =>
      withBody(request, (body) => ({ ...body, shared_user_ids: [] })),
    ),
  },
  {
    id: 'skills.shared-user-ids.grants-access/everybody',
    requirement: 'skills.shared-user-ids.grants-access',
    port: 'exchange',
    behaviour: 'The whole company sees a skill that is shared with one user.',
    exchange: rewriteRequests('createSkill', (request) =>
      withBody(request, (body) => (body.shared_user_ids ? { ...body, level: 'company' } : body)),
    ),
  },
  {
    id: 'skills.update.replaces-shared-users/added',
    requirement: 'skills.update.replaces-shared-users',
    port: 'store',
    behaviour: 'The users that a change names are added to those before.',
    ports: rewriteStore('skills', ({ find, update }) => ({
      update(id, { sharedUserIds = [], ...change }) {
        const before = find(id)?.sharedUserIds ?? [];
        return update(id, { ...change, sharedUserIds: [...new Set([...before, ...sharedUserIds])] });
      },
    })),
  },
  {
    id: 'skills.update.replaces-shared-users/removed',
    requirement: 'skills.update.replaces-shared-users',
    port: 'store',
    behaviour: 'A change that names users takes the skill away from those before, and gives it to nobody.',
    ports: rewriteStore('skills', ({ update }) => ({
      update: (id, change) => update(id, change.sharedUserIds ? { ...change, sharedUserIds: [] } : change),
    })),
  },
  {
    id: 'skills.shared-user-ids.same-company',
    requirement: 'skills.shared-user-ids.same-company',
    port: 'exchange',
    behaviour: 'A user of another company is left out without a word.',
    exchange: without('shared_user_ids', CHANGES),
  },
  {
    id: 'skills.shared-user-ids.same-company/change',
    requirement: 'skills.shared-user-ids.same-company',
    port: 'exchange',
    behaviour: 'A change that names a user of another company leaves that user out without a word.',
    exchange: without('shared_user_ids', ['updateSkill']),
  },
  {
    id: 'skills.create.workspace-in-scope',
    requirement: 'skills.create.workspace-in-scope',
    port: 'exchange',
    behaviour: 'A skill for a library that is not allowed becomes one without a library.',
    exchange: without('workspace_id', ['createSkill']),
  },
  {
    id: 'errors.resource-not-allowed.shared-user',
    requirement: 'errors.resource-not-allowed.shared-user',
    port: 'exchange',
    behaviour: 'A user of another company has a failure of its own.',
    exchange: rewriteAnswers('createSkill', (body, { status }) =>
      status === 403 ? { ...body, message_code: 'api_token_resource_not_allowed' } : body,
    ),
  },
  ...toldWrongly('resource-not-allowed'),
  ...toldWrongly('creation-denied'),
];

/** A list that leaves some skills out. */
function listing(skills: Skills, isShown: (skill: SkillRecord) => boolean): Partial<Skills> {
  return {
    list(viewer, page) {
      const { skills: listed, total } = skills.list(viewer, page);
      return { skills: listed.filter(isShown), total };
    },
  };
}

/** Where a member goes too far, the request is done without it. */
function without(member: string, operations: readonly (typeof CHANGES)[number][]) {
  const codes = new Set<unknown>(['api_v1_resource_not_allowed', 'api_v1_forbidden']);
  return answerInstead(operations, async (request, sound) => {
    const answer = await sound(request);
    if (!codes.has(codeOf(answer))) return answer;
    const kept = { [member]: undefined, level: undefined };
    return sound({ ...request, ...withBody(request, (body) => ({ ...body, ...kept })) });
  });
}
