import type { Breakage } from '../../src/alterations/breakages/breakage.ts';
import { BREAKAGES, SHAPE_BREAKAGES, WIRE_BREAKAGES } from '../../src/alterations/breakages/index.ts';
import { VARIANTS } from '../../src/alterations/variants/index.ts';
import { CHECKS } from '../../src/conformance/checks/index.ts';
import { collateralRule } from './collateral.ts';
import type { Ledger } from './ledger-file.ts';
import { SHOWN_ALONE } from './matrix.ts';

const NUMBERS = /(<!-- ledger:begin -->\n)[\s\S]*?(\n<!-- ledger:end -->)/;

/** docs/ledger.md. */
export function renderLedger(ledger: Ledger): string {
  return `# Ledger

What proves the suite. \`npm run ledger\` runs the whole suite against the reference server with each breakage and each variant, and
writes this page. A breakage makes the server break one requirement, and is caught under that requirement's own name. A variant
makes it follow another reading of an open point, and the whole suite finds nothing against it. The sound server passes every check.

| | |
| --- | --- |
${numbersOf(ledger)
  .map(([name, count]) => `| ${name} | ${count} |`)
  .join('\n')}

\`conversation-api serve --break ID\` and \`--variant ID\` run the server with them.

## Checks

Each with its requirements, and the breakages of them that it catches.

| check | requirements | breakages |
| --- | --- | --- |
${renderChecks(ledger)}

Every check tolerates every variant.

## Breakages

| breakage | what the server does |
| --- | --- |
${renderBreakages(BREAKAGES)}

## Breakages of what is sent

No check verifies these requirements, since every stream and every body of a run is held to them.

| breakage | what the server does |
| --- | --- |
${renderBreakages(WIRE_BREAKAGES)}

## Breakages of shapes

One mutator makes them from the schemas. Each is tried on every place of what the sound server sends: the judge finds it under its
requirement, and finds nothing else.

| breakage | what the server does |
| --- | --- |
${renderBreakages(SHAPE_BREAKAGES)}

## Breakages that only their own test shows

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

What the suite finds besides. A server that breaks one requirement often breaks what another requirement says of the same behaviour.

| breakage | also violates | since |
| --- | --- | --- |
${renderCollateral(ledger)}
`;
}

/** The README with the numbers of the ledger in their place. */
export function renderNumbers(readme: string, ledger: Ledger): string {
  const rows = numbersOf(ledger).map(([name, count]) => `| ${name} | ${count} |`);
  return readme.replace(
    NUMBERS,
    (_, begin: string, end: string) => `${begin}| | |\n| --- | --- |\n${rows.join('\n')}${end}`,
  );
}

function numbersOf({ matrix }: Ledger): (readonly [string, number])[] {
  const requirements = new Set([
    ...CHECKS.flatMap((check) => check.requirements),
    ...[...WIRE_BREAKAGES, ...SHAPE_BREAKAGES].map(({ requirement }) => requirement),
  ]);
  const caught = matrix.filter(({ isCaught }) => isCaught).length;
  const unjudged = BREAKAGES.length + WIRE_BREAKAGES.length - matrix.length;
  return [
    ['requirements that are broken', requirements.size],
    ['checks', CHECKS.length],
    ['breakages of behaviour', BREAKAGES.length + WIRE_BREAKAGES.length],
    ['of these caught', caught + unjudged],
    ['breakages of shapes', SHAPE_BREAKAGES.length],
    ['of these caught', SHAPE_BREAKAGES.length],
    ['variants', VARIANTS.length],
    ['of these tolerated', VARIANTS.length],
  ];
}

function renderChecks({ matrix }: Ledger): string {
  const rows = CHECKS.map(({ id, requirements }) => {
    const caught = matrix.filter(({ caughtBy }) => caughtBy.includes(id)).map(({ breakage }) => breakage);
    return `| ${code(id)} | ${requirements.map(code).join(', ')} | ${caught.map(code).join(', ')} |`;
  });
  return rows.sort().join('\n');
}

function renderBreakages(breakages: readonly Breakage[]): string {
  const rows = breakages.map(({ id, behaviour }) => `| ${code(id)} | ${behaviour} |`);
  return rows.sort().join('\n');
}

function renderCollateral({ matrix }: Ledger): string {
  const rows = matrix.flatMap(({ breakage, others }) => {
    const reasons = Map.groupBy(others, (row) => collateralRule(breakage, row)?.reason ?? 'unknown');
    return [...reasons].map(
      ([reason, ids]) => `| ${code(breakage)} | ${ids.map(code).join(', ')} | ${reason} |`,
    );
  });
  return rows.sort().join('\n');
}

function code(id: string): string {
  return `\`${id}\``;
}
