import { judgeCurrent } from '../compatibility/current.ts';
import { EditionError, writeEdition } from '../compatibility/released.ts';
import { compare, readSpec } from '../generate/folder.ts';
import { buildContract } from '../generate/shared-build.ts';
import type { FrozenIds } from '../ids/frozen-ids.ts';

/** Writes the current contract and these ids as a new edition of today. @throws a refusal, and then writes nothing */
export async function releaseEdition(root: string, ids: FrozenIds): Promise<string> {
  const faults = await findFaults(root, ids);
  if (faults.length > 0) throw new EditionError(faults.join('\n'));
  const { version } = writeEdition(root, ids, new Date().toISOString().slice(0, 10));
  return `spec/released/${version} was written; commit it`;
}

async function findFaults(root: string, ids: FrozenIds): Promise<readonly string[]> {
  const { files, problems } = await buildContract(readSpec(root));
  if (problems.length > 0) return problems;
  const differences = compare(root, files);
  if (differences.length > 0)
    return differences.map(({ path, state }) => `${path} is ${state}; run \`npm run generate\``);
  const verdict = judgeCurrent(root, ids);
  return verdict === undefined || verdict.isHonest ? [] : verdict.lines;
}
