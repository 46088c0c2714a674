import type { Breakage } from '../../src/alterations/alteration.ts';
import { BREAKAGES, SHAPE_BREAKAGES, WIRE_BREAKAGES } from '../../src/alterations/breakages/index.ts';
import { VARIANTS } from '../../src/alterations/variants/index.ts';
import { CHECKS } from '../../src/conformance/checks/index.ts';
import { code } from '../portal/markdown.ts';
import { numbersOfFamilies, renderFamilies } from './families/family-page.ts';
import type { Ledger } from './ledger-file.ts';
import { SHOWN_ALONE } from './matrix.ts';

const NUMBERS = /(<!-- ledger:begin -->\n)[\s\S]*?(\n<!-- ledger:end -->)/;

/** Renders docs/ledger.md. */
export function renderLedger(ledger: Ledger): string {
  return `# Ledger

The evidence for the suite. \`npm run ledger\` runs the whole suite against the reference server with each breakage and each
variant, and writes this page. A breakage makes the server break one requirement, and the suite reports that requirement. A variant
makes the server follow another reading of an open point, and the suite reports nothing. The variants are judged in combinations in
which every two of them meet that a server can have together, and every three within skills, interactions and idempotency. The sound
server passes every check.

| | |
| --- | --- |
${numbersOf(ledger)
  .map(([name, count]) => `| ${name} | ${count} |`)
  .join('\n')}

\`conversation-api serve --break ID\` starts a server with a breakage, and \`--variant ID\` starts one with a variant.

${renderFamilies(ledger)}
## Checks

Every check catches at least one breakage, or a generated alteration, and none fails under any variant. In the repository,
docs/ledger-checks.md lists what each one catches.

## Breakages

| breakage | what the server does |
| --- | --- |
${renderBreakages(BREAKAGES)}

## Breakages on the wire

No check verifies these requirements, because the judge holds every stream and every body of a run to them.

| breakage | what the server does |
| --- | --- |
${renderBreakages(WIRE_BREAKAGES)}

## Breakages of shapes

The schemas generate these breakages. A test tries each one at every place in everything the sound server sends: the judge reports
its requirement, and no other.

| breakage | what the server does |
| --- | --- |
${renderBreakages(SHAPE_BREAKAGES)}

## Breakages that only their own test catches

| breakage | why |
| --- | --- |
${Object.entries(SHOWN_ALONE)
  .map(([id, reason]) => `| ${code(id)} | ${reason} |`)
  .join('\n')}

## Variants

| variant | what the server does |
| --- | --- |
${VARIANTS.map(({ id, behaviour }) => `| \`${id}\` | ${behaviour} |`).join('\n')}

## Collateral

Some breakages make the suite report another requirement as well, often one that describes the same behaviour. In the repository,
docs/ledger-collateral.md lists them with the reasons.
`;
}

/** Replaces the numbers of the ledger in the README. */
export function renderNumbers(readme: string, ledger: Ledger): string {
  const rows = numbersOf(ledger).map(([name, count]) => `| ${name} | ${count} |`);
  return readme.replace(
    NUMBERS,
    (_, begin: string, end: string) => `${begin}| | |\n| --- | --- |\n${rows.join('\n')}${end}`,
  );
}

function numbersOf(ledger: Ledger): (readonly [string, number])[] {
  const { matrix, combinations } = ledger;
  const requirements = new Set([
    ...CHECKS.flatMap((check) => check.requirements),
    ...[...WIRE_BREAKAGES, ...SHAPE_BREAKAGES].map(({ requirement }) => requirement),
  ]);
  const caught = matrix.filter(({ isCaught }) => isCaught).length;
  const unjudged = BREAKAGES.length + WIRE_BREAKAGES.length - matrix.length;
  return [
    ['requirements with a breakage', requirements.size],
    ['checks', CHECKS.length],
    ['breakages of behaviour', BREAKAGES.length + WIRE_BREAKAGES.length],
    ['of these caught', caught + unjudged],
    ['breakages of shapes', SHAPE_BREAKAGES.length],
    ['of these caught', SHAPE_BREAKAGES.length],
    ['variants', VARIANTS.length],
    ['of these tolerated', VARIANTS.length],
    ['combinations of variants', combinations],
    ['of these tolerated', combinations],
    ...numbersOfFamilies(ledger),
  ];
}

function renderBreakages(breakages: readonly Breakage[]): string {
  const rows = breakages.map(({ id, behaviour }) => `| ${code(id)} | ${behaviour} |`);
  return rows.sort().join('\n');
}
