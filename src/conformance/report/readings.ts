import type { OpenPointId } from '../../../generated/ids.d.ts';
import { mergeReadings, questionOf } from '../readings/read-readings.ts';
import type { SeenReading } from '../readings/seen-reading.ts';
import { UNSEEN } from '../readings/unseen.ts';
import type { OpenPoint } from '../registry/registry.ts';
import { count } from './describe.ts';
import type { OpenPointReport } from './model.ts';
import type { Paint } from './paint.ts';
import { sanitize } from './sanitize.ts';

const LONGEST_REQUEST = 200;
const LONGEST_ANSWER = 100;
const OTHER_TEXT = 'The server answers otherwise than every listed reading.';

/** Summarises what a run showed about each open point with several readings, from its redacted readings. */
export function reportReadings(
  seen: readonly SeenReading[],
  openPoints: Readonly<Record<string, OpenPoint>>,
): readonly OpenPointReport[] {
  const byPoint = Map.groupBy(seen, ({ point }) => point);
  return Object.values(openPoints)
    .filter(({ readings }) => readings.length > 1)
    .map(({ id, title, readings }) => {
      const shown = byPoint.get(id) ?? [];
      const reason = UNSEEN[id as OpenPointId];
      return {
        point: id,
        title,
        status: statusOf(shown, reason !== undefined),
        readings: shown.map((each) => ({
          reading: each.reading,
          text: readings.find(({ key }) => key === each.reading)?.text ?? OTHER_TEXT,
          count: each.count,
          evidence: each.evidence.map((evidence) => ({
            ...evidence,
            request: evidence.request.slice(0, LONGEST_REQUEST),
            answer: evidence.answer.slice(0, LONGEST_ANSWER),
          })),
        })),
        ...(reason !== undefined && { reason }),
      };
    });
}

/** Merges what the parts of a run showed. */
export function mergeReadingReports(
  parts: readonly (readonly OpenPointReport[])[],
): readonly OpenPointReport[] {
  const [first = []] = parts;
  const seen = mergeReadings(
    parts.map((points) =>
      points.flatMap(({ point, readings }) => readings.map((each) => ({ ...each, point }))),
    ),
  );
  return first.map((row) => {
    const shown = seen.filter(({ point }) => point === row.point);
    const readings = shown.map(({ point: _, ...reading }) => reading);
    return { ...row, status: statusOf(shown, row.status === 'hidden'), readings };
  });
}

/** Two readings of one question contradict each other, unless a server can follow both. */
function statusOf(shown: readonly SeenReading[], isHidden: boolean): OpenPointReport['status'] {
  if (shown.length === 0) return isHidden ? 'hidden' : 'not-seen';
  const questions = shown.map(questionOf).filter((question) => !question?.mayCombine);
  return new Set(questions).size < questions.length ? 'contradictory' : 'seen';
}

/** Summarises the sheet in one line. */
export function summariseReadings(points: readonly OpenPointReport[]): string {
  const visible = points.filter(({ status }) => status !== 'hidden');
  const seen = visible.filter(({ readings }) => readings.length > 0);
  return `Readings: ${seen.length} of ${count(visible.length, 'open point')} seen`;
}

/** The whole sheet as text: readings that were seen, with their evidence; points that were not seen; and points that no run shows. */
export function listReadings(points: readonly OpenPointReport[], paint: Paint): readonly string[] {
  const having = (...statuses: readonly OpenPointReport['status'][]) =>
    points.filter(({ status }) => statuses.includes(status));
  return [
    ...having('seen', 'contradictory').flatMap((point) => listPoint(point, paint)),
    ...block('Not seen in this run', having('not-seen'), ({ title }) => title, paint),
    ...block(
      'Never seen from outside',
      having('hidden'),
      ({ title, reason }) => `${title}: ${reason}`,
      paint,
    ),
  ];
}

function listPoint({ point, title, status, readings }: OpenPointReport, paint: Paint): readonly string[] {
  const mark = status === 'contradictory' ? paint('yellow', '  two readings that exclude each other') : '';
  return [
    `  ${paint('bold', sanitize(`${point} ${title}`))}${mark}`,
    ...readings.flatMap(({ reading, text, count: times, evidence }) => [
      `    ${sanitize(`${reading}: ${text}`)}`,
      ...evidence
        .slice(0, 1)
        .map(
          ({ exchange, request, answer, check }) =>
            `      ${paint('dim', sanitize(`exchange ${exchange} of ${check}: ${request} → ${answer}${times > 1 ? `; ${times - 1} more` : ''}`))}`,
        ),
    ]),
  ];
}

function block(
  title: string,
  points: readonly OpenPointReport[],
  describe: (point: OpenPointReport) => string,
  paint: Paint,
): readonly string[] {
  if (points.length === 0) return [];
  return [
    '',
    `  ${paint('bold', title)}`,
    ...points.map((row) => `    ${sanitize(`${row.point} ${describe(row)}`)}`),
  ];
}
