/**
 * Builds generated/ and the generated pages of docs/ from spec/. With --check it writes nothing and names every file that is out of date.
 * Exits 1 if a source is broken or, with --check, a file is out of date; 2 on a wrong argument.
 */
import { fileURLToPath } from 'node:url';
import { compare, readSpec, settle } from './generate/folder.ts';
import { buildContract } from './generate/shared-build.ts';
import { readArguments } from './read-arguments.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

const { check } = readArguments({ check: { type: 'boolean', default: false } });
process.exitCode = await generate(check);

async function generate(isCheck: boolean): Promise<number> {
  const { files, problems } = await buildContract(readSpec(root));
  for (const problem of problems) console.error(problem);
  // While a source is broken, a file that was not built may still be needed, so it is not reported as extra.
  const differences = compare(root, files).filter(({ state }) => state !== 'extra' || problems.length === 0);
  if (isCheck) {
    for (const { path, state } of differences) console.error(`${path} is ${state}; run \`npm run generate\``);
    return differences.length > 0 || problems.length > 0 ? 1 : 0;
  }
  settle(root, files, differences);
  console.log(`${files.size} files built, ${differences.length} changed, ${problems.length} problems`);
  return problems.length > 0 ? 1 : 0;
}
