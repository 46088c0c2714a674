/** A node of a prefix tree over the terms. */
interface Branch {
  readonly next: Map<string, Branch>;
  isEnd: boolean;
}

/**
 * The source of a pattern that matches any of the terms and prefers the longest. A shared beginning is matched only once.
 * Otherwise a text that repeats a common first name would be compared with thousands of names at each word.
 *
 * @param steps the terms, each as a sequence of pattern sources
 */
export function anyOf(steps: Iterable<readonly string[]>): string {
  const root = grow();
  for (const term of steps) {
    let branch = root;
    for (const step of term) {
      const next = branch.next.get(step) ?? grow();
      branch.next.set(step, next);
      branch = next;
    }
    branch.isEnd = true;
  }
  return write(root);
}

function grow(): Branch {
  return { next: new Map(), isEnd: false };
}

/** Follows a branch in a loop until it forks, so that the recursion depth does not grow with the length of a term. */
function write(start: Branch): string {
  let source = '';
  let branch = start;
  for (let only = onlyWay(branch); only; only = onlyWay(branch)) {
    source += only[0];
    branch = only[1];
  }
  if (branch.next.size === 0) return source;
  const forks = Array.from(branch.next, ([step, next]) => step + write(next));
  return `${source}(?:${forks.join('|')})${branch.isEnd ? '?' : ''}`;
}

function onlyWay({ next, isEnd }: Branch): [string, Branch] | undefined {
  return next.size === 1 && !isEnd ? next.entries().next().value : undefined;
}
