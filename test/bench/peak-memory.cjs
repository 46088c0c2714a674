const { readFileSync, writeSync } = require('node:fs');

/**
 * Preloaded into a program, writes what it took to descriptor 3: its peak resident memory in KiB, and its processor time in
 * microseconds. It is plain JavaScript, since stripping types would take memory.
 */
process.on('exit', () => {
  const { user, system } = process.cpuUsage();
  writeSync(3, JSON.stringify({ kibibytes: readPeak(), microseconds: user + system }));
});

/** In `maxRSS` Linux also counts the process that started this one, as it was at the start. The peak in /proc begins with the program. */
function readPeak() {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'latin1'))[1]);
  } catch {
    return process.resourceUsage().maxRSS;
  }
}
