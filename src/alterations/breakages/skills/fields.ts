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
    'skills.level.default-personal/beside-users',
    'createSkill',
    { level: instead(undefined, 'company') },
    { shared_user_ids: present },
  ),
  ...(['icon', 'workspace_id'] as const).map((other) =>
    heard(
      `skills.visibility.default-public/beside-${other}`,
      'createSkill',
      { visibility: instead(undefined, 'private') },
      { [other]: present },
    ),
  ),
  breakage('skills.level.not-editable', 'A change of a skill can change its level.', changingLevel()),
  breakage(
    'skills.level.not-editable/beside-icon',
    'A change of the icon of a skill can change its level.',
    changingLevel('icon'),
  ),
  breakage(
    'skills.update.only-sent-fields',
    'A change that does not name the description clears it.',
    inSkillUpdates((fields) => ({ description: '', ...fields })),
  ),
];

/** @param beside what a change needs so that its level counts */
function changingLevel(beside = 'level'): (sound: Exchange) => Exchange {
  return (sound) => {
    const levels = new Map<string | undefined, string>();
    return rewriteData(['getSkill', 'updateSkill'], (skill, { request }) => {
      const id = request.path.skill_id;
      const sent = bodyOf(request);
      if (sent?.level && beside in sent) levels.set(id, sent.level);
      const level = levels.get(id);
      return level ? { ...skill, level } : skill;
    })(sound);
  };
}
