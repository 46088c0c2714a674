import { expect, it } from 'vitest';
import { loadRegistry } from '../../src/conformance/registry/registry.ts';
import type { RequirementReport } from '../../src/conformance/report/model.ts';
import { firstBlockOf, isAbout } from './first-block.ts';

const { requirements } = loadRegistry();

/** The row of a requirement in a report. @param numbers those of the exchanges in which it was violated */
function row(id: string, ...numbers: readonly number[]): RequirementReport {
  const known = requirements.find((each) => each.id === id);
  if (!known) throw new RangeError(`there is no requirement ${id}`);
  const { text, level, section, statements } = known;
  const findings = numbers.map((exchange) => ({
    requirement: id,
    text,
    file: 'http://a',
    explain: '',
    check: `check.${exchange}`,
    exchange,
    expected: '404',
    actual: '200',
  }));
  const status = numbers.length > 0 ? 'failed' : 'passed';
  return { id, level, status, text, section, statements, violations: numbers.length, findings };
}

it('has the requirements with the same evidence that the text names first', () => {
  const rows = [
    row('lists.size.bounds-page'),
    row('errors.not-found.answer', 7),
    row('cancel.chat.missing', 3),
  ];
  const checks = [{ id: 'check.3', status: 'violated', requirements: ['cancel.chat.missing'] }] as const;
  expect(firstBlockOf({ requirements: rows, checks }).map(({ id }) => id)).toEqual(['cancel.chat.missing']);
  expect(firstBlockOf({ requirements: [row('cancel.chat.missing')], checks })).toEqual([]);
});

it.each([
  ['cancel.chat.missing', '4.4', true],
  ['cancel.chat.missing', '4', true],
  ['cancel.chat.missing', '2.5', false],
  // The row stands in section 2.3, and one of its statements in section 4.2.
  ['messages.metadata.echoed', '4.2', true],
  ['lists.size.default-fifty', '2', true],
  ['lists.size.default-fifty', '2.11', false],
])('says of %s whether it is about section %s: %s', (id, section, expected) => {
  expect(isAbout([row(id)], section)).toBe(expected);
});
