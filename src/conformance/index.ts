/** `conversation-api/conformance`: judges recordings, and runs the conformance suite against a live server. */
export { type ClientJourney, type ClientJourneyOptions, clientJourneys } from './api/client-journeys.ts';
export {
  ConformanceError,
  type ConformanceTest,
  type ConformanceTestOptions,
  conformanceTests,
} from './api/conformance-tests.ts';
export { type JudgeOptions, judge, type Recorded } from './api/judge.ts';
export { type PlannedCheck, type PlanOptions, planRun, type RunPlan } from './api/plan-run.ts';
export { basicProfile, type ProfileOptions, readProfile } from './api/read-profile.ts';
export { type CheckOutcome, type RunOptions, runSuite } from './api/run-suite.ts';
export type { Shard } from './files/shard.ts';
export type { Profile } from './profile/profile.ts';
export { ProfileError } from './profile/read-profile.ts';
export { InputError, type InputFormat } from './recordings/input.ts';
export { SelectionError } from './registry/selection.ts';
export type { ExchangeReport, Moment } from './report/exchange-report.ts';
export type {
  CheckReport,
  RecordingReport,
  ReportedFinding,
  RequirementReport,
  SuiteReport,
  Summary,
} from './report/model.ts';
export { TargetError } from './run/reach-target.ts';
export { type Exit, type ExitOptions, exitOf, type Judged } from './verdict/exit-code.ts';
export type { RowStatus, Verdict } from './verdict/verdict.ts';
