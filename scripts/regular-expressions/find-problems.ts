import type { Accepted } from './accepted.ts';
import { type Expression, findExpressions } from './find-expressions.ts';
import { describeSlowness } from './judge-expression.ts';

/** Lists slow or unjudgeable expressions, and accepted ones that are neither, one line each. */
export async function findProblems(
  sources: readonly { readonly file: string; readonly text: string }[],
  accepted: readonly Accepted[],
): Promise<string[]> {
  const needed = new Set<Accepted>();
  const isAccepted = (file: string, source?: string) => {
    const entry = accepted.find((one) => one.file === file && one.source === source);
    if (entry) needed.add(entry);
    return entry !== undefined;
  };
  const judged = new Map<string, Promise<string | undefined>>();
  const judge = (expression: Expression) => {
    const key = `/${expression.source}/${expression.flags}`;
    const slowness = judged.get(key) ?? describeSlowness(expression);
    judged.set(key, slowness);
    return slowness;
  };
  const problems: string[] = [];
  for (const { file, text } of sources) {
    const { literals, computed } = findExpressions(file, text);
    for (const literal of literals) {
      const { line, source, flags } = literal;
      const slowness = await judge(literal);
      if (slowness !== undefined && !isAccepted(file, source))
        problems.push(`${file}:${line}: /${source}/${flags} is slow: ${slowness}`);
    }
    for (const { line } of computed)
      if (!isAccepted(file)) problems.push(`${file}:${line}: a computed expression that no entry accepts`);
  }
  const unneeded = accepted.filter((entry) => !needed.has(entry));
  return [...problems, ...unneeded.map(({ file }) => `${file}: an accepted expression that is not there`)];
}
