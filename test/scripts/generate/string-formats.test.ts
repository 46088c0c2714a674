import { fullFormats } from 'ajv-formats/dist/formats.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isDateTime, isLocalDateTime, isUuid } from '../../../scripts/generate/string-formats.ts';

type Check = (text: string) => boolean;

/** A format of ajv-formats as a function. ajv-formats defines formats in several forms. */
function reference(name: 'uuid' | 'date-time' | 'iso-date-time'): Check {
  const format = fullFormats[name] as RegExp | { validate: Check | RegExp };
  const check = format instanceof RegExp ? format : format.validate;
  return check instanceof RegExp ? (text) => check.test(text) : check;
}

describe.each([
  ['isUuid', isUuid, reference('uuid')],
  ['isDateTime', isDateTime, reference('date-time')],
  ['isLocalDateTime', isLocalDateTime, reference('iso-date-time')],
] as const)('%s agrees with ajv-formats', (_, ours, theirs) => {
  it.each([
    '0b8f4a52-6c1d-4f0e-9a57-3d2c8e71b604',
    '0B8F4A52-6C1D-4F0E-9A57-3D2C8E71B604',
    '0b8f4a526c1d4f0e9a573d2c8e71b604',
    '2026-03-02T08:30:00Z',
    '2026-03-02T08:30:00.123456+00:00',
    '2026-03-02 08:30:00z',
    '2026-03-02T08:30:00',
    '2026-03-02T08:30Z',
    '2026-02-29T08:30:00Z',
    '2024-02-29T08:30:00-0130',
    '2100-02-29T00:00:00Z',
    '2016-12-31T23:59:60Z',
    '2016-12-31T18:29:60-05:30',
    '2017-01-01T00:29:60+00:30',
    '2016-12-31T22:59:60Z',
    '2016-12-31T23:59:61Z',
    '2016-12-31T24:00:00Z',
    '2016-13-01T00:00:00Z',
    '2016-12-31',
    '2016-12-31T23:59:59Z\n',
    '',
  ])('on %j', (text) => {
    expect(ours(text)).toBe(theirs(text));
  });

  it('on any text of their alphabet', () => {
    const part = fc.constantFrom(
      ...'0123456789abcdef-:.+TtZz '.split(''),
      '2024-02-29',
      '23:59:60',
      '-05:30',
    );
    fc.assert(
      fc.property(
        fc.array(part, { maxLength: 12 }),
        (parts) => ours(parts.join('')) === theirs(parts.join('')),
      ),
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
        digits(25),
        digits(61),
        digits(61),
        fc.constantFrom('', 'Z', '+00:30', '-23:59', '+24:00'),
      )
      .map(
        ([month, day, hour, minute, second, zone]) =>
          `2024-${month}-${day}T${hour}:${minute}:${second}${zone}`,
      );
    fc.assert(
      fc.property(time, (text) => ours(text) === theirs(text)),
      { numRuns: 3000 },
    );
  });
});
