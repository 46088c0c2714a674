import type { Exchange } from '../../../reference/http/exchange.ts';
import type { NewSkill, SkillFields } from '../../../reference/store/store.ts';
import { refuse } from '../../decorators/refuse.ts';
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

/** Members of a skill, by the name of its record, with what they are where a member is not kept. */
const NOT_KEPT: readonly (readonly [member: string, Partial<NewSkill>])[] = [
  ['description', { description: '' }],
  ['icon', { icon: '' }],
  ['level', { level: 'personal' }],
  ['visibility', { visibility: 'public' }],
  ['workspace-id', { workspaceId: null }],
];

const LIMITS = [
  ['name', 255],
  ['description', 500],
  ['instructions', 12_000],
] as const;

const CHANGEABLE: readonly (readonly [member: string, keyof SkillFields])[] = [
  ['name', 'name'],
  ['instructions', 'instructions'],
  ['description', 'description'],
  ['icon', 'icon'],
  ['visibility', 'visibility'],
  ['workspace-id', 'workspaceId'],
];

/** What a skill is made of: what the requirements forbid, each done. */
export const skillFieldBreakages: readonly Breakage[] = [
  ...NOT_KEPT.map(
    ([member, lost]): Breakage => ({
      id: `skills.create.${member}`,
      requirement: `skills.create.${member}`,
      port: 'store',
      behaviour: `The ${member} of a new skill is not kept.`,
      ports: rewriteStore('skills', ({ create }) => ({ create: (skill) => create({ ...skill, ...lost }) })),
    }),
  ),
  {
    id: 'skills.workspace-id.owning-library',
    requirement: 'skills.workspace-id.owning-library',
    port: 'exchange',
    behaviour: 'A skill of a library names another as its owner.',
    exchange: rewriteAnswers('getSkill', (body) =>
      body.data?.workspace_id ? { ...body, data: { ...body.data, workspace_id: 1 } } : body,
    ),
  },
  ...LIMITS.flatMap(([member, limit]): Breakage[] => [
    {
      id: `skills.${member}.at-most-${limit}/more`,
      requirement: `skills.${member}.at-most-${limit}`,
      port: 'exchange',
      behaviour: `Of a ${member} that is too long, as much is taken as there is room for.`,
      exchange: rewriteRequests('createSkill', (request) =>
        withBody(request, (body) => ({ ...body, [member]: body[member]?.slice(0, limit) })),
      ),
    },
    {
      id: `skills.${member}.at-most-${limit}/less`,
      requirement: `skills.${member}.at-most-${limit}`,
      port: 'exchange',
      behaviour: `A ${member} of ${limit} characters is refused.`,
      exchange: answerInstead('createSkill', (request) =>
        bodyOf(request)?.[member]?.length === limit ? refuse(request) : undefined,
      ),
    },
  ]),
  ...toldWrongly('instructions-too-long'),
  {
    id: 'errors.instructions-too-long.answer/change',
    requirement: 'errors.instructions-too-long.answer',
    port: 'exchange',
    behaviour: 'A change to instructions that are too long has no failure of its own.',
    exchange: answerInstead('updateSkill', (request) =>
      bodyOf(request)?.instructions?.length > 12_000 ? refuse(request) : undefined,
    ),
  },
  {
    id: 'skills.level.default-personal',
    requirement: 'skills.level.default-personal',
    port: 'exchange',
    behaviour: 'A skill that is created without a level belongs to the company.',
    exchange: rewriteRequests('createSkill', (request) =>
      withBody(request, (body) => ({ level: 'company', ...body })),
    ),
  },
  {
    id: 'skills.visibility.default-public',
    requirement: 'skills.visibility.default-public',
    port: 'exchange',
    behaviour: 'A skill that is created without a visibility is private.',
    exchange: rewriteRequests('createSkill', (request) =>
      withBody(request, (body) => ({ visibility: 'private', ...body })),
    ),
  },
  {
    id: 'skills.level.not-editable',
    requirement: 'skills.level.not-editable',
    port: 'exchange',
    behaviour: 'A change takes a level, and the skill has it from then on.',
    exchange: changingLevel,
  },
  ...CHANGEABLE.map(
    ([member, field]): Breakage => ({
      id: `skills.update.${member}`,
      requirement: `skills.update.${member}`,
      port: 'store',
      behaviour: `A change of the ${member} is not kept.`,
      ports: rewriteStore('skills', ({ update }) => ({
        update(id, { [field]: _, ...change }) {
          return update(id, change);
        },
      })),
    }),
  ),
  {
    id: 'skills.update.only-sent-fields',
    requirement: 'skills.update.only-sent-fields',
    port: 'store',
    behaviour: 'A change empties the description that it does not name.',
    ports: rewriteStore('skills', ({ update }) => ({
      update: (id, change) => update(id, { description: '', ...change }),
    })),
  },
];

function changingLevel(sound: Exchange): Exchange {
  const levels = new Map<string | undefined, string>();
  return rewriteAnswers(['getSkill', 'updateSkill'], (body, { request }) => {
    const id = request.path.skill_id;
    const asked = bodyOf(request)?.level;
    if (asked) levels.set(id, asked);
    const level = levels.get(id);
    return level && body.data ? { ...body, data: { ...body.data, level } } : body;
  })(sound);
}
