import type { RowStatus } from '../../verdict/verdict.ts';
import { areaOf } from '../area.ts';
import type { RequirementReport } from '../model.ts';
import { text } from './text.ts';

/** The statuses, in the order in which the filter lists them. */
const STATUSES: readonly RowStatus[] = [
  'failed',
  'warned',
  'passed',
  'not-judged',
  'not-exercised',
  'open',
  'client',
  'unverifiable',
];

/** The statuses that are initially visible. Most requirements do not apply to the input. */
const JUDGED: readonly RowStatus[] = ['failed', 'warned', 'passed'];

/** A report read from a file may contain anything in place of an id, and areas become part of the style sheet. */
const AREA = /^[a-z][a-z0-9-]{0,39}$/;
const OTHERS = 'others';
const MOST_AREAS = 100;

/** The area of a requirement, the first part of its id, in a form that is safe in a selector. */
function safeAreaOf(id: string): string {
  const area = areaOf(id);
  return AREA.test(area) ? area : OTHERS;
}

/** The attributes that the filter uses to find an element. */
export function filterable({ id, status }: Pick<RequirementReport, 'id' | 'status'>): string {
  return `data-status="${text(status)}" data-area="${safeAreaOf(id)}"`;
}

/** A filter of the page by status and area. It uses only CSS, since the page has no scripts. */
export interface Filter {
  readonly controls: string;
  readonly style: string;
}

export function makeFilter(rows: readonly RequirementReport[]): Filter {
  const statuses = STATUSES.map((status) => ({
    status,
    count: rows.filter((row) => row.status === status).length,
  })).filter(({ count }) => count > 0);
  const judged = statuses
    .filter(({ status }) => JUDGED.includes(status))
    .reduce((sum, { count }) => sum + count, 0);
  const areas = [...new Set(rows.map(({ id }) => safeAreaOf(id)))].sort().slice(0, MOST_AREAS);
  const choices: readonly (readonly [name: string, count: number])[] = [
    ...(judged > 0 ? [['judged', judged] as const] : []),
    ...statuses.map(({ status, count }) => [status, count] as const),
    ['all', rows.length],
  ];
  return {
    controls: `<fieldset class="filter"><legend>Show the requirements</legend>
${choices.map(([name, count], index) => radio(name, count, index === 0)).join('\n')}
<label class="area">of the area <select id="show-area"><option value="">any</option>${areas
      .map((area) => `<option value="${area}">${area}</option>`)
      .join('')}</select></label>
</fieldset>`,
    style: [
      hide('#show-judged:checked', 'status', JUDGED),
      ...statuses.map(({ status }) => hide(`#show-${status}:checked`, 'status', [status])),
      ...areas.map((area) => hide(`#show-area option[value="${area}"]:checked`, 'area', [area])),
    ].join('\n'),
  };
}

function radio(name: string, count: number, isChosen: boolean): string {
  return `<label><input type="radio" name="status" id="show-${name}"${isChosen ? ' checked' : ''}> ${name.replace('-', ' ')} ${count}</label>`;
}

/** Hides all elements with another value, and groups that become empty. The target of a link stays visible. */
function hide(chosen: string, attribute: string, values: readonly string[]): string {
  const page = `main:has(${chosen})`;
  const wanted = [...values.map((value) => `[data-${attribute}="${value}"]`), ':target', ':target *'].join(
    ', ',
  );
  return `${page} [data-${attribute}]:not(${wanted}), ${page} .group:not(:target, :has(${wanted})) { display: none; }`;
}
