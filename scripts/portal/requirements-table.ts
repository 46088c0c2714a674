import { address } from './addresses.ts';
import type { Requirement } from './contract.ts';
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
      verifiers(requirement, sources)
        .map((each) => (each === 'judge' ? 'the judge' : `[${code(each)}](${address.check(each)})`))
        .join(', ') || (requirement.level === 'open' ? 'nothing is asserted' : 'nobody outside can'),
    ]),
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
