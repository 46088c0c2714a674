/**
 * Compares the contract and the ids with the last released edition. Exits 0 if info.version announces the changes and no id is gone, or
 * if no edition is released yet. Exits 1 if not, or if a member of the contract has no rule, and 2 on any argument. Reads generated/, which
 * `npm run generate` builds, and the ids of src.
 */
import { fileURLToPath } from 'node:url';
import { isRefusal, judgeCurrent } from './compatibility/current.ts';
import { currentIds } from './ids/current-ids.ts';
import { readArguments } from './read-arguments.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

readArguments({});
process.exitCode = report();

function report(): number {
  try {
    const verdict = judgeCurrent(root, currentIds());
    if (verdict === undefined) {
      console.log(
        'No edition is released yet, so there is nothing to compare; `npm run release-edition` writes the first.',
      );
      return 0;
    }
    for (const line of verdict.lines) (verdict.isHonest ? console.log : console.error)(line);
    return verdict.isHonest ? 0 : 1;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    console.error(error.message);
    return 1;
  }
}
