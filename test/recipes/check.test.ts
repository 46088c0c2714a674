import { afterAll, describe, expect, it } from 'vitest';
import { promised } from './promised.ts';
import { WorkingCopy } from './working-copy.ts';

const ID = 'catalog.get.same-twice';
const PARITY = 'test/spec/parity.test.ts';
const VERIFIED = 'rows of the registry and their verification';
const BREAKAGE_TESTS = 'test/alterations/breakages/behaviour.test.ts';
const BROKEN = 'every requirement with a check has a breakage';
const COST_TESTS = 'test/conformance/run/costs.test.ts';
const copy = new WorkingCopy();
afterAll(() => copy.remove());

/** The steps depend on each other, and run in the order of the recipe. */
describe('CONTRIBUTING.md, a check', () => {
  it('is reported missing for a requirement without one', () => {
    copy.append(
      'spec/requirements/catalog.yaml',
      `
- id: ${ID}
  level: should
  text: The catalog lists the same models when it is read twice.
  section: "4.3"
  statements: []
  openPoints: [A-133]
`,
    );
    expect(copy.run('generate')).toMatchObject({ status: 0 });
    const { status, output } = copy.test([PARITY], [VERIFIED]);
    expect(output).toContain(
      promised('nothing verifies <requirement>, and test/spec/awaiting-checks.txt does not list it', {
        requirement: ID,
      }),
    );
    expect(status).toBe(1);
  });

  it('fails the breakage tests until its requirement has a breakage that it catches', () => {
    copy.replace(
      'src/conformance/suite/cases/catalog/catalog.ts',
      'export const catalogChecks = [\n',
      `export const catalogChecks = [
  check({
    id: '${ID}',
    requirements: [R['${ID}']],
    async run(t) {
      const first = t.requireSuccess(await t.main.get(CATALOG));
      const second = t.requireSuccess(await t.main.get(CATALOG));
      t.expect('${ID}').equals(second, second.data.models, first.data.models, '/data/models');
    },
  }),

`,
    );
    const forgotten = copy.test([BREAKAGE_TESTS], [BROKEN]);
    expect(forgotten.output).toContain(promised('every requirement with a check has a breakage'));
    expect(forgotten.output).toContain(ID);
    expect(forgotten.status).toBe(1);

    copy.replace(
      'src/alterations/breakages/catalog.ts',
      'export const catalogBreakages: readonly Breakage[] = [\n',
      `export const catalogBreakages: readonly Breakage[] = [
  breakage('${ID}', 'Only the first catalog lists models.', (exchange) => {
    let isFirst = true;
    return inCatalog((catalog) => {
      const models = isFirst ? catalog.models : [];
      isFirst = false;
      return { ...catalog, models };
    })(exchange);
  }),
`,
    );
    // Compared as a whole, so that a failure shows the output.
    const caught = { status: 0, output: expect.stringContaining('passed') };
    expect(copy.test([PARITY, BREAKAGE_TESTS], [VERIFIED, BROKEN, ID])).toEqual(caught);
  });

  it('needs no measurement: until the next one it counts as the usual cost of a check', () => {
    expect(copy.test([COST_TESTS])).toMatchObject({ status: 0 });
    expect(copy.run('generate', '--check')).toEqual({ status: 0, output: '' });
  });
});
