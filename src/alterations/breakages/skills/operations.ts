import type { SkillRecord } from '../../../reference/store/store.ts';
import { type Breakage, breakage } from '../../alteration.ts';
import { answerAfter, answerInstead } from '../../decorators/answer-instead.ts';
import { fail, refuse } from '../../decorators/answers.ts';
import { SEED } from '../../decorators/facts.ts';
import { inSkillUpdates, inStore } from '../../decorators/ports.ts';
import { type Body, withBody } from '../../decorators/requests.ts';
import { rewriteAnswers, rewriteStatus } from '../../decorators/rewrite-answers.ts';
import { failed, statused, unserved } from '../kinds/answered.ts';
import { shown } from '../kinds/shown.ts';

/** The operations on skills. */
export const skillBreakages: readonly Breakage[] = [
  unserved('skills.list.exists', 'listSkills'),
  unserved('skills.create.exists', 'createSkill'),
  unserved('skills.get.exists', 'getSkill'),
  unserved('skills.update.exists', 'updateSkill'),
  unserved('skills.toggle.exists', 'toggleSkill'),
  unserved('skills.delete.exists', 'deleteSkill'),
  statused('skills.create.status-201', 'createSkill', 201, 200),
  breakage(
    'skills.create.status-201/in-library',
    'A new skill of a library is answered with 200.',
    rewriteStatus('createSkill', (status, { data }) =>
      status === 201 && data.level === 'workspace' ? 200 : status,
    ),
  ),
  breakage(
    'skills.create.requires-name/saved',
    'A skill without a name is refused, but saved.',
    answerInstead('createSkill', (request, sound) => {
      sound({ ...request, ...withBody(request, (body) => ({ name: 'Untitled', ...body })) });
      return undefined;
    }),
  ),
  failed('skills.get.missing', 'getSkill', 'api_v1_not_found', { message_code: 'api_v1_skill_not_found' }),
  breakage(
    'skills.get.out-of-scope',
    "Reading another user's private skill is forbidden instead of not found.",
    answerInstead('getSkill', (request) =>
      request.path.skill_id === String(SEED.foreignSkill) ? refuse(request, 'forbidden') : undefined,
    ),
  ),
  breakage(
    'skills.get.same-404',
    "The failure for another user's private skill names its owner.",
    rewriteAnswers('getSkill', (body, { request }) =>
      request.path.skill_id === String(SEED.foreignSkill) ? { ...body, data: { owner: 'Marta' } } : body,
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
  shown('skills.toggle.flips/forgotten', 'getSkill', { is_active: true }),
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
