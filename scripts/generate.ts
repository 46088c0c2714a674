/**
 * Builds generated/ and the generated pages of docs/ from spec/, and writes the sentences of the requirements into the checks.
 * With --check it writes nothing and names every file that is not current. Exits 1 when a source is broken or, with --check,
 * a file is not current; 2 on a wrong argument.
 */
import { fileURLToPath } from 'node:url';
import { buildCheckSentences } from './check-sentences.ts';
import { compare, readSpec, settle } from './generate/folder.ts';
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
  const built = await runSteps(readSpec(root));
  const checks = buildCheckSentences(root, built.files);
  const files = new Map([...built.files, ...checks.files]);
  const problems = [...built.problems, ...checks.problems];
  for (const problem of problems) console.error(problem);
  // While a source is broken, a file that was not built may be one that could not be.
  const differences = compare(root, files).filter(({ state }) => state !== 'extra' || problems.length === 0);
  if (isCheck) {
    for (const { path, state } of differences) console.error(`${path} is ${state}; run \`npm run generate\``);
    return differences.length > 0 || problems.length > 0 ? 1 : 0;
  }
  settle(root, files, differences);
  console.log(`${files.size} files built, ${differences.length} changed, ${problems.length} problems`);
  return problems.length > 0 ? 1 : 0;
}
