/**
 * Builds generated/ and the generated pages of docs/ from spec/; then, from src, the lists of ids and the sentences next to the checks. With
 * --check it writes nothing and names every file that is not current. Exits 1 when a source is broken or, with --check, a file is not
 * current; 2 on a wrong argument.
 */
import { fileURLToPath } from 'node:url';
import { buildCheckSentences } from './check-sentences.ts';
import { compare, compareBuilt, readSpec, settle } from './generate/folder.ts';
import { buildContract } from './generate/shared-build.ts';
import type { Spec } from './generate/spec.ts';
import type { Build } from './generate/steps.ts';
import { readArguments } from './read-arguments.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const NOTHING: Build = { files: new Map(), problems: [] };

const { check } = readArguments({ check: { type: 'boolean', default: false } });
process.exitCode = await generate(check);

async function generate(isCheck: boolean): Promise<number> {
  const spec = readSpec(root);
  const contract = await buildContract(spec);
  const checks = buildCheckSentences(root, contract.files);
  const files = new Map([...contract.files, ...checks.files]);
  const problems = [...contract.problems, ...checks.problems];
  for (const problem of problems) console.error(problem);
  // While a source is broken, a file that was not built may still be wanted, so it is not reported as extra.
  const differences = compare(root, files).filter(({ state }) => state !== 'extra' || problems.length === 0);
  if (!isCheck) settle(root, files, differences);
  // The suite imports generated/, so its ids can be read only when generated/ is current.
  const isCurrent = problems.length === 0 && (!isCheck || differences.length === 0);
  const suite = isCurrent ? await buildSuiteIds(spec) : NOTHING;
  for (const problem of suite.problems) console.error(problem);
  const suiteDifferences = compareBuilt(root, suite.files);
  const stale = [...differences, ...suiteDifferences];
  const count = problems.length + suite.problems.length;
  if (isCheck) {
    for (const { path, state } of stale) console.error(`${path} is ${state}; run \`npm run generate\``);
    return stale.length > 0 || count > 0 ? 1 : 0;
  }
  settle(root, suite.files, suiteDifferences);
  const built = files.size + suite.files.size;
  console.log(`${built} files built, ${stale.length} changed, ${count} problems`);
  return count > 0 ? 1 : 0;
}

/** The suite does not load while one of its tables lacks a new operation, whose id the tables can only name once it is generated. */
async function buildSuiteIds(spec: Spec): Promise<Build> {
  try {
    const suite = await import('./ids/suite-ids.ts');
    return { files: suite.buildSuiteIds(spec), problems: [] };
  } catch (error) {
    const problem = `src cannot be loaded (${error}), so its ids are not built; \`npm test -- types\` names what is missing`;
    return { files: new Map(), problems: [problem] };
  }
}
