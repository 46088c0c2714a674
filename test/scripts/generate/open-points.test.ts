import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import {
  type OpenPoint,
  OpenPointError,
  readOpenPoints,
  renderOpenPoints,
} from '../../../scripts/generate/open-points.ts';

const source = readFileSync(new URL('../../../spec/requirements/open-points.yaml', import.meta.url), 'utf8');

const sample: OpenPoint = {
  id: 'A-14',
  title: "Form of a chat's time_stamp, in short",
  kind: 'unclear',
  weight: 'medium',
  area: 'chats',
  sections: ['2.1'],
  question: 'How is UTC written?',
  readings: [{ key: 'zulu', text: 'With `Z`.' }],
  bearsOn: ['getChat', 'service'],
  contract: 'A date-time.',
  suite: 'Accepts `Z`.',
};

describe('the open points of this contract', () => {
  const points = readOpenPoints(source);

  it('are A-01 to A-142, each once and in order', () => {
    const expected = Array.from({ length: 142 }, (_, index) => `A-${String(index + 1).padStart(2, '0')}`);
    expect(points.map((point) => point.id)).toEqual(expected);
  });

  it.each(points)('$id has distinct kebab-case reading keys and known sections', ({ readings, sections }) => {
    const keys = readings.map((reading) => reading.key);
    expect(new Set(keys).size).toBe(keys.length);
    for (const key of keys) expect(key).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    expect(sections.length).toBeGreaterThan(0);
    for (const section of sections) expect(section).toMatch(/^([13-9]|2\.[1-6]|3\.[1-3]|4\.[1-5])$/);
  });

  it.each(points)('$id refers to existing points only', ({ question, contract, suite }) => {
    const known = points.map((point) => point.id);
    const named = `${question} ${contract} ${suite}`.match(/A-\d+/g) ?? [];
    expect(known).toEqual(expect.arrayContaining(named));
  });

  it('are written without overlong lines or trailing blanks', () => {
    const untidy = source.split('\n').filter((line) => line.length > 110 || /\s$/.test(line));
    expect(untidy).toEqual([]);
  });

  it('have only links that lead to a heading', () => {
    const page = renderOpenPoints(points);
    const targets = [...page.matchAll(/\]\(#([^)]+)\)/g)].map((match) => match[1]);
    const headings = [...page.matchAll(/^## (A-.*)$/gm)].map((match) => match[1] ?? '');
    const anchors = headings.map((heading) =>
      heading.toLowerCase().replace(/['.,]/g, '').replaceAll(' ', '-'),
    );
    expect(headings).toHaveLength(points.length);
    expect([...targets].sort()).toEqual([...anchors].sort());
  });
});

describe('renderOpenPoints', () => {
  it.each([
    ['the heading', [sample], "\n## A-14 Form of a chat's time_stamp, in short\n"],
    ['kind, weight and section', [sample], '\n*unclear, medium weight, section 2.1*\n'],
    ['several sections', [{ ...sample, sections: ['2.1', '6'] }], ', sections 2.1, 6*\n'],
    ['the question', [sample], '\nHow is UTC written?\n'],
    ['readings by the name of their variant', [sample], '\n**Readings**\n\n- `A-14=zulu`: With `Z`.\n'],
    ['the decision of the contract', [sample], '\n**Contract.** A date-time.\n'],
    ['the limits of the suite', [sample], '\n**Suite.** Accepts `Z`.\n'],
    [
      'a link to the heading under its area',
      [sample],
      "\n### Chats\n\n- [A-14 Form of a chat's time_stamp, in short](#a-14-form-of-a-chats-time_stamp-in-short)\n",
    ],
  ])('shows %s', (_, points, expected) => {
    expect(renderOpenPoints(points)).toContain(expected);
  });

  it.each([
    ['a list of readings where there is none', [{ ...sample, readings: [] }], '**Readings**'],
    ['an area without points', [sample], '### Skills'],
  ])('leaves out %s', (_, points, unexpected) => {
    expect(renderOpenPoints(points)).not.toContain(unexpected);
  });

  it('groups the contents by area and keeps the points in the order given', () => {
    const page = renderOpenPoints([
      { ...sample, id: 'A-20', area: 'stream' },
      { ...sample, id: 'A-21', area: 'errors' },
      { ...sample, id: 'A-22', area: 'stream' },
    ]);
    const inContents = [...page.matchAll(/^- \[(A-\d+)/gm)].map((match) => match[1]);
    const inText = [...page.matchAll(/^## (A-\d+)/gm)].map((match) => match[1]);
    expect(inContents).toEqual(['A-21', 'A-20', 'A-22']);
    expect(inText).toEqual(['A-20', 'A-21', 'A-22']);
  });
});

describe('readOpenPoints', () => {
  it('reads a list of open points', () => {
    expect(readOpenPoints(stringify([sample]))).toEqual([sample]);
  });

  it.each([
    ['something other than a list', { points: [sample] }, 'expected a YAML list'],
    ['an entry that is not a mapping', ['A-14'], 'entry 1: `id` must be'],
    ['an id of another form', [{ ...sample, id: 'B-14' }], 'B-14: `id` must be'],
    ['an empty question', [{ ...sample, question: '' }], 'A-14: `question` must be a text, not ""'],
    ['an unknown kind', [{ ...sample, kind: 'riddle' }], 'A-14: `kind` must be one of gap, contradiction'],
    ['an unknown area', [{ ...sample, area: 'webhooks' }], 'A-14: `area` must be one of errors'],
    ['sections that are numbers', [{ ...sample, sections: [6] }], 'A-14: `sections` must be a list of texts'],
    ['a reading without a text', [{ ...sample, readings: [{ key: 'zulu' }] }], 'A-14: `readings` must be'],
  ])('refuses %s', (_, value, message) => {
    const reading = () => readOpenPoints(stringify(value));
    expect(reading).toThrow(OpenPointError);
    expect(reading).toThrow(message);
  });
});
