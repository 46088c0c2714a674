import type { Shard } from '../files/shard.ts';
import type { Finding } from '../judge/finding.ts';
import type { Damage } from '../judge/judgement.ts';
import type { Place } from '../judge/place.ts';
import type { ReadingEvidence } from '../readings/seen-reading.ts';
import type { Level } from '../registry/registry.ts';
import type { KnownFailuresReport } from '../verdict/known-failures-report.ts';
import type { PlacesSeen } from '../verdict/places.ts';
import type { RowStatus, Verdict } from '../verdict/verdict.ts';
import type { ExchangeReport } from './exchange-report.ts';
import type { ExplorationReport } from './exploration.ts';

/** An answer on which a finding rests, in one line. */
export interface AnswerReport {
  /** Number of the exchange. */
  readonly exchange: number;
  /** Method and path. */
  readonly request: string;
  /** Absent when no response head arrived. */
  readonly status?: number;
  /** When the request was sent, in UTC. */
  readonly time?: string;
  /** The `request_id` of the response. */
  readonly requestId?: string;
  /** What decides: the value at the finding's `pointer`, the code of a failure, the last event of a stream, or the beginning of `data`. */
  readonly shows?: string;
}

/** A finding that can be read without the rest of the report. */
export interface ReportedFinding extends Finding {
  /** The text of the requirement. */
  readonly text: string;
  /** The input that contains the violation. */
  readonly file: string;
  /** Line of the file, from 1. Only for a raw stream, where a line of the input is a line of the file. */
  readonly line?: number;
  /** Method and path of the exchange. */
  readonly request?: string;
  /** The command that explains the requirement. */
  readonly explain: string;
  /** The page of the requirement in the docs portal, if the command knows the portal's address. */
  readonly docs?: string;
  /** In a live run: the check that made the exchange. */
  readonly check?: string;
  /** In a live run: the source file that declares this check, from the root of the repository. Absent if the command runs from its sources. */
  readonly checkFile?: string;
  /** In a live run: the command that runs the check again. */
  readonly again?: string;
  /** In a live run, if the violation shows in several answers together: all of them, in the order in which they were asked for. */
  readonly answers?: readonly AnswerReport[];
  /** In a live run: entries of the profile that the check relied on. If one of them is wrong, the finding may not be the target's fault. */
  readonly grounds?: readonly string[];
}

/** One requirement in a report. The format is published as spec/formats/report.schema.json. */
export interface RequirementReport {
  readonly id: string;
  readonly level: Level;
  readonly status: RowStatus;
  /** What the service must do. */
  readonly text: string;
  /** Section of the service description. */
  readonly section: string;
  readonly statements: readonly string[];
  /** Number of violations. `findings` contains only the first ones. */
  readonly violations: number;
  readonly findings: readonly ReportedFinding[];
  /** In a live run: where violations were seen that `findings` does not contain. For each, its operation, its check and its event. */
  readonly elsewhere?: readonly (readonly Place[])[];
  /** In a live run: how many places of the requirement were checked, and which were not. Absent for requirements that are not judged. */
  readonly places?: PlacesSeen;
  /** In a repeated run: in how many rounds the requirement was checked, and in how many it was violated. */
  readonly rounds?: { readonly seen: number; readonly violated: number };
  /** With status `not-judged`: why the input cannot show whether the requirement is met. */
  readonly reason?: string;
}

export interface Summary extends Readonly<Record<RowStatus, number>> {
  /** Must- and should-requirements that were judged. */
  readonly judged: number;
  readonly events: number;
  readonly exchanges: number;
  readonly bytes: number;
  /** The recordings of a folder, which are judged as one input. */
  readonly files?: number;
  /** In a live run: the places of all requirements that count for the service. */
  readonly places?: { readonly seen: number; readonly of: number };
}

/** The result of one check. */
export interface CheckReport {
  readonly id: string;
  readonly status: 'passed' | 'violated' | 'incomplete' | 'left-out';
  /** Why the check is incomplete or was left out. */
  readonly reason?: string;
  /** How long the check ran, in milliseconds. Absent if it was left out before the run. */
  readonly duration?: number;
  /** The requirements that the check verifies. Absent if it was left out before the run. */
  readonly requirements?: readonly string[];
}

/** A reading of an open point that a live run showed. */
export interface ReadingReport {
  /** The key of the reading in the open point, or `other` for a response that matches no listed reading. */
  readonly reading: string;
  readonly text: string;
  /** How many exchanges showed it. */
  readonly count: number;
  /** The first of these exchanges. */
  readonly evidence: readonly ReadingEvidence[];
}

/** What a live run showed about an open point with several readings. */
export interface OpenPointReport {
  readonly point: string;
  readonly title: string;
  /**
   * `seen`: one reading, or several that are compatible. `contradictory`: readings that exclude each other. `not-seen`: another run could
   * show one. `hidden`: no run of the suite shows one.
   */
  readonly status: 'seen' | 'contradictory' | 'not-seen' | 'hidden';
  readonly readings: readonly ReadingReport[];
  /** With status `hidden`: why no run shows it. */
  readonly reason?: string;
}

/**
 * How long something took, as a histogram that can be added to others. A percentile is the upper bound of its bucket, and so at most 9 % too
 * high.
 */
export interface Latency {
  readonly count: number;
  /** In milliseconds. */
  readonly p50: number;
  /** In milliseconds. */
  readonly p99: number;
  /** In milliseconds. */
  readonly max: number;
  /** How many were in each bucket that is not empty. Bucket N ends at 2^((N + 1) / 8) milliseconds. */
  readonly buckets: Readonly<Record<string, number>>;
}

/** What the requests of a run to one operation showed about the target's speed and failures. No verdict depends on it. */
export interface OperationFigures {
  /** The id of the operation, or `other` for a request that the contract does not have. */
  readonly operation: string;
  readonly requests: number;
  /** Responses with a status of 500 or more. */
  readonly serverErrors: number;
  /** Requests without a complete response, except those that the run itself ended. */
  readonly broken: number;
  /** From the request to the end of the response: complete 2xx responses that are no event streams. Absent if there were none. */
  readonly answers?: Latency;
  /** From the request to the first event of a stream. Absent if there was none. */
  readonly firstEvents?: Latency;
}

/** How many times a run was repeated. */
export interface Rounds {
  /** Completed rounds. */
  readonly done: number;
  readonly planned: number;
  /** Ids of the runs that the rounds belong to, so that no run is merged twice. */
  readonly runs: readonly string[];
  /** Why no more rounds ran. */
  readonly stopped?: string;
}

/** The members that only the report of a live run has. */
export interface LiveMembers {
  /** When the run started, in UTC. */
  readonly started?: string;
  /** How long the run took, in milliseconds. */
  readonly duration?: number;
  /** With `--fast`: the time budget of the run, in milliseconds. */
  readonly budget?: number;
  /** Sentences that each explain much of the report, for example which operations are not served. */
  readonly remarks?: readonly string[];
  /** The `server` header of the target, if it sends one. */
  readonly server?: string;
  /** How many times faster than in the service document the target's timers ran. */
  readonly timeScale: number;
  /** What the target does not have according to its profile: names of scenarios. */
  readonly absent?: readonly string[];
  readonly checks: readonly CheckReport[];
  /** The exchanges that findings name. */
  readonly evidence: readonly ExchangeReport[];
  /** What the run showed about each open point with several readings. */
  readonly readings?: readonly OpenPointReport[];
  /** How fast the target was, and how many requests failed, by operation. Absent in the report of a client. */
  readonly figures?: readonly OperationFigures[];
  /** Paths of chats and skills that the run created but could not delete. */
  readonly leftovers: readonly string[];
  /** Present if only some of the checks ran, or only some of the files were judged. */
  readonly shard?: Shard;
  /** Present if the run took random steps (`--explore`). */
  readonly exploration?: ExplorationReport;
  /** Present if the checks ran several times (`--repeat`). The report then counts all rounds together. */
  readonly repeated?: Rounds;
}

export interface TargetReport extends Partial<LiveMembers> {
  /** The input: a path, `-` for standard input, or a URL. */
  readonly target: string;
  readonly verdict: Verdict;
  readonly summary: Summary;
  /** Reasons why something was not judged completely; empty if everything was. */
  readonly incomplete: readonly string[];
  /**
   * What a tool seems to have done to the input, with the line of a file. It is the likely cause of the findings. Absent if there is no
   * damage.
   */
  readonly damage?: readonly (Damage & { readonly line?: number })[];
  readonly requirements: readonly RequirementReport[];
}

export type LiveReport = TargetReport & LiveMembers;

export interface ReportHeader {
  readonly tool: { readonly name: 'conversation-api'; readonly version: string };
  /** Version of the contract by which the input was judged. */
  readonly contract: string;
  /** Whether recordings, a live target or a client were judged. */
  readonly mode: 'recording' | 'live' | 'client';
  /** The address of the docs portal, if the command knows it. */
  readonly docs?: string;
}

/** The report of one recording, in the format of spec/formats/report.schema.json. */
export type RecordingReport = ReportHeader & TargetReport & { readonly mode: 'recording' };

/**
 * The report of a run against a live target, in the format of spec/formats/report.schema.json. It contains no credentials, neither from the
 * profile nor from a request. Its `evidence` contains the redacted exchanges that findings name.
 */
export type SuiteReport = ReportHeader &
  LiveReport & { readonly mode: 'live'; readonly knownFailures?: KnownFailuresReport };

/** The report of a client, in the same format. Its checks are journeys, and its target is the command of the driver. */
export type ClientReport = ReportHeader &
  LiveReport & { readonly mode: 'client'; readonly knownFailures?: KnownFailuresReport };

/** The report of one input, or of one live run. */
export type SingleReport = ReportHeader & TargetReport & { readonly knownFailures?: KnownFailuresReport };

/** A report of one input is the report of that input. A report of several inputs contains their reports as `targets`. */
export type Report =
  | SingleReport
  | (ReportHeader & {
      /** Present if only some of the files were judged. */
      readonly shard?: Shard;
      readonly verdict: Verdict;
      readonly summary: Summary & { readonly targets: Readonly<Record<Verdict, number>> };
      readonly targets: readonly TargetReport[];
    });

export function isMultiple(report: Report): report is Extract<Report, { targets: unknown }> {
  return 'targets' in report;
}

/** The comparison with the list of known failures, if there was a list. */
export function knownFailuresOf(report: Report): KnownFailuresReport | undefined {
  return 'knownFailures' in report ? report.knownFailures : undefined;
}

/** The inputs of a report: one or several. */
export function targetsOf(report: Report): readonly TargetReport[] {
  return isMultiple(report) ? report.targets : [report];
}
