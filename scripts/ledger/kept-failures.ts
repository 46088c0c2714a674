import { appendFileSync, readFileSync } from 'node:fs';
import { NO_TRAFFIC } from '../../src/alterations/families/traffic.ts';
import { judgesOf, type TaskKind, type Tasks } from './judges.ts';
import type { FailedTask } from './threads.ts';

const FILE = new URL('../../test/kept-failures.txt', import.meta.url);

/**
 * What the suite once got wrong with a server that a seed drew. Another seed would not draw it again, so every run judges these servers until
 * their lines are removed. A line is the kind of a task, a space, and the task as JSON; a line that begins with # is a comment.
 *
 * @throws Error for a line of another form
 */
export function readKeptFailures(text = readFileSync(FILE, 'utf8')): readonly FailedTask[] {
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, kind = '', task = ''] = /^(\w+) (\{.*\})$/.exec(line) ?? [];
      if (
        !Object.hasOwn(
          judgesOf(() => NO_TRAFFIC),
          kind,
        )
      )
        throw new Error(`test/kept-failures.txt: ${line}: write a kind and a task as JSON`);
      return { kind: kind as TaskKind, task: JSON.parse(task) as Tasks[TaskKind] };
    });
}

/** Adds tasks to the file, unless they stand there. */
export function keepFailures(failed: readonly FailedTask[], file: URL = FILE): void {
  const text = readFileSync(file, 'utf8');
  const known = text.split('\n');
  const lines = failed.map(describeTask).filter((line) => !known.includes(line));
  if (lines.length > 0) appendFileSync(file, `${text.endsWith('\n') ? '' : '\n'}${lines.join('\n')}\n`);
  // CI throws its working copy away.
  for (const line of lines) console.error(`added to test/kept-failures.txt: ${line}`);
}

/** What helps to judge a task faster does not belong to it. */
function describeTask({ kind, task }: FailedTask): string {
  const { hints: _, likely: __, ...rest } = task as { hints?: unknown; likely?: unknown };
  return `${kind} ${JSON.stringify(rest)}`;
}
