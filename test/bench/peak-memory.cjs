const { readFileSync, writeSync } = require('node:fs');

/**
 * Preloaded into a program, writes its peak resident memory in kB to descriptor 3. It is plain JavaScript, since stripping types
 * would take memory.
 */
process.on('exit', () => writeSync(3, String(readPeak())));

/** In `maxRSS` Linux also counts the process that started this one, as it was at the start. The peak in /proc begins with the program. */
function readPeak() {
  try {
    return /VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'latin1'))[1];
  } catch {
    return process.resourceUsage().maxRSS;
  }
}
