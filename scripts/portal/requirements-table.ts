import type { Requirement } from '../../src/conformance/registry/registry.ts';
import { address } from './addresses.ts';
import { code, table } from './markdown.ts';
import type { Sources } from './sources.ts';

/** Requirements with their level, their sentence and what verifies them. Empty when there are none. */
export function requirementsTable(
  requirements: readonly Requirement[],
  sources: Sources,
): string | undefined {
  if (requirements.length === 0) return undefined;
  return table(
    ['Requirement', 'Level', 'Sentence', 'Verified by'],
    requirements.map((requirement) => [
      code(requirement.id),
      requirement.level,
      requirement.text,
      verifiedBy(requirement, sources),
    ]),
  );
}

/** Verifiers that a row names. Some requirements have a hundred, which are on their own page. */
const MOST_NAMED = 3;

function verifiedBy(requirement: Requirement, sources: Sources): string {
  const all = verifiers(requirement, sources);
  if (all.length === 0) return requirement.level === 'open' ? 'nothing is asserted' : 'nobody outside can';
  const named = all
    .slice(0, MOST_NAMED)
    .map((each) => (each === 'judge' ? 'the judge' : `[${code(each)}](${address.check(each)})`));
  const left = all.length - named.length;
  return [...named, ...(left > 0 ? [`[${left} more](${address.requirement(requirement.id)})`] : [])].join(
    ', ',
  );
}

/** What verifies a requirement: `judge` for the judge, and the ids of the checks. */
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
