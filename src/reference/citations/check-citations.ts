import { citationsIn } from './citations.ts';

/**
 * The types that skill instructions can cite (section 2.4). The service document names the resources but not the words for
 * them, so the words are this server's choice. Agents can only be cited in the content of a turn.
 */
const CITABLE = ['library', 'file', 'connector', 'tool', 'skill'] as const;
type Citable = (typeof CITABLE)[number];

/** The ids that the user can use, by type. */
export type CitableIds = Readonly<Record<Citable, ReadonlySet<number>>>;

/**
 * Why a citation is refused. The names are this server's choice.
 *
 * - `type_not_accepted`: the type is unknown, or skill instructions cannot cite it.
 * - `not_usable`: the resource does not exist or the user cannot use it. The response does not reveal which.
 */
export type CitationCategory = 'type_not_accepted' | 'not_usable';

export interface CitationProblem {
  readonly category: CitationCategory;
  /** The citations as written in the text, in order. */
  readonly citations: readonly string[];
}

/** The refused citations of skill instructions, by category; empty when all are accepted (section 4.5). */
export function checkCitations(instructions: string, usable: CitableIds): readonly CitationProblem[] {
  const found: Record<CitationCategory, string[]> = { type_not_accepted: [], not_usable: [] };
  for (const { text, type, id } of citationsIn(instructions)) {
    if (!isCitable(type)) found.type_not_accepted.push(text);
    else if (!usable[type].has(id)) found.not_usable.push(text);
  }
  return (Object.keys(found) as CitationCategory[])
    .map((category) => ({ category, citations: found[category] }))
    .filter(({ citations }) => citations.length > 0);
}

/** The `data` of `prompt_refs_invalid`: a list whose first item groups the citations by category (section 7). */
export function renderCitationProblems(
  problems: readonly CitationProblem[],
): [Partial<Record<CitationCategory, readonly string[]>>] {
  return [Object.fromEntries(problems.map(({ category, citations }) => [category, citations]))];
}

function isCitable(type: string): type is Citable {
  return (CITABLE as readonly string[]).includes(type);
}
