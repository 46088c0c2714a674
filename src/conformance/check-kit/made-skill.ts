import { randomUUID } from 'node:crypto';
import type { Actor } from '../drive/actor.ts';
import type { Answer } from '../drive/answer.ts';
import type { JsonObject } from '../judge/json.ts';
import type { CheckContext } from './context.ts';

/** A skill that a check has made. */
export interface MadeSkill {
  readonly id: number;
  readonly path: string;
  /** What its creation answered. */
  readonly answer: Answer;
}

/** A skill that nothing is wrong with, and whose name no other skill has. */
export function skillBody(members: Readonly<Record<string, unknown>> = {}) {
  return {
    name: `Conformance ${randomUUID()}`,
    instructions: 'Answer in one short sentence.',
    visibility: 'private',
    ...members,
  };
}

/** Makes a skill for a check whose matter is another. @throws CannotGoOn when it is not created */
export async function makeSkill(
  t: CheckContext,
  members: Readonly<Record<string, unknown>> = {},
  actor: Actor = t.main,
): Promise<MadeSkill> {
  const answer = t.given(await actor.post('/skills', skillBody(members)));
  const id = answer.data.id as number;
  return { id, path: `/skills/${id}`, answer };
}

const PAGE_SIZE = 100;
const MOST_PAGES = 100;

/**
 * Looks through the skills that an actor sees, in whatever order they come.
 *
 * @returns the page on which the search ended, and the skill if there is one
 * @throws CannotGoOn when they are not listed
 */
export async function searchSkills(
  t: CheckContext,
  isWanted: (skill: JsonObject) => boolean,
  actor: Actor = t.main,
): Promise<{ readonly page: Answer; readonly found: JsonObject | undefined }> {
  for (let number = 1; ; number += 1) {
    const page = t.given(await actor.get(`/skills?page=${number}&size=${PAGE_SIZE}`));
    const found = page.items.find(isWanted);
    const isLast = page.items.length === 0 || !(number * PAGE_SIZE < Number(page.meta.total));
    if (found || isLast) return { page, found };
    t.assume(number < MOST_PAGES, `the list of skills has more than ${MOST_PAGES} pages`);
  }
}

/** An id that nothing has, and that every column of integers can hold. */
export const MISSING_ID = 2_000_000_000;
