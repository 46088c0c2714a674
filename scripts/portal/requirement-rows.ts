import type { Requirement } from '../../src/conformance/registry/registry.ts';
import { address } from './addresses.ts';
import { code, folded, list } from './markdown.ts';
import type { Sources } from './sources.ts';

/** The number of requirements that are shown without a click. More would hide the content after them. */
const MOST_SHOWN = 5;

/** Requirements with their level, their sentence and their verifiers. Many are collapsed under their count. Empty if there are none. */
export function requirementRows(requirements: readonly Requirement[], sources: Sources): string | undefined {
  if (requirements.length === 0) return undefined;
  const rows = list(requirements.map((each) => requirementRow(each, sources)));
  return requirements.length <= MOST_SHOWN ? rows : folded(`${requirements.length} requirements`, rows);
}

/** A requirement as the text of a row. */
export function requirementRow(requirement: Requirement, sources: Sources): string {
  const { id, level, text } = requirement;
  return `${code(id)} <small>${level}</small> ${text} <small>${verifiedBy(requirement, sources)}</small>`;
}

/** The number of verifiers that a row names. Some requirements have a hundred, which are on their own page. */
const MOST_NAMED = 2;

function verifiedBy(requirement: Requirement, sources: Sources): string {
  const all = verifiers(requirement, sources);
  if (all.length === 0)
    return requirement.level === 'open' ? 'nothing is asserted' : 'no check from outside is possible';
  const named = all
    .slice(0, MOST_NAMED)
    .map((each) => (each === 'judge' ? 'the judge' : `[${code(each)}](${address.check(each)})`));
  const left = all.length - named.length;
  const more = left > 0 ? [`[${left} more](${address.requirement(requirement.id)})`] : [];
  return `verified by ${[...named, ...more].join(', ')}`;
}

/** The verifiers of a requirement: `judge` for the judge, and the ids of the checks. */
export function verifiers(
  { id, schema = [], unverifiable }: Requirement,
  { suite }: Sources,
): readonly string[] {
  const isJudged = suite.judged.has(id) || (schema.length > 0 && unverifiable === undefined);
  return [
    ...(isJudged ? ['judge'] : []),
    ...suite.checks.filter(({ requirements }) => requirements.includes(id)).map((check) => check.id),
  ];
}
