import { citationsIn } from './citations.ts';

/**
 * What skill instructions can cite (section 2.4), under the words that this server takes for it: the service document
 * names the resources but not the words. Agents are cited in the content of a turn only.
 */
const CITABLE = ['library', 'file', 'connector', 'tool', 'skill'] as const;
type Citable = (typeof CITABLE)[number];

/**
 * By type, the ids that the user can use. `tool` may be absent: a tool has a name and belongs to a connector, so
 * nothing here has an id for one, and a tool that is cited is never usable.
 */
export type CitableIds = Readonly<Record<Exclude<Citable, 'tool'>, ReadonlySet<number>>> & {
  readonly tool?: ReadonlySet<number>;
};

/**
 * `type_not_accepted`: the word is unknown, or cannot be cited here. `not_usable`: it does not exist or the user cannot
 * use it; which of both is not told. The names are this server's own.
 */
export type CitationCategory = 'type_not_accepted' | 'not_usable';

export interface CitationProblem {
  readonly category: CitationCategory;
  /** As they stand in the text, in their order. */
  readonly citations: readonly string[];
}

/** What is wrong with the citations of skill instructions, by category; empty when nothing is (section 4.5). */
export function checkCitations(instructions: string, usable: CitableIds): readonly CitationProblem[] {
  const found: Record<CitationCategory, string[]> = { type_not_accepted: [], not_usable: [] };
  for (const { text, type, id } of citationsIn(instructions)) {
    if (!isCitable(type)) found.type_not_accepted.push(text);
    else if (!usable[type]?.has(id)) found.not_usable.push(text);
  }
  return (Object.keys(found) as CitationCategory[])
    .map((category) => ({ category, citations: found[category] }))
    .filter(({ citations }) => citations.length > 0);
}

/** The `data` of `prompt_refs_invalid`: a list, whose first item groups the citations by category (section 7). */
export function renderCitationProblems(
  problems: readonly CitationProblem[],
): [Partial<Record<CitationCategory, readonly string[]>>] {
  return [Object.fromEntries(problems.map(({ category, citations }) => [category, citations]))];
}

function isCitable(type: string): type is Citable {
  return (CITABLE as readonly string[]).includes(type);
}
