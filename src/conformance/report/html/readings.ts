import type { OpenPointReport, ReadingReport } from '../model.ts';
import { summariseReadings } from '../readings.ts';
import { details, prose, text } from './text.ts';

const STATUS = {
  seen: '',
  contradictory: 'These readings exclude each other.',
  'not-seen': 'Not seen in this run.',
  hidden: 'No run shows it.',
} as const satisfies Readonly<Record<OpenPointReport['status'], string>>;

/** Renders the readings of open points that a live run showed. */
export function renderReadings(points: readonly OpenPointReport[] | undefined): string {
  if (!points) return '';
  return details(
    'Readings of open points',
    summariseReadings(points),
    `<table><thead><tr><th>Open point</th><th>What the server shows</th></tr></thead><tbody>${points.map(renderPoint).join('')}</tbody></table>`,
  );
}

function renderPoint({ point, title, status, readings, reason = '' }: OpenPointReport): string {
  const note = [STATUS[status], reason].filter((each) => each !== '').join(' ');
  return `<tr><td><code>${text(point)}</code> ${text(title)}</td><td>${readings.map(renderReading).join('')}${note === '' ? '' : `<p class="dim">${prose(note)}</p>`}</td></tr>`;
}

function renderReading({ reading, text: meaning, count, evidence }: ReadingReport): string {
  const shown = evidence.map(
    ({ exchange, check, request, answer }) =>
      `<li>exchange ${exchange} of <code>${text(check)}</code>: <code>${text(request)}</code> → ${text(answer)}</li>`,
  );
  const rest = count - evidence.length;
  return `<p><b>${text(reading)}</b>: ${prose(meaning)}</p><ul>${shown.join('')}${rest > 0 ? `<li>${rest} more</li>` : ''}</ul>`;
}
