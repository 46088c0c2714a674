import { beforeAll, describe, expect, it } from 'vitest';
import { type Choice, chooseTests } from '../../../scripts/test/choose-tests.ts';
import { testFiles } from '../../../scripts/test/extras.ts';
import { type ImportGraph, readImports } from '../../../scripts/test/import-graph.ts';
import { outerFiles, sampled } from '../../../scripts/test/tiers.ts';

const outer = new Set(outerFiles());
const tests = testFiles().filter((file) => !outer.has(file));
let graph: ImportGraph;
beforeAll(async () => {
  graph = await readImports(tests);
});

const choose = (file: string, seed = 'a') => chooseTests(tests, graph, [file], seed) as Choice;

describe('a change selects the tests', () => {
  it.each([
    ['of a page', 'docs/streaming.md', 'test/docs.test.ts'],
    ['of an example on a page', 'docs/streaming.md', 'test/docs/guides.test.ts'],
    ['of a module that few others use', 'src/client/mask.ts', 'test/client/mask.test.ts'],
    [
      'of a rule',
      'src/conformance/judge/rules/errors.ts',
      'test/conformance/judge/stream-requirements.test.ts',
    ],
    [
      'of a check',
      'src/conformance/suite/cases/usage/usage.ts',
      'test/alterations/breakages/behaviour.test.ts',
    ],
    ['of a requirement', 'spec/requirements/usage.yaml', 'test/spec/parity.test.ts'],
    ['of an example', 'spec/examples/Chat/typical.json', 'test/spec/parity.test.ts'],
    ['of a recording', 'test/recordings/valid/plain.sse', 'test/recordings.test.ts'],
    [
      'of data that a test reads by name',
      'test/conformance/judge/wrong-values/survivors.yaml',
      'test/conformance/judge/wrong-values/wrong-values.test.ts',
    ],
    ['that a module imports', 'scripts/ledger/survivors.yaml', 'test/scripts/ledger/survivors.test.ts'],
    ['of a script', 'scripts/generate/links.ts', 'test/scripts/walls.test.ts'],
  ])('%s: %s selects %s', (_, file, test) => {
    expect(choose(file).near).toContain(test);
  });

  it('of the file with the same path, for every file', () => {
    const pairs = [...graph.keys()].flatMap((file) => {
      const test = `test/${file.replace(/^src\//, '').replace(/\.ts$/, '.test.ts')}`;
      return tests.includes(test) ? [{ file, test }] : [];
    });
    const lost = sampled(pairs, 10).filter(({ file, test }) => !(choose(file)?.near.includes(test) ?? true));
    expect(lost).toEqual([]);
    expect(pairs.length).toBeGreaterThan(200);
  });

  it('near it, and leaves most others out, by a seed', () => {
    const { near, far, other, chosen } = choose('src/conformance/suite/cases/usage/usage.ts');
    expect(near.length + far.length + other.length).toBe(tests.length);
    expect(far).toContain('test/conformance/run/suite.test.ts');
    expect(chosen.length).toBeLessThan(tests.length / 5);
    expect(chosen).not.toEqual(choose('src/conformance/suite/cases/usage/usage.ts', 'b').chosen);
  });

  it.each([
    'package-lock.json',
    'vitest.config.ts',
    'scripts/test/tiers.ts',
    'scripts/simulation/simulation.ts',
  ])('all, if it may touch everything: %s', (file) => {
    expect(chooseTests(tests, graph, [file], 'a')).toBeUndefined();
  });
});
