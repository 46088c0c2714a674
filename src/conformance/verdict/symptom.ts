import type { Finding } from '../judge/finding.ts';

const SHOWN_EXCHANGES = 3;

/** A mistake of a service, as the exchanges of a run show it. */
export interface Symptom {
  /** What the service does, and how to change that. */
  readonly text: string;
  /** Numbers of the exchanges that show it. If there are none, those of the findings do. */
  readonly exchanges?: readonly number[];
  /** Whether a finding follows from it. */
  explains(finding: Finding): boolean;
}

/** Names the first of some exchanges. */
export function listExchanges(numbers: readonly number[]): string {
  const all = [...new Set(numbers)].sort((one, other) => one - other);
  const named = all.slice(0, SHOWN_EXCHANGES).join(', ');
  return `${all.length === 1 ? 'exchange' : 'exchanges'} ${named}${all.length > SHOWN_EXCHANGES ? ', …' : ''}`;
}
