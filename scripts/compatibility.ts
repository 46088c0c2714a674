/**
 * Compares the contract and the ids with the last released edition. Exits 0 if info.version announces the changes and no id is gone, or
 * if no edition is released yet. Exits 1 if not, or if a member of the contract has no rule, and 2 on any argument. Reads generated/, which
 * `npm run generate` builds, and the ids of src.
 */
import { currentIds } from './ids/current-ids.ts';
import { readArguments } from './read-arguments.ts';
import { compareWithLast } from './release-edition/compare-with-last.ts';
import { printAnswer } from './release-edition/print-answer.ts';

readArguments({});
await printAnswer(compareWithLast(process.cwd(), currentIds()));
