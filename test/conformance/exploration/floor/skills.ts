import { answerInstead } from '../../../../src/alterations/decorators/answer-instead.ts';
import { isSuccess } from '../../../../src/alterations/decorators/answers.ts';
import { inSkillUpdates } from '../../../../src/alterations/decorators/ports.ts';
import { askBeside, type Body, withHeader } from '../../../../src/alterations/decorators/requests.ts';
import { defect, type FloorDefect } from './defect.ts';
import { hidingDeleted } from './hiding.ts';
import { noteSuccess, tokenOf } from './notes.ts';

export const SKILL_DEFECTS: readonly FloorDefect[] = [
  defect(
    'skills.toggle.flips/only-once',
    'the new `is_active` is the opposite of the current one',
    'The first toggle of a skill is the last that changes anything.',
    (exchange) => {
      const toggled = new Set<string | undefined>();
      return answerInstead('toggleSkill', async (request, sound) => {
        const { skill_id } = request.path;
        if (toggled.has(skill_id)) return askBeside(sound, request, 'updateSkill');
        const answer = await sound(request);
        if (isSuccess(answer)) toggled.add(skill_id);
        return answer;
      })(exchange);
    },
  ),
  defect(
    'skills.update.only-sent-fields/activates-after-a-toggle',
    'Only sent fields change.',
    'A change of an inactive skill makes it active.',
    answerInstead('updateSkill', async (request, sound) => {
      const answer = await sound(request);
      const isInactive = isSuccess(answer) && (answer as { body: Body }).body.data.is_active === false;
      return isInactive ? askBeside(sound, request, 'toggleSkill') : answer;
    }),
  ),
  defect(
    'skills.update.replaces-shared-users/adds',
    '`shared_user_ids` (replaces the list)',
    'A change adds users to those that a skill is shared with.',
    inSkillUpdates((fields, id, sound) =>
      fields.sharedUserIds
        ? { ...fields, sharedUserIds: [...fields.sharedUserIds, ...(sound.find(id)?.sharedUserIds ?? [])] }
        : fields,
    ),
  ),
  defect(
    'skills.visible.no-others/private-beside-a-shared-one',
    'Visible skills: the credential’s own, the company’s, and those shared with the user.',
    'Who sees one shared skill of a credential can read its private ones.',
    (exchange) => {
      const made = new Map<string, { readonly owner: string | undefined; readonly visibility: unknown }>();
      const noting = noteSuccess('createSkill', (request, { id, visibility }) =>
        made.set(String(id), { owner: tokenOf(request), visibility }),
      );
      return answerInstead('getSkill', async (request, sound) => {
        const answer = await sound(request);
        const { owner, visibility } = made.get(request.path.skill_id ?? '') ?? {};
        if (answer.status !== 404 || visibility !== 'private') return answer;
        for (const [skill_id, other] of made) {
          if (other.owner !== owner || other.visibility !== 'shared') continue;
          if (isSuccess(await sound({ ...request, path: { skill_id } })))
            return sound({ ...request, ...withHeader(request, 'authorization', owner) });
        }
        return answer;
      })(noting(exchange));
    },
  ),
  defect(
    'skills.delete.no-longer-served/revived-by-a-change',
    '404 api_v1_not_found: Chat or skill missing or out of scope',
    'A change of a deleted skill succeeds and brings it back.',
    hidingDeleted({
      parameter: 'skill_id',
      remove: 'deleteSkill',
      change: 'updateSkill',
      list: 'listSkills',
      revive: 'updateSkill',
      removed: (id) => ({ id: Number(id) }),
    }),
  ),
];
