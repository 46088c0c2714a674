import { fileOfCheck } from '../check-files.ts';
import { COMMAND } from '../commands.ts';
import type { Registry } from '../registry/registry.ts';
import type { Check } from '../suite/check-kit/check.ts';
import { listRequirements } from './explain.ts';
import { type Paint, unpainted } from './paint.ts';

/** The part of a check that can be described. */
export type DescribedCheck = Omit<Check, 'run'>;

/**
 * Describes a check as text: which requirements it verifies, what it needs, and what it costs.
 *
 * @param cost the cost in words
 */
export function renderCheck(
  check: DescribedCheck,
  cost: string,
  { requirements }: Registry,
  paint: Paint = unpainted,
): string {
  const { id, needs, waits, isQuiet } = check;
  const rows = requirements.filter((row) => check.requirements.includes(row.id));
  const file = fileOfCheck(id);
  const lines = [
    `${paint('bold', id)}  ${paint('dim', 'a check of a live target')}`,
    '',
    `  needs    ${needs.length === 0 ? 'a credential, and nothing else of the profile' : needs.join(', ')}`,
    `  costs    ${cost}`,
    ...(waits === undefined ? [] : [`  waits    ${waits / 1000} s of the service's time`]),
    ...(isQuiet ? ['  runs     while no other check does'] : []),
    ...(file === undefined ? [] : [`  file     ${file}`]),
    `  run it   ${COMMAND.checkTarget('URL', ['--only', id])}`,
    '',
    `  ${paint('bold', 'Verifies')}`,
    ...listRequirements(rows, paint).map((line) => `    ${line}`),
  ];
  return `${lines.join('\n')}\n`;
}

/** Renders one line per check, with the requirements that it verifies. */
export function listChecks(checks: readonly DescribedCheck[], paint: Paint = unpainted): string[] {
  const width = Math.max(...checks.map(({ id }) => id.length));
  return checks.map(
    ({ id, requirements }) => `${paint('bold', id.padEnd(width))}  ${requirements.join(', ')}`,
  );
}
