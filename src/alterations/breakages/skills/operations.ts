import type { RequirementId } from '../../../../generated/ids.d.ts';
import type { OperationId } from '../../../reference/http/operation.ts';
import type { SkillRecord } from '../../../reference/store/store.ts';
import { type Breakage, breakage } from '../../alteration.ts';
import { answerAfter, answerInstead, noSuchPath } from '../../decorators/answer-instead.ts';
import { fail, refuse } from '../../decorators/answers.ts';
import { inSkillUpdates, inStore } from '../../decorators/ports.ts';
import { type Body, withBody } from '../../decorators/requests.ts';
import { recode, rewriteAnswers, rewriteData, rewriteStatus } from '../../decorators/rewrite-answers.ts';

const UNSERVED: readonly (readonly [OperationId, requirement: RequirementId])[] = [
  ['listSkills', 'skills.list.exists'],
  ['createSkill', 'skills.create.exists'],
  ['getSkill', 'skills.get.exists'],
  ['updateSkill', 'skills.update.exists'],
  ['toggleSkill', 'skills.toggle.exists'],
  ['deleteSkill', 'skills.delete.exists'],
];

/** A private skill of another user in the default seed. */
const FOREIGN_SKILL = '35';

/** The operations on skills. */
export const skillBreakages: readonly Breakage[] = [
  ...UNSERVED.map(([operation, requirement]) =>
    breakage(requirement, `The server has no ${operation} endpoint.`, noSuchPath(operation)),
  ),
  breakage(
    'skills.create.status-201',
    'The creation of a skill answers 200.',
    rewriteStatus('createSkill', (status) => (status === 201 ? 200 : status)),
  ),
  breakage(
    'skills.create.requires-name/saved',
    'A skill without a name is refused, but saved.',
    answerInstead('createSkill', (request, sound) => {
      sound({ ...request, ...withBody(request, (body) => ({ name: 'Untitled', ...body })) });
      return undefined;
    }),
  ),
  breakage(
    'skills.get.missing',
    'The failure for a skill that does not exist has a code of its own.',
    recode('getSkill', 'api_v1_not_found', 'api_v1_skill_not_found'),
  ),
  breakage(
    'skills.get.out-of-scope',
    "Reading another user's private skill is forbidden instead of not found.",
    answerInstead('getSkill', (request) =>
      request.path.skill_id === FOREIGN_SKILL ? refuse(request, 'forbidden') : undefined,
    ),
  ),
  breakage(
    'skills.get.same-404',
    "The failure for another user's private skill names its owner.",
    rewriteAnswers('getSkill', (body, { request }) =>
      request.path.skill_id === FOREIGN_SKILL ? { ...body, data: { owner: 'Marta' } } : body,
    ),
  ),
  breakage(
    'skills.toggle.no-body',
    'A toggle without a body is refused.',
    answerInstead('toggleSkill', (request) => (request.body ? undefined : refuse(request))),
  ),
  breakage(
    'skills.get.exists/inactive',
    'An inactive skill is not found.',
    answerAfter('getSkill', (request, answer) => {
      const { body } = answer as { readonly body: Body };
      return body?.data?.is_active === false ? fail(request, 'not-found') : undefined;
    }),
  ),
  breakage(
    'skills.toggle.flips/in-library',
    'A toggle always switches on a skill that belongs to a library.',
    inSkillUpdates((fields, id, sound) =>
      'isActive' in fields && sound.find(id)?.workspaceId != null ? { isActive: true } : fields,
    ),
  ),
  breakage(
    'skills.toggle.flips/never-on',
    'A toggle switches a skill off, but never on.',
    inSkillUpdates((fields) => ('isActive' in fields ? { isActive: false } : fields)),
  ),
  breakage(
    'skills.toggle.flips/forgotten',
    'A toggle succeeds without effect.',
    rewriteData('getSkill', (skill) => ({ ...skill, is_active: true })),
  ),
  breakage(
    'skills.delete.no-longer-served/still-there',
    'A deleted skill stays.',
    inStore('skills', () => ({ delete() {} })),
  ),
  breakage(
    'skills.delete.no-longer-served/still-listed',
    'A deleted skill is still listed.',
    inStore('skills', (skills) => {
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
  ),
];
