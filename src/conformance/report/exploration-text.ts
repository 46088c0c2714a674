import { count } from './describe.ts';
import { renderCommand } from './exchange-text.ts';
import { describeFound, type ExplorationReport, type FoundSequence, kindOfFound } from './exploration.ts';
import type { Paint } from './paint.ts';
import { sanitize } from './sanitize.ts';

const SHOWN_UNTAKEN = 10;

/** What an exploration found, and the steps that it could not take. Nothing if the run explored nothing. */
export function renderExploration(
  exploration: ExplorationReport | undefined,
  paint: Paint,
  isVerbose: boolean,
): string[] {
  if (!exploration) return [];
  return [
    ...exploration.found.flatMap((found) => renderSequence(found, paint, isVerbose)),
    ...renderUntaken(exploration.untaken, paint, isVerbose),
  ];
}

/** The shortest steps that show a violation. If verbose, also their requests. */
function renderSequence(found: FoundSequence, paint: Paint, isVerbose: boolean): string[] {
  return [
    '',
    `  ${paint('bold', kindOfFound(found))}: ${sanitize(describeFound(found))}`,
    ...found.words.map((step, at) => `    ${at + 1}. ${sanitize(step)}`),
    ...(isVerbose ? found.curl.flatMap((command) => ['', ...renderCommand(command)]) : []),
  ];
}

/** The steps that an exploration could not take. */
function renderUntaken(reasons: ExplorationReport['untaken'], paint: Paint, isVerbose: boolean): string[] {
  if (reasons.length === 0) return [];
  const shown = isVerbose ? reasons : reasons.slice(0, SHOWN_UNTAKEN);
  const rest = reasons.length - shown.length;
  return [
    '',
    `  ${paint('bold', 'Steps that could not be taken')}`,
    ...shown.map(({ why, actions }) => `    ${sanitize(why)}: ${actions.join(', ')}`),
    ...(rest > 0 ? [`    ${count(rest, 'other reason')} (--verbose names them)`] : []),
  ];
}
