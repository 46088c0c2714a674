/**
 * Writes the current contract and ids as a new edition into spec/released, with today's date in the index. Exits 1 and writes nothing if
 * generated/ is out of date, if info.version does not announce the changes, if a released id is gone, or if the edition already exists; 2 on
 * any argument.
 */
import { fileURLToPath } from 'node:url';
import { isRefusal, judgeCurrent } from './compatibility/current.ts';
import { writeEdition } from './compatibility/released.ts';
import { compare, readSpec } from './generate/folder.ts';
import { buildContract } from './generate/shared-build.ts';
import { currentIds } from './ids/current-ids.ts';
import { readArguments } from './read-arguments.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

readArguments({});
process.exitCode = await release();

async function release(): Promise<number> {
  try {
    const faults = await findFaults();
    for (const fault of faults) console.error(fault);
    if (faults.length > 0) return 1;
    const { version } = writeEdition(root, currentIds(), new Date().toISOString().slice(0, 10));
    console.log(`spec/released/${version} was written; commit it`);
    return 0;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    console.error(error.message);
    return 1;
  }
}

async function findFaults(): Promise<readonly string[]> {
  const { files, problems } = await buildContract(readSpec(root));
  if (problems.length > 0) return problems;
  const differences = compare(root, files);
  if (differences.length > 0)
    return differences.map(({ path, state }) => `${path} is ${state}; run \`npm run generate\``);
  const verdict = judgeCurrent(root, currentIds());
  return verdict === undefined || verdict.isHonest ? [] : verdict.lines;
}
