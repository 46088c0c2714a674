import { describe, expect, it } from 'vitest';
import { errorKinds } from '../../generated/error-kinds.js';
import { methods } from '../../generated/methods.js';
import requirements from '../../generated/requirements.json' with { type: 'json' };
import { clientKinds } from '../../scripts/generate/client-kinds.ts';
import { ALL_BREAKAGES, BREAKAGES } from '../../src/alterations/breakages/index.ts';
import { VARIANTS } from '../../src/alterations/variants/index.ts';
import { forbidUnhandledRejections } from '../client/harness/rejections.ts';
import { travel } from '../client/reference/travel.ts';
import { guides } from './guide.ts';

forbidUnhandledRejections();

const textOf = (page: string) => guides.find((guide) => guide.page === page)?.text ?? '';

/** The cells of each row of the tables in one chapter, without the header rows. */
function rowsOf(page: string, chapter: string): string[][] {
  const [, text = ''] = textOf(page).split(`\n## ${chapter}\n`);
  const [body = ''] = text.split('\n## ');
  return body
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| ---'))
    .map((line) => line.slice(2, -2).split(' | '));
}

/** The text between backticks. */
const codesIn = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);

it('getting-started.md lists the existing methods of the client', () => {
  const rows = rowsOf('docs/getting-started.md', 'All methods').slice(1);
  const listed = rows.flatMap(([tag, names]) => codesIn(names).map((name) => `${codesIn(tag)[0]}.${name}`));
  const there = Object.entries(methods).flatMap(([tag, group]) =>
    Object.keys(group).map((name) => `${tag}.${name}`),
  );
  expect(listed.toSorted()).toEqual(there.toSorted());
});

describe('errors-and-retries.md', () => {
  const repeated = rowsOf('docs/errors-and-retries.md', 'What is repeated').flatMap((cells) =>
    codesIn(cells[0]),
  );
  const known = errorKinds.map(({ kind }): string => kind);

  it('lists exactly what the contract lets a client retry', () => {
    const repeatable = errorKinds.filter(({ resend }) => resend !== undefined).map(({ kind }) => kind);
    expect(repeated.filter((kind) => known.includes(kind)).toSorted()).toEqual(repeatable.toSorted());
  });

  it('lists the kinds that the client adds', () => {
    const rows = rowsOf('docs/errors-and-retries.md', 'What the client finds itself').slice(1);
    expect(rows.flatMap(([kind]) => codesIn(kind)).toSorted()).toEqual(
      clientKinds.map(({ kind }) => kind).toSorted(),
    );
  });

  it.each(['docs/errors-and-retries.md', 'docs/interactions.md', 'docs/streaming.md'])(
    'and %s name existing kinds in their tables',
    (page) => {
      const chapters = textOf(page).match(/(?<=^## ).+$/gm) ?? [];
      const rows = chapters.flatMap((chapter) => rowsOf(page, chapter));
      const codes = rows.flatMap(([kind, status]) =>
        /^(\d{3}|)$/.test(status?.trim() ?? 'none') ? codesIn(kind) : [],
      );
      const all = [...known, ...clientKinds.map(({ kind }): string => kind)];
      expect(codes.filter((code) => !all.includes(code))).toEqual([]);
    },
  );
});

describe('a case that a client must survive', () => {
  const rows = rowsOf('docs/testing-your-client.md', 'What a client must survive').slice(1);
  const behaviours = [...ALL_BREAKAGES, ...VARIANTS];
  const cases = rows.map(([cell, told]) => {
    const [id = ''] = codesIn(cell);
    return { id, told, behaviour: behaviours.find((each) => each.id === id) };
  });

  it('is listed as the server produces it', () => {
    expect(cases.length).toBeGreaterThan(30);
    const wrong = cases.filter(({ told, behaviour }) => told !== behaviour?.behaviour);
    expect(wrong.map(({ id }) => id)).toEqual([]);
  });

  // The tests of the client run it against every breakage of a check and every variant.
  const others = cases.filter(({ id }) => ![...BREAKAGES, ...VARIANTS].some((each) => each.id === id));

  it.each(others)('is survived by the client of this package: $id', async (row) => {
    const arrivals = await travel(row.behaviour ? [row.behaviour] : []);
    expect(arrivals.flatMap(({ crash, wrong }) => crash ?? wrong)).toEqual([]);
  });
});

it.each(guides)('$page names existing open points', ({ text }) => {
  const named = [...text.matchAll(/\bA-\d+\b/g)].map(([id]) => id);
  expect(named.filter((id) => !(id in requirements.openPoints))).toEqual([]);
});
