import type { Exchange } from '../../../reference/http/exchange.ts';
import { type Breakage, breakage } from '../../alteration.ts';
import { inSkillUpdates } from '../../decorators/ports.ts';
import { bodyOf } from '../../decorators/requests.ts';
import { rewriteData } from '../../decorators/rewrite-answers.ts';
import { instead, longerThan, present } from '../../decorators/values.ts';
import { heard, refused } from '../kinds/heard.ts';
import { shown } from '../kinds/shown.ts';

/** The members of a skill. */
export const skillFieldBreakages: readonly Breakage[] = [
  shown('skills.workspace-id.owning-library', 'getSkill', { workspace_id: instead(present, 1) }),
  refused('errors.instructions-too-long.answer/change', 'updateSkill', { instructions: longerThan(12_000) }),
  heard('skills.level.default-personal', 'createSkill', { level: instead(undefined, 'company') }),
  heard('skills.visibility.default-public', 'createSkill', { visibility: instead(undefined, 'private') }),
  heard(
    'skills.visibility.default-public/with-icon',
    'createSkill',
    { visibility: instead(undefined, 'private') },
    { icon: present },
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
