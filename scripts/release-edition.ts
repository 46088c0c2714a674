/**
 * Writes the current contract and ids as a new edition into spec/released, with today's date in the index. Exits 1 and writes nothing if
 * generated/ is out of date, if info.version does not announce the changes, if a released id is gone, or if the edition already exists; 2 on
 * any argument.
 */
import { currentIds } from './ids/current-ids.ts';
import { readArguments } from './read-arguments.ts';
import { printAnswer } from './release-edition/print-answer.ts';
import { releaseEdition } from './release-edition/release.ts';

readArguments({});
await printAnswer(releaseEdition(process.cwd(), currentIds()));
