/**
 * The open points: where the service document is silent, unclear or contradicts itself. They are written in
 * spec/requirements/open-points.yaml; docs/open-points.md is rendered from them.
 */
import { parse } from 'yaml';
import type { Files } from './output.ts';
import type { Spec } from './spec.ts';

interface Reading {
  key: string;
  text: string;
}

const fixedValues = {
  kind: ['gap', 'contradiction', 'tension', 'unclear'],
  weight: ['high', 'medium', 'low'],
  area: [
    'errors',
    'lists',
    'chats',
    'turns',
    'idempotency',
    'stream',
    'messages',
    'interactions',
    'skills',
    'catalog',
  ],
} as const;

type Area = (typeof fixedValues.area)[number];

export interface OpenPoint {
  id: string;
  title: string;
  kind: (typeof fixedValues.kind)[number];
  weight: (typeof fixedValues.weight)[number];
  area: Area;
  /** Sections of the service document, such as "4.2". */
  sections: string[];
  question: string;
  readings: Reading[];
  /** Operations and events that it affects, or `service`. Their published descriptions link to it. */
  bearsOn: string[];
  contract: string;
  suite: string;
}

export class OpenPointError extends Error {
  readonly code = 'invalid-open-point';
}

const areaTitles: Record<Area, string> = {
  errors: 'Credentials, conventions and errors',
  lists: 'Lists',
  chats: 'Chats',
  turns: 'Sending a turn',
  idempotency: 'Idempotency',
  stream: 'Stream',
  messages: 'Fields of a message',
  interactions: 'Interactions and cancelling',
  skills: 'Skills',
  catalog: 'Catalog and what lies outside',
};

const introduction = `# Open points

This page is generated from spec/requirements/open-points.yaml; change that file and run \`npm run generate\`.

The service document describes the interface, but not all of it. An open point is a place where it is silent (a gap),
where two of its sentences cannot both hold (a contradiction), where they can both be followed only with care (a tension),
or where its wording allows several meanings (unclear). The weight says what a wrong guess costs. Each point has an id
that never changes, and is treated in three ways:

- **Contract.** What stays open in the service stays open in the schemas. Where the contract has to choose, the choice
  is marked and explained here. The marks are \`x-decision: A-nn\` on a schema (all its own assertions are our decision),
  \`x-decision-required: { A-nn: [member] }\` beside \`required\` (that these members are required is our decision) and
  \`x-decision-keywords: { A-nn: [keyword] }\` (these keywords of the schema are our decision). A decision binds what we
  write ourselves: examples, and servers made from this contract. It is never counted against a service.
- **Suite.** What a conformance check may assert, what it may only warn about, and what it must not assert. This part is
  binding for every check. A requirement that touches an open point is a must only inside these limits.
- **Variants.** The readings are the meanings that a faithful server may follow. Each has a name, such as
  \`A-14=zero-offset\`, and a server that follows any of them must never be found nonconformant. A point with a single
  reading is settled by the text as a whole; one with none is about something that the service document only mentions.

Sections are those of the service document.
`;

/** docs/open-points.md: the open points as a page. */
export function buildOpenPoints(spec: Spec): Files {
  const points = toOpenPoints(spec.value('requirements/open-points.yaml'));
  return new Map([['docs/open-points.md', renderOpenPoints(points)]]);
}

/**
 * Reads the YAML list of open points.
 * @throws OpenPointError naming the entry, the member, what was expected and what was found.
 */
export function readOpenPoints(text: string): OpenPoint[] {
  return toOpenPoints(parse(text));
}

/** The open points of an already parsed list. @throws OpenPointError like `readOpenPoints` */
export function toOpenPoints(entries: unknown): OpenPoint[] {
  if (!Array.isArray(entries)) throw new OpenPointError('Open points: expected a YAML list of entries.');
  return entries.map((entry: Record<string, unknown>, index) => {
    const expectMember = (name: string, expected: string, holds: boolean) => {
      if (holds) return;
      const where = typeof entry?.id === 'string' ? entry.id : `entry ${index + 1}`;
      throw new OpenPointError(
        `${where}: \`${name}\` must be ${expected}, not ${JSON.stringify(entry?.[name])}.`,
      );
    };
    expectMember('id', 'A- and at least two digits', isText(entry?.id) && /^A-\d{2,}$/.test(entry.id));
    for (const name of ['title', 'question', 'contract', 'suite']) {
      expectMember(name, 'a text', isText(entry[name]));
    }
    for (const [name, values] of Object.entries(fixedValues)) {
      expectMember(
        name,
        `one of ${values.join(', ')}`,
        values.some((value) => value === entry[name]),
      );
    }
    expectMember(
      'sections',
      'a list of texts',
      Array.isArray(entry.sections) && entry.sections.every(isText),
    );
    expectMember(
      'bearsOn',
      'a list of operations and events, or of `service`',
      Array.isArray(entry.bearsOn) && entry.bearsOn.length > 0 && entry.bearsOn.every(isText),
    );
    expectMember(
      'readings',
      'a list of { key, text }',
      Array.isArray(entry.readings) && entry.readings.every(isReading),
    );
    return entry as unknown as OpenPoint;
  });
}

/** Renders docs/open-points.md: an introduction, the contents by area, then the points in the order given. */
export function renderOpenPoints(points: readonly OpenPoint[]): string {
  return [introduction, renderContents(points), ...points.map(renderPoint)].join('\n');
}

function renderContents(points: readonly OpenPoint[]): string {
  const areas = fixedValues.area
    .map((area) => ({ area, members: points.filter((point) => point.area === area) }))
    .filter(({ members }) => members.length > 0)
    .map(({ area, members }) => `### ${areaTitles[area]}\n\n${members.map(renderLink).join('\n')}\n`);
  return ['## Contents\n', ...areas].join('\n');
}

function renderLink(point: OpenPoint): string {
  const heading = headingOf(point);
  return `- [${heading}](#${anchorOf(heading)})`;
}

function renderPoint(point: OpenPoint): string {
  const sections = `${point.sections.length === 1 ? 'section' : 'sections'} ${point.sections.join(', ')}`;
  const readings = point.readings.map(({ key, text }) => `- \`${point.id}=${key}\`: ${text}`);
  return [
    `<a id="${point.id.toLowerCase()}"></a>\n`,
    `## ${headingOf(point)}\n`,
    `*${point.kind}, ${point.weight} weight, ${sections}*\n`,
    `${point.question}\n`,
    `**Bears on** ${point.bearsOn.map((place) => (place === 'service' ? 'the service as a whole' : `\`${place}\``)).join(', ')}.\n`,
    ...(readings.length > 0 ? [`**Readings**\n\n${readings.join('\n')}\n`] : []),
    `**Contract.** ${point.contract}\n`,
    `**Suite.** ${point.suite}\n`,
  ].join('\n');
}

function headingOf(point: OpenPoint): string {
  return `${point.id} ${point.title}`;
}

/** The fragment that Markdown hosts give to a heading: lower case, without punctuation, with hyphens for spaces. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function isReading(value: unknown): value is Reading {
  if (typeof value !== 'object' || value === null) return false;
  const { key, text } = value as Partial<Reading>;
  return isText(key) && isText(text);
}
