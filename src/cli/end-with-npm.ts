import { readFileSync } from 'node:fs';

/** Milliseconds between two looks. A port that is free this late is free when the next command wants it. */
const INTERVAL = 250;

/**
 * Ends a program that `npm run` has started when npm ends. npm passes a signal only to the shell that it starts, and a program outlives its
 * shell. The program gets SIGTERM, as if npm had passed it on, so it ends in an orderly way.
 */
export function endWithNpm(): void {
  if (process.env.npm_lifecycle_event === undefined) return;
  const begun = ancestors();
  const timer = setInterval(() => {
    if (ancestors() === begun) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, INTERVAL);
  timer.unref();
}

/** The ids of the shell and of npm. A process whose parent has ended gets another one. */
function ancestors(): string {
  return `${process.ppid} ${parentOf(process.ppid)}`;
}

/** @returns undefined on systems that do not say it. There, only the end of the shell is noticed */
function parentOf(pid: number): string | undefined {
  try {
    // The name of the program comes first, in parentheses, and may contain any character.
    const [, , parent] = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\)/s, '').split(' ');
    return parent;
  } catch {
    return undefined;
  }
}
