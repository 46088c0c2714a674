import { writeSync } from 'node:fs';

/** Runs the command line as given, and tells its peak resident memory, in kB, on descriptor 3. */
process.on('exit', () => writeSync(3, String(process.resourceUsage().maxRSS)));
process.argv.splice(1, 1, new URL('../../src/cli/main.ts', import.meta.url).pathname);
await import('../../src/cli/main.ts');
