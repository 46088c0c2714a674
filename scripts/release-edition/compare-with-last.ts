import { judgeCurrent } from '../compatibility/current.ts';
import { EditionError } from '../compatibility/released.ts';
import type { FrozenIds } from '../ids/frozen-ids.ts';

/** Compares the current contract and these ids with the last edition, if there is one. @throws a refusal, if the contract may not be released */
export async function compareWithLast(root: string, ids: FrozenIds): Promise<string> {
  const verdict = judgeCurrent(root, ids);
  if (verdict === undefined)
    return 'No edition is released yet, so there is nothing to compare; `npm run release-edition` writes the first.';
  const answer = verdict.lines.join('\n');
  if (!verdict.isHonest) throw new EditionError(answer);
  return answer;
}
