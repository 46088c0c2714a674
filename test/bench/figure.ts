/** A measured figure: a ratio of two measurements of the same run, or an amount with its unit. */
export interface Figure {
  readonly name: string;
  readonly ratio?: number;
  readonly amount?: { readonly value: number; readonly unit: string };
  /** Absent when the figure is only for information. */
  readonly goal?: { readonly atLeast: number } | { readonly atMost: number };
  readonly detail?: string;
  /** Why the figure may miss its goal. Shown only when it does. */
  readonly whenMissed?: string;
}

/** The ratio, or the amount in its unit; NaN if there is neither. */
export function measuredOf({ ratio, amount }: Figure): number {
  return ratio ?? amount?.value ?? Number.NaN;
}

export function isReached(figure: Figure): boolean {
  return !figure.goal || marginOf(figure, figure.goal) >= 0;
}

/** How much better a figure is than its goal, as a share of the goal. Negative if it misses the goal, NaN if it was not measured. */
function marginOf(figure: Figure, goal: NonNullable<Figure['goal']>): number {
  return 'atLeast' in goal ? measuredOf(figure) / goal.atLeast - 1 : 1 - measuredOf(figure) / goal.atMost;
}

/**
 * Renders the figures as a Markdown table for docs/benchmarks.md.
 *
 * @param changes relative changes since an earlier run, by figure name
 */
export function formatFigures(figures: readonly Figure[], changes?: ReadonlyMap<string, number>): string {
  const rows = figures.map((figure) => {
    const { name, ratio, amount, goal } = figure;
    const value = amount
      ? `${amount.value.toFixed(0)} ${amount.unit}`
      : `${(ratio ?? Number.NaN).toFixed(2)} x`;
    const margin = goal ? percent(marginOf(figure, goal)) : '';
    const change = changes?.get(name);
    const cells = [name, value, boundOf(goal), margin, notesOn(figure)];
    return rowOf(changes ? [...cells, change === undefined ? 'new' : percent(change)] : cells);
  });
  const head = ['figure', 'measured', 'goal', 'margin', '', ...(changes ? ['change'] : [])];
  return [rowOf(head), rowOf(head.map(() => '---')), ...rows].join('\n');
}

function rowOf(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

function percent(share: number): string {
  return `${share < 0 ? '−' : '+'}${Math.abs(share * 100).toFixed(0)} %`;
}

function notesOn(figure: Figure): string {
  const { detail, whenMissed } = figure;
  const notes = isReached(figure) ? [detail] : [detail, whenMissed];
  return notes.filter((note) => note !== undefined).join('; ');
}

function boundOf(goal: Figure['goal']): string {
  if (!goal) return '';
  return 'atLeast' in goal ? `at least ${goal.atLeast}` : `at most ${goal.atMost}`;
}
