/**
 * `npm run architecture`: draws the pictures of docs/architecture.md from the imports of src, between the markers of each. With `--check`, which
 * is the gate `walls`, it writes nothing; it names every import that breaks a wall, and fails if there is one or if a picture is out of date.
 */
import { drawPage, findFaults } from './architecture/page.ts';
import { readArguments } from './read-arguments.ts';

const { check } = readArguments({ check: { type: 'boolean', default: false } });
if (check) {
  const faults = await findFaults(process.cwd());
  for (const fault of faults) console.error(fault);
  process.exitCode = faults.length > 0 ? 1 : 0;
} else await drawPage(process.cwd());
