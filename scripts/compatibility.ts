/**
 * Compares the contract with its last released edition. Exits 0 when info.version says how much has changed, and 1 when it does not,
 * when no edition is there, or when something in the contract has no rule; 2 on an argument, since it takes none. Reads generated/, which `npm run generate` builds.
 */
import { fileURLToPath } from 'node:url';
import { judgeCurrent } from './compatibility/current.ts';
import { isRefusal } from './compatibility/refusal.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

if (process.argv.length > 2) {
  console.error(`Unknown argument: ${process.argv.slice(2).join(' ')}. None is known.`);
  process.exitCode = 2;
} else {
  process.exitCode = report();
}

function report(): number {
  try {
    const verdict = judgeCurrent(root);
    if (verdict === undefined) {
      console.error('No edition is released; `npm run release-edition` writes the first.');
      return 1;
    }
    for (const line of verdict.lines) (verdict.isHonest ? console.log : console.error)(line);
    return verdict.isHonest ? 0 : 1;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    console.error(error.message);
    return 1;
  }
}
