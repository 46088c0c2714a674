import { randomUUID } from 'node:crypto';
import { isInteger, type JsonInteger } from '../../../exact-json/exact-number.ts';
import type { Actor } from '../../drive/actor.ts';
import type { Answer } from '../../drive/answer.ts';
import { UnusableValue } from '../../drive/unusable-value.ts';
import type { JsonObject } from '../../judge/json.ts';
import type { CheckContext } from './context.ts';

/** A skill that a check created. */
export interface MadeSkill {
  readonly id: JsonInteger;
  readonly path: string;
  /** The answer that created the skill, or the one that activated it. */
  readonly answer: Answer;
}

/** A valid body for creating a skill, with a unique name. */
export function skillBody(members: Readonly<Record<string, unknown>> = {}) {
  return {
    name: `Conformance ${randomUUID()}`,
    instructions: 'Answer in one short sentence.',
    visibility: 'private',
    ...members,
  };
}

/**
 * Creates an active skill for a check that tests something else. If the target creates skills inactive, it may leave them out of lists and
 * turns, so the skill is then activated.
 *
 * @throws CannotGoOn when the skill is not created
 * @throws UnusableValue when its id is not an integer
 */
export async function makeSkill(
  t: CheckContext,
  members: Readonly<Record<string, unknown>> = {},
  actor: Actor = t.main,
): Promise<MadeSkill> {
  const created = t.requireSuccess(await actor.post('/skills', skillBody(members)));
  const { id } = created.data;
  if (!isInteger(id)) throw new UnusableValue('id of the skill that was created');
  const path = `/skills/${id}`;
  const isInactive = created.data.is_active === false;
  return { id, path, answer: isInactive ? t.requireSuccess(await actor.patch(`${path}/toggle`)) : created };
}

/** New skills for a turn that attaches them beside what it tests; none if the service has no skills. */
export async function skillsBeside(
  t: CheckContext,
  count: number,
  actor: Actor = t.main,
): Promise<readonly JsonInteger[]> {
  const ids: JsonInteger[] = [];
  while (ids.length < count && !t.lacks('skills')) ids.push((await makeSkill(t, {}, actor)).id);
  return ids;
}

const PAGE_SIZE = 100;
const MAX_PAGES = 100;

/**
 * Searches an actor's skills page by page, since the contract does not specify their order.
 *
 * @returns the page where the search ended, and the skill if it was found
 * @throws CannotGoOn when a page cannot be read, or after 100 pages
 */
export async function searchSkills(
  t: CheckContext,
  isWanted: (skill: JsonObject) => boolean,
  actor: Actor = t.main,
): Promise<{ readonly page: Answer; readonly found: JsonObject | undefined }> {
  let last: Answer | undefined;
  let count = 0;
  for await (const page of skillPages(t, actor)) {
    const found = page.items.find(isWanted);
    if (found) return { page, found };
    last = page;
    count += 1;
  }
  // If another check deleted an earlier skill meanwhile, the wanted one may have moved to a page that was read before. Backwards, none is missed.
  for (let number = count - 1; number >= 1; number -= 1) {
    const page = await readSkillPage(t, actor, number);
    const found = page.items.find(isWanted);
    if (found) return { page, found };
  }
  return { page: last as Answer, found: undefined };
}

/** Reads the pages of the list of skills, up to the last one. @throws CannotGoOn when there are too many */
export async function* skillPages(t: CheckContext, actor: Actor = t.main): AsyncGenerator<Answer> {
  for (let number = 1; ; number += 1) {
    const page = await readSkillPage(t, actor, number);
    yield page;
    if (page.items.length === 0 || !(number * PAGE_SIZE < Number(page.meta.total))) return;
    t.require(number < MAX_PAGES, `the list of skills has more than ${MAX_PAGES} pages`);
  }
}

async function readSkillPage(t: CheckContext, actor: Actor, number: number): Promise<Answer> {
  return t.requireSuccess(await actor.get(`/skills?page=${number}&size=${PAGE_SIZE}`));
}
