import type { Shard } from '../run/shard.ts';
import type { ExchangeReport } from './exchange-report.ts';
import type { TargetReport } from './model.ts';

/** What became of one check. */
export interface CheckReport {
  readonly id: string;
  readonly status: 'passed' | 'violated' | 'incomplete' | 'left-out';
  /** Why it is incomplete, or was left out. */
  readonly reason?: string;
}

/** What the report of a live run has besides that of a recording. */
export interface LiveMembers {
  /** How many times faster than the service document says the target's timers ran. */
  readonly timeScale: number;
  readonly checks: readonly CheckReport[];
  /** The exchanges that findings name. */
  readonly evidence: readonly ExchangeReport[];
  /** Paths of what the run made and could not delete. */
  readonly leftovers: readonly string[];
  /** Present when only a part of the checks ran. */
  readonly shard?: Shard;
}

export type LiveReport = TargetReport & LiveMembers;
