/** Lines that a person gets at once; mending these shows what is left. */
const MOST_LINES = 10;

/**
 * A seed that cannot be used. It says what is wrong in a line for each problem: the first ten, and how many more there
 * are.
 */
export class SeedError extends Error {
  readonly code = 'invalid-seed';
  /** The lines; the message is all of them. */
  readonly problems: readonly string[];

  constructor(problems: readonly string[], options?: ErrorOptions) {
    const lines = cut(problems);
    super(lines.join('\n'), options);
    this.problems = lines;
  }
}

function cut(problems: readonly string[]): readonly string[] {
  const left = problems.length - MOST_LINES;
  return left > 0 ? [...problems.slice(0, MOST_LINES), `and ${left} more`] : problems;
}
