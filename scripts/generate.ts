/**
 * Builds generated/ and the generated pages of docs/ from spec/; then, from src, the lists of ids and the sentences next to the checks. With
 * --check it writes nothing and names every file that is not current. Exits 1 when a source is broken or, with --check, a file is not
 * current; 2 on a wrong argument.
 */
import { fileURLToPath } from 'node:url';
import { buildCheckSentences } from './check-sentences.ts';
import { compare, compareBuilt, readSpec, settle } from './generate/folder.ts';
import type { Files } from './generate/output.ts';
import type { Spec } from './generate/spec.ts';
import { runSteps } from './generate/steps.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const argument = process.argv[2];

if (process.argv.length > 3 || (argument !== undefined && argument !== '--check')) {
  console.error(`Unknown argument: ${process.argv.slice(2).join(' ')}. Only --check is known.`);
  process.exitCode = 2;
} else {
  process.exitCode = await generate(argument === '--check');
}

async function generate(isCheck: boolean): Promise<number> {
  const spec = readSpec(root);
  const built = await runSteps(spec);
  const checks = buildCheckSentences(root, built.files);
  const files = new Map([...built.files, ...checks.files]);
  const problems = [...built.problems, ...checks.problems];
  for (const problem of problems) console.error(problem);
  // While a source is broken, a file that was not built may still be wanted, so it is not reported as extra.
  const differences = compare(root, files).filter(({ state }) => state !== 'extra' || problems.length === 0);
  if (!isCheck) settle(root, files, differences);
  // The suite imports generated/, so its ids can be read only when generated/ is current.
  const isCurrent = problems.length === 0 && (!isCheck || differences.length === 0);
  const suiteFiles = isCurrent ? await buildSuiteIds(spec) : new Map();
  const suiteDifferences = compareBuilt(root, suiteFiles);
  const stale = [...differences, ...suiteDifferences];
  if (isCheck) {
    for (const { path, state } of stale) console.error(`${path} is ${state}; run \`npm run generate\``);
    return stale.length > 0 || problems.length > 0 ? 1 : 0;
  }
  settle(root, suiteFiles, suiteDifferences);
  const count = files.size + suiteFiles.size;
  console.log(`${count} files built, ${stale.length} changed, ${problems.length} problems`);
  return problems.length > 0 ? 1 : 0;
}

async function buildSuiteIds(spec: Spec): Promise<Files> {
  const suite = await import('./ids/suite-ids.ts');
  return suite.buildSuiteIds(spec);
}
