/** Starts of terms: what they share is written once, and then what can follow. */
interface Branch {
  readonly next: Map<string, Branch>;
  isEnd: boolean;
}

/**
 * Source of a pattern that finds any of some terms, the longest first. Shared beginnings are tried once: with thousands
 * of names, a text made of nothing but a common first name would otherwise be compared with each of them at each word.
 *
 * @param steps the terms, each as the sources that must follow one another
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

/** Follows a branch in a loop while it does not fork, so that a long term does not nest as deep as it is long. */
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
