import type { OperationId } from '../../../reference/http/operation.ts';
import type { SkillRecord } from '../../../reference/store/store.ts';
import { recode, refuse } from '../../decorators/refuse.ts';
import { answerInstead, rewriteAnswers, rewriteRequests, withBody } from '../../decorators/rewrite.ts';
import { rewriteStore } from '../../decorators/rewrite-store.ts';
import type { Breakage } from '../breakage.ts';

const UNSERVED: readonly (readonly [OperationId, requirement: string])[] = [
  ['listSkills', 'skills.list.exists'],
  ['createSkill', 'skills.create.exists'],
  ['getSkill', 'skills.get.exists'],
  ['updateSkill', 'skills.update.exists'],
  ['toggleSkill', 'skills.toggle.exists'],
  ['deleteSkill', 'skills.delete.exists'],
];

/** A skill of the default seed that is private to somebody else. */
const FOREIGN_SKILL = '35';

/** The operations on skills: what the requirements forbid, each done. */
export const skillBreakages: readonly Breakage[] = [
  ...UNSERVED.map(
    ([operation, requirement]): Breakage => ({
      id: requirement,
      requirement,
      port: 'exchange',
      behaviour: `${operation} is not served.`,
      exchange: answerInstead(operation, (request) => refuse(request, 'unknown-route')),
    }),
  ),
  {
    id: 'skills.create.status-201',
    requirement: 'skills.create.status-201',
    port: 'exchange',
    behaviour: 'The creation of a skill answers 200.',
    exchange: rewriteAnswers(
      'createSkill',
      (body) => body,
      (status) => (status === 201 ? 200 : status),
    ),
  },
  ...['name', 'instructions'].map(
    (member): Breakage => ({
      id: `skills.create.requires-${member}`,
      requirement: `skills.create.requires-${member}`,
      port: 'exchange',
      behaviour: `A skill that is created without ${member} is given some.`,
      exchange: rewriteRequests('createSkill', (request) =>
        withBody(request, (body) => ({ [member]: 'Untitled', ...body })),
      ),
    }),
  ),
  {
    id: 'skills.create.requires-name/saved',
    requirement: 'skills.create.requires-name',
    port: 'exchange',
    behaviour: 'A creation without name is refused, and the skill is there all the same.',
    exchange: answerInstead('createSkill', (request, sound) => {
      sound({ ...request, ...withBody(request, (body) => ({ name: 'Untitled', ...body })) });
      return undefined;
    }),
  },
  {
    id: 'skills.get.missing',
    requirement: 'skills.get.missing',
    port: 'exchange',
    behaviour: 'A skill that does not exist has a code of its own.',
    exchange: recode('getSkill', 'api_v1_not_found', 'api_v1_skill_not_found'),
  },
  {
    id: 'skills.get.out-of-scope',
    requirement: 'skills.get.out-of-scope',
    port: 'exchange',
    behaviour: 'A skill of somebody else is forbidden, and not missing.',
    exchange: answerInstead('getSkill', (request) =>
      request.path.skill_id === FOREIGN_SKILL ? refuse(request, 'forbidden') : undefined,
    ),
  },
  {
    id: 'skills.get.same-404',
    requirement: 'skills.get.same-404',
    port: 'exchange',
    behaviour: 'The answer for a skill of somebody else says whose it is.',
    exchange: rewriteAnswers('getSkill', (body, { request }) =>
      request.path.skill_id === FOREIGN_SKILL ? { ...body, data: { owner: 'Marta' } } : body,
    ),
  },
  {
    id: 'skills.toggle.no-body',
    requirement: 'skills.toggle.no-body',
    port: 'exchange',
    behaviour: 'A skill is switched only by a request that says to what.',
    exchange: answerInstead('toggleSkill', (request) => (request.body ? undefined : refuse(request))),
  },
  {
    id: 'skills.toggle.flips/never-on',
    requirement: 'skills.toggle.flips',
    port: 'store',
    behaviour: 'Switching turns a skill off, and never on again.',
    ports: rewriteStore('skills', ({ update }) => ({
      update: (id, change) => update(id, 'isActive' in change ? { isActive: false } : change),
    })),
  },
  {
    id: 'skills.toggle.flips/forgotten',
    requirement: 'skills.toggle.flips',
    port: 'exchange',
    behaviour: 'Switching is answered as it should be, and the skill stays as it was.',
    exchange: rewriteAnswers('getSkill', (body) =>
      body.data ? { ...body, data: { ...body.data, is_active: true } } : body,
    ),
  },
  {
    id: 'skills.delete.no-longer-served/still-there',
    requirement: 'skills.delete.no-longer-served',
    port: 'store',
    behaviour: 'A deleted skill stays.',
    ports: rewriteStore('skills', () => ({ delete() {} })),
  },
  {
    id: 'skills.delete.no-longer-served/still-listed',
    requirement: 'skills.delete.no-longer-served',
    port: 'store',
    behaviour: 'A deleted skill is read no more, but listed.',
    ports: rewriteStore('skills', (skills) => {
      const deleted: SkillRecord[] = [];
      return {
        delete(id) {
          deleted.push(skills.find(id) as SkillRecord);
          skills.delete(id);
        },
        list(viewer, page) {
          const { skills: listed, total } = skills.list(viewer, page);
          return { skills: [...listed, ...deleted], total };
        },
      };
    }),
  },
];
