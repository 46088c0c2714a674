import { exploreReference } from '../../../scripts/exploration/explore-reference.ts';
import { FLOOR } from './floor/index.ts';

/*
 * `npm run floor`: explores servers with each of the forty defects that were written down from the service document alone, as long and with as
 * many turns as the command takes by default. Prints what was found first, and in how many steps. Fails if fewer than 36 are found.
 */
const LEAST = 36;
const [beginning = ''] = process.argv.slice(2);
const tried = FLOOR.filter(({ id }) => id.startsWith(beginning));
const lengths: number[] = [];
for (const defect of tried) {
  const { report } = await exploreReference({
    seed: 1,
    decorators: [defect],
    duration: 600_000,
    turns: 5000,
    endsAtFirst: true,
  });
  const { found = [], sequences } = report.exploration ?? {};
  const [first] = found;
  if (first) lengths.push(first.steps.length);
  const result = first
    ? `${first.requirements[0]} in ${first.steps.length} steps, shown ${first.shown.times} of ${first.shown.of} times`
    : 'not found';
  console.log(`${first ? '✓' : '✗'} ${defect.id}: ${result}, after ${sequences} sequences`);
}
const median = lengths.sort((a, b) => a - b)[lengths.length >> 1];
console.log(`${lengths.length} of ${tried.length} found; median length ${median} steps`);
if (beginning === '' && lengths.length < LEAST) process.exitCode = 1;
