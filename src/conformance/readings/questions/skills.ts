import { SKILL_WRITES } from '../../../../generated/operation-groups.js';
import { objectsIn } from '../../judge/json.ts';
import {
  always,
  both,
  code,
  is4xx,
  isRefused,
  isSuccess,
  OTHER,
  type Question,
  status,
  type Test,
} from '../question.ts';
import type { RunFacts } from '../run-facts.ts';
import type { Seen } from '../seen.ts';

const TEXTS = ['name', 'code', 'type', 'tag', 'description'];

/** Skills and the catalog. */
export const skillQuestions: readonly Question[] = [
  {
    point: 'A-118',
    on: ['createSkill'],
    when: isSuccess,
    readings: {
      'empty-string': showsUnsent((value) => value === ''),
      'null-value': showsUnsent((value) => value === null),
      'no-member': showsUnsent((value) => value === undefined),
      'default-value': showsUnsent((value) => typeof value === 'string' && value !== ''),
    },
    mayCombine: true,
  },
  {
    point: 'A-119',
    on: SKILL_WRITES,
    when: ({ sent: { name, description } }) => isLonger(name, 255) || isLonger(description, 500),
    readings: { validation: status(422), 'bad-request': status(400), [OTHER]: isRefused },
  },
  {
    point: 'A-122',
    on: ['updateSkill'],
    when: ({ sent }) => 'level' in sent,
    readings: { ignore: isSuccess, refuse: isRefused },
  },
  {
    point: 'A-123',
    on: ['updateSkill'],
    when: (seen) => seen.isAboutPoint('A-123'),
    readings: {
      'same-code': both(status(403), code('api_v1_resource_not_allowed')),
      'other-code': is4xx,
    },
  },
  {
    point: 'A-126',
    on: ['createSkill', 'listSkills'],
    when: isSuccess,
    readings: {
      'active-first': ({ data }) => data.is_active === true,
      'inactive-first': ({ data }) => data.is_active === false,
      'inactive-unlisted': lacksInactive,
    },
    unless: ['active-first'],
    mayCombine: true,
  },
  {
    point: 'A-130',
    on: ['deleteSkill'],
    when: ({ id, actor, sentAt }, run) => {
      const { made, deleted } = run.skills.get(id) ?? {};
      return made?.actor === actor && deleted !== undefined && deleted.at <= sentAt;
    },
    readings: { 'not-found': status(404), ok: isSuccess },
  },
  {
    point: 'A-133',
    on: ['getCatalog'],
    when: isSuccess,
    readings: {
      'null-texts': ({ data }) =>
        Object.values(data).some((block) =>
          objectsIn(block).some((item) => TEXTS.some((name) => item[name] === null)),
        ),
      strings: always,
    },
    unless: ['strings'],
  },
];

/** Tests what a new skill shows of a text that the client did not send. */
function showsUnsent(test: (value: unknown) => boolean): Test {
  return ({ sent, data }) =>
    ['description', 'icon'].some((name) => sent[name] === undefined && test(data[name]));
}

function isLonger(text: unknown, limit: number): boolean {
  return typeof text === 'string' && text.length > limit;
}

/** Whether a list of all skills lacks one of the client's that is switched off. */
function lacksInactive({ isSuccess, items, meta, actor, sentAt, at }: Seen, run: RunFacts): boolean {
  if (!isSuccess || items.length !== meta.total) return false;
  const shown = new Set(items.map(({ id }) => String(id)));
  return [...run.skills].some(
    ([id, { made, deleted, switched }]) =>
      made.actor === actor &&
      (deleted?.sentAt ?? at) >= at &&
      switched.findLast((each) => each.sentAt < at)?.isActive === false &&
      switched.every((each) => each.at < sentAt || each.sentAt > at) &&
      !shown.has(id),
  );
}
