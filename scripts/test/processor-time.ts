import { readFileSync } from 'node:fs';

/** Clock ticks per second in /proc, on every Linux that Node supports. */
const TICKS = 100;

/**
 * The processor time of this process and of all programs that it started and that have ended, in seconds. Unlike the time on the wall, it hardly
 * depends on what else the machine does.
 *
 * @returns undefined on systems other than Linux, where Node cannot read the time of other processes
 */
export function processorSeconds(file = '/proc/self/stat'): number | undefined {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
  // The name of the program, in parentheses, may contain spaces. The times of the process are fields 14 and 15, those of its children 16 and 17.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS;
}

/** One line about the cost of a run so far. */
export function describeCost(
  started: number,
  now = performance.now(),
  processor = processorSeconds(),
): string {
  const wall = `${((now - started) / 1000).toFixed(0)} s`;
  return processor === undefined
    ? `took ${wall}`
    : `took ${wall}, and ${processor.toFixed(0)} s of processor time`;
}
