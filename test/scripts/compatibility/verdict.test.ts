import { expect, it } from 'vitest';
import type { Change, Severity } from '../../../scripts/compatibility/change.ts';
import { judgeVersion } from '../../../scripts/compatibility/verdict.ts';

const changeOf = (severity: Severity, where = 'event ping', source = where): Change => ({
  severity,
  document: 'asyncapi.json',
  where,
  what: `something ${severity}`,
  source,
});

it.each<readonly [version: string, severities: readonly Severity[]]>([
  ['1.2.3', []],
  ['1.2.4', []],
  ['1.2.4', ['editorial']],
  ['1.3.0', ['editorial', 'additive']],
  ['2.0.0', ['additive', 'breaking']],
  ['2.1.0', ['breaking']],
  ['3.0.0', ['editorial']],
])('a version is honest %s after 1.2.3 with %j', (version, severities) => {
  expect(
    judgeVersion(
      '1.2.3',
      version,
      severities.map((one) => changeOf(one)),
    ).isHonest,
  ).toBe(true);
});

it.each<readonly [version: string, severities: readonly Severity[], needed: string]>([
  ['1.2.2', [], '1.2.3'],
  ['1.2.3', ['editorial'], '1.2.4'],
  ['1.2.4', ['additive'], '1.3.0'],
  ['1.3.0', ['additive', 'breaking'], '2.0.0'],
  ['1.99.0', ['breaking'], '2.0.0'],
  ['0.9.0', ['editorial'], '1.2.4'],
])('a version is not %s after 1.2.3 with %j', (version, severities, needed) => {
  const { isHonest, lines } = judgeVersion(
    '1.2.3',
    version,
    severities.map((one) => changeOf(one)),
  );
  expect(isHonest).toBe(false);
  expect(lines.at(-1)).toBe(
    `set info.version to at least ${needed} (it is ${version}), in spec/openapi/openapi.yaml and spec/asyncapi/asyncapi.yaml`,
  );
});

it('names the changes that the version does not announce, most severe first, and counts the rest', () => {
  const changes = [changeOf('editorial'), changeOf('additive'), changeOf('breaking')];
  expect(judgeVersion('1.0.0', '1.0.1', changes).lines.slice(0, -1)).toEqual([
    'breaking   asyncapi.json  event ping: something breaking',
    'additive   asyncapi.json  event ping: something additive',
    '1.0.1 against edition 1.0.0: 1 breaking, 1 additive, 1 editorial',
  ]);
});

it('has one line for a change in a shared schema', () => {
  const places = ['event a', 'event b', 'event c'].map((where) => changeOf('breaking', where, 'Step'));
  expect(judgeVersion('1.0.0', '1.0.0', places).lines.slice(0, -1)).toEqual([
    'breaking   asyncapi.json  event a: something breaking (and in 2 other places)',
    '1.0.0 against edition 1.0.0: 1 breaking',
  ]);
});

it('reports that nothing has changed', () => {
  expect(judgeVersion('1.0.0', '1.0.0', []).lines).toEqual(['1.0.0 against edition 1.0.0: no change']);
});
