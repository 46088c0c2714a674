import { readFileSync } from 'node:fs';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { explain } from '../../../generated/explain.js';
import { accepts, matchesContract } from '../../../generated/validators.js';
import { isDateTime, isLocalDateTime, isUuid } from '../../../scripts/generate/string-formats.ts';

type Check = (text: string) => boolean;

interface Group {
  readonly tests: readonly { description: string; data: unknown; valid: boolean }[];
}

const root = new URL('../../../', import.meta.url);
const readJson = (path: string) => JSON.parse(readFileSync(new URL(path, root), 'utf8'));
const chat = readJson('spec/examples/ChatResponse/holiday-hours.json').data;

/** The strings of the JSON-Schema-Test-Suite for a format. The suite also has values of other types, which formats ignore and our types reject. */
function textsOfSuite(format: string): [string, string, boolean][] {
  const groups: Group[] = readJson(`test/json-schema-test-suite/${format}.json`);
  return groups
    .flatMap(({ tests }) => tests)
    .flatMap(({ description, data, valid }) =>
      typeof data === 'string' ? [[description, data, valid] as [string, string, boolean]] : [],
    );
}

/** The verdict of each generated validator on a chat with a text in a member. */
function verdicts(member: string, text: string) {
  const value = { ...chat, [member]: text };
  return {
    accepts: accepts.Chat(value),
    matchesContract: matchesContract.Chat(value),
    explain: explain.Chat(value).length === 0,
  };
}

describe.each([
  ['uuid', 'id', isUuid],
  ['date-time', 'created_at', isDateTime],
] as const)('the format %s', (format, member, check) => {
  it.each(textsOfSuite(format))('matches the JSON-Schema-Test-Suite: %s', (_, text, valid) => {
    expect(check(text)).toBe(valid);
    expect(verdicts(member, text)).toEqual({ accepts: valid, matchesContract: valid, explain: valid });
  });
});

const ID = '0b8f4a52-6c1d-4f0e-9a57-3d2c8e71b604';

it.each([
  ['id', ID, true, true],
  ['id', `urn:uuid:${ID}`, false, false],
  ['id', `{${ID}}`, false, false],
  ['id', `${ID}\n`, false, false],
  ['created_at', '2026-03-02T08:30:00Z', true, true],
  ['created_at', '2026-03-02t08:30:00z', true, true],
  ['created_at', '2026-03-02T08:30:00.123456+00:00', true, true],
  // ISO 8601 allows these two, and RFC 3339 does not.
  ['created_at', '2026-03-02T08:30:00', true, false],
  ['created_at', '2026-03-02T08:30:00.5+00', true, false],
  ['created_at', '2026-03-02T08:30:00+05', false, false],
  ['created_at', '2026-03-02T08:30:00+0000', false, false],
  ['created_at', '2026-03-02T08:30:00-0130', false, false],
  ['created_at', '2026-03-02 08:30:00Z', false, false],
  ['created_at', '2026-03-02\t08:30:00Z', false, false],
  ['created_at', '2026-03-02\u00a008:30:00Z', false, false],
  ['created_at', '2026-03-02 08:30:00', false, false],
  ['created_at', '2026-03-02T08:30:00Z\n', false, false],
  ['created_at', '2026-03-02T08:30Z', false, false],
  ['created_at', '2026-03-02', false, false],
  ['created_at', '', false, false],
])('a chat whose %s is %j: accepted %s, in the contract %s', (member, text, promised, whole) => {
  expect(verdicts(member, text)).toEqual({ accepts: promised, matchesContract: whole, explain: whole });
});

/** A format of ajv-formats as a function. ajv-formats defines formats in several forms. */
function reference(name: 'uuid' | 'date-time' | 'iso-date-time'): Check {
  const format = fullFormats[name] as RegExp | { validate: Check | RegExp };
  const check = format instanceof RegExp ? format : format.validate;
  return check instanceof RegExp ? (text) => check.test(text) : check;
}

/** Texts that ajv-formats accepts and our formats reject: a prefix, a separator other than T, and an offset without a colon. */
const LENIENT = /^urn:uuid:|^\d{4}-\d\d-\d\d\s|:\d\d(?:\.\d+)?[+-]\d\d(?:\d\d)?$/i;

describe.each([
  ['isUuid', isUuid, reference('uuid')],
  ['isDateTime', isDateTime, reference('date-time')],
  ['isLocalDateTime', isLocalDateTime, reference('iso-date-time')],
] as const)('%s agrees with ajv-formats, apart from its leniency', (_, ours, theirs) => {
  const agrees = (text: string) =>
    LENIENT.test(text) ? !ours(text) || theirs(text) : ours(text) === theirs(text);

  it.each([
    '2026-02-29T08:30:00Z',
    '2024-02-29T08:30:00-01:30',
    '2100-02-29T00:00:00Z',
    '2016-12-31T23:59:60Z',
    '2016-12-31T18:29:60-05:30',
    '2017-01-01T00:29:60+00:30',
    '2016-12-31T22:59:60Z',
    '2016-12-31T23:59:61Z',
    '2016-12-31T24:00:00Z',
    '2016-13-01T00:00:00Z',
  ])('on %j', (text) => {
    expect(ours(text)).toBe(theirs(text));
  });

  it('on any text over their alphabet', () => {
    const part = fc.constantFrom(
      ...'0123456789abcdef-:.+TtZz '.split(''),
      '2024-02-29',
      '23:59:60',
      '-05:30',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => agrees(parts.join(''))),
      { numRuns: 3000 },
    );
  });

  it('on any time', () => {
    const digits = (max: number) =>
      fc.integer({ min: 0, max }).map((value) => String(value).padStart(2, '0'));
    const time = fc
      .tuple(
        digits(13),
        digits(32),
        fc.constantFrom('T', 't', ' ', '\t'),
        digits(25),
        digits(61),
        digits(61),
        fc.constantFrom('', 'Z', '+00:30', '-23:59', '+24:00', '+00', '+0000'),
      )
      .map(
        ([month, day, separator, hour, minute, second, zone]) =>
          `2024-${month}-${day}${separator}${hour}:${minute}:${second}${zone}`,
      );
    fc.assert(fc.property(time, agrees), { numRuns: 3000 });
  });
});
