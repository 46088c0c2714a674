import { expect, it } from 'vitest';
import {
  compareVersions,
  parseVersion,
  raise,
  VersionError,
} from '../../../scripts/compatibility/version.ts';

it.each([
  ['breaking', '2.0.0'],
  ['additive', '1.3.0'],
  ['editorial', '1.2.4'],
  [undefined, '1.2.3'],
] as const)('raises 1.2.3 for a change that is %s to %s', (severity, version) => {
  expect(raise(parseVersion('1.2.3'), severity)).toEqual(parseVersion(version));
});

it.each([
  ['1.9.0', '1.10.0'],
  ['1.0.9', '1.1.0'],
  ['1.99.99', '2.0.0'],
  ['1.0.0', '1.0.1'],
])('orders %s before %s', (lower, higher) => {
  expect(compareVersions(parseVersion(lower), parseVersion(higher))).toBeLessThan(0);
  expect(compareVersions(parseVersion(higher), parseVersion(lower))).toBeGreaterThan(0);
});

it.each(['1.0', '1.0.0-rc.1', 'v1.0.0', '01.0.0', '1.0.0\n', '', '9999999999.0.0'])(
  'an invalid version %j',
  (text) => {
    expect(() => parseVersion(text)).toThrow(VersionError);
  },
);
