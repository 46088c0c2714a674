import type { TargetReport } from '../../../src/conformance/report/model.ts';
import type { StreamTimeline } from '../../../src/conformance/timeline/timeline.ts';

/** A request to the worker: to read and judge these bytes. */
export interface JudgeRequest {
  readonly id: number;
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly permissionMode?: 'manual' | 'auto';
}

/** A finding as the page shows it. */
export type ShownFinding = TargetReport['requirements'][number]['findings'][number] & {
  readonly level: string;
};

export interface Judged {
  readonly id: number;
  readonly streams: readonly StreamTimeline[];
  /** How many times faster than real time the timers of the server ran. */
  readonly timeScale: number;
  readonly verdict: TargetReport['verdict'];
  readonly summary: TargetReport['summary'];
  readonly incomplete: readonly string[];
  readonly findings: readonly ShownFinding[];
}

/** The reply of the worker: the findings, or a sentence that says why the input cannot be judged. */
export type JudgeAnswer = Judged | { readonly id: number; readonly problem: string };
