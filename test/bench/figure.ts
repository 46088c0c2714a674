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

export function isReached({ ratio, amount, goal }: Figure): boolean {
  if (!goal) return true;
  const value = ratio ?? amount?.value ?? Number.NaN;
  return 'atLeast' in goal ? value >= goal.atLeast : value <= goal.atMost;
}

/** Renders the figures as a Markdown table for docs/benchmarks.md. */
export function formatFigures(figures: readonly Figure[]): string {
  const rows = figures.map((figure) => {
    const { name, ratio, amount, goal } = figure;
    const value = amount
      ? `${amount.value.toFixed(0)} ${amount.unit}`
      : `${(ratio ?? Number.NaN).toFixed(2)} x`;
    return `| ${name} | ${value} | ${boundOf(goal)} | ${goal ? (isReached(figure) ? 'reached' : 'missed') : ''} | ${notesOn(figure)} |`;
  });
  return ['| figure | measured | goal | | |', '| --- | --- | --- | --- | --- |', ...rows].join('\n');
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
