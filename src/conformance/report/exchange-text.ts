import { formatSeconds } from './describe.ts';
import type { ExchangeReport, Moment } from './exchange-report.ts';
import type { Paint } from './paint.ts';
import { sanitize } from './sanitize.ts';

const LONGEST_LINE = 4000;
/** Request bodies can be long, but a truncated command would not run. */
const LONGEST_COMMAND = 10_000;

/**
 * The most checks for which a report shows all exchanges. A check's id may be a prefix of one or two others, so selecting one check can run
 * three.
 */
const FEW = 3;
/** The most exchanges shown in addition to those with findings, in a run of few checks. */
export const MOST_SHOWN = 50;

/** Whether so few checks ran that the report shows all of their exchanges. */
export function showsAll(checks: readonly unknown[]): boolean {
  return checks.length > 0 && checks.length <= FEW;
}

/** Renders the exchanges of a run of few checks as text: each request as a command, and its response with the times of its events. */
export function renderExchanges(exchanges: readonly ExchangeReport[], paint: Paint): string[] {
  return exchanges.flatMap((exchange) => ['', ...renderExchange(exchange, paint)]);
}

function renderExchange(exchange: ExchangeReport, paint: Paint): string[] {
  const { exchange: number, check, actor, request, response, problem, curl } = exchange;
  const outcome = response ? String(response.status) : 'no response';
  return [
    `  ${paint('bold', `Exchange ${number}: ${sanitize(`${request.method} ${request.path}`)}`)} ${paint('dim', `${outcome}, check ${sanitize(check)}, as ${sanitize(actor)}`)}`,
    ...renderCommand(curl),
    ...(response
      ? [`    ${paint('dim', '←')} ${outcome} ${sanitize(response.headers['content-type'] ?? '')}`.trimEnd()]
      : []),
    ...renderBody(exchange),
    ...(problem === undefined ? [] : [`    ${sanitize(problem)}`]),
  ];
}

/** An indented shell command. */
export function renderCommand(curl: string): string[] {
  return curl.split('\n').map((line) => `    ${sanitize(line, LONGEST_COMMAND)}`);
}

/** The events of a stream with their arrival times, or the beginning of another body. */
function renderBody({ timeline, omitted, response }: ExchangeReport): string[] {
  const events = timeline.filter(({ event }) => event !== undefined);
  if (events.length === 0) return response?.body ? [`      ${sanitize(response.body, LONGEST_LINE)}`] : [];
  return [...events.map(renderEvent), ...(omitted > 0 ? [`      and ${omitted} more events`] : [])];
}

function renderEvent({ at, type = '', text }: Moment): string {
  return `      ${formatSeconds(at).padStart(8)}  ${sanitize(type)} ${sanitize(text)}`;
}
