const { writeSync } = require('node:fs');

/**
 * Preloaded into a program, writes its peak resident memory in kB to descriptor 3. It is plain JavaScript, since stripping types
 * would take memory.
 */
process.on('exit', () => writeSync(3, String(process.resourceUsage().maxRSS)));
