import type { Exchange } from '../../../reference/http/exchange.ts';
import { type Breakage, breakage } from '../../alteration.ts';
import { refusing } from '../../decorators/answer-instead.ts';
import { inSkillUpdates } from '../../decorators/ports.ts';
import { bodyOf } from '../../decorators/requests.ts';
import { rewriteData } from '../../decorators/rewrite-answers.ts';
import { rewriteBodies } from '../../decorators/rewrite-requests.ts';

/** The members of a skill. */
export const skillFieldBreakages: readonly Breakage[] = [
  breakage(
    'skills.workspace-id.owning-library',
    'A skill of a library names another library as its owner.',
    rewriteData('getSkill', (skill) => (skill.workspace_id ? { ...skill, workspace_id: 1 } : skill)),
  ),
  breakage(
    'errors.instructions-too-long.answer/change',
    'A change to instructions that are too long fails with the code of any invalid request.',
    refusing('updateSkill', ({ instructions }) => instructions?.length > 12_000),
  ),
  breakage(
    'skills.level.default-personal',
    'A skill that is created without a level gets the level company.',
    rewriteBodies('createSkill', (body) => ({ level: 'company', ...body })),
  ),
  breakage(
    'skills.visibility.default-public',
    'A skill that is created without a visibility is private.',
    rewriteBodies('createSkill', (body) => ({ visibility: 'private', ...body })),
  ),
  breakage('skills.level.not-editable', 'A change of a skill can change its level.', changingLevel),
  breakage(
    'skills.update.only-sent-fields',
    'A change that does not name the description clears it.',
    inSkillUpdates((fields) => ({ description: '', ...fields })),
  ),
];

function changingLevel(sound: Exchange): Exchange {
  const levels = new Map<string | undefined, string>();
  return rewriteData(['getSkill', 'updateSkill'], (skill, { request }) => {
    const id = request.path.skill_id;
    const sent = bodyOf(request)?.level;
    if (sent) levels.set(id, sent);
    const level = levels.get(id);
    return level ? { ...skill, level } : skill;
  })(sound);
}
