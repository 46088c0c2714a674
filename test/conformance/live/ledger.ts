/**
 * `npm run ledger`: runs every breakage against the checks of its requirement and every group of variants against the whole
 * suite, and writes docs/ledger.md.
 */
import { writeFileSync } from 'node:fs';
import { CHECKS } from '../../../src/conformance/checks/index.ts';
import type { Breakage } from '../../../src/reference/breakages/breakage.ts';
import { BREAKAGES } from '../../../src/reference/breakages/index.ts';
import { VARIANTS } from '../../../src/reference/variants/index.ts';
import { groupVariants } from './group-variants.ts';
import { alarmsIn, judgeReference } from './judge-reference.ts';
import { violatedUnder } from './violated-under.ts';

const LEDGER = new URL('../../../docs/ledger.md', import.meta.url);

const missed: Breakage[] = [];
const collateral = new Map<string, readonly string[]>();
for (const breakage of BREAKAGES) {
  const violated = await violatedUnder(breakage);
  if (!violated.includes(breakage.requirement)) missed.push(breakage);
  collateral.set(
    breakage.id,
    violated.filter((id) => id !== breakage.requirement),
  );
}
const alarms: string[] = [];
for (const group of groupVariants(VARIANTS)) {
  const { report } = await judgeReference({ checks: CHECKS, decorators: group });
  alarms.push(...alarmsIn(report).map((alarm) => `${group.map(({ id }) => id).join(', ')}: ${alarm}`));
}

for (const { id } of missed) console.error(`not caught: ${id}`);
for (const alarm of alarms) console.error(`false alarm: ${alarm}`);
if (missed.length + alarms.length > 0) process.exitCode = 1;
else writeFileSync(LEDGER, render());

function render(): string {
  const requirements = [...new Set(CHECKS.flatMap((check) => check.requirements))].sort();
  return `# Ledger

What proves the suite, written by \`npm run ledger\`. Each check passes on the sound server; each breakage makes the reference server
break one requirement, and is caught by a check of that requirement, under the requirement's own name; each variant makes it follow
another reading of an open point, and the whole suite finds nothing against it.

| | |
| --- | --- |
| requirements that checks verify | ${requirements.length} |
| checks | ${CHECKS.length} |
| breakages | ${BREAKAGES.length} |
| caught | ${BREAKAGES.length - missed.length} |
| variants | ${VARIANTS.length} |
| tolerated | ${VARIANTS.length} |

\`conversation-api serve --break ID\` and \`--variant ID\` run the server with them.

## Breakages

The last column names what else the same checks found.

| requirement | breakage | what the server does | and |
| --- | --- | --- | --- |
${requirements.flatMap(renderRequirement).join('\n')}

## Checks

| check | requirements |
| --- | --- |
${CHECKS.map(({ id, requirements: rows }) => `| \`${id}\` | ${rows.map((row) => `\`${row}\``).join(', ')} |`)
  .sort()
  .join('\n')}

## Variants

| variant | what the server does |
| --- | --- |
${VARIANTS.map(({ id, behaviour }) => `| \`${id}\` | ${behaviour} |`).join('\n')}
`;
}

function renderRequirement(requirement: string): string[] {
  return BREAKAGES.filter((breakage) => breakage.requirement === requirement).map(({ id, behaviour }) => {
    const others = (collateral.get(id) ?? []).map((row) => `\`${row}\``).join(', ');
    return `| \`${requirement}\` | \`${id}\` | ${behaviour} | ${others} |`;
  });
}
