import { writeSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

/** Runs the built command line as given, and tells its peak resident memory, in kB, on descriptor 3. */
const program = fileURLToPath(new URL('../../dist/bin/conversation-api.cjs', import.meta.url));
process.on('exit', () => writeSync(3, String(process.resourceUsage().maxRSS)));
process.argv.splice(1, 1, program);
createRequire(import.meta.url)(program);
