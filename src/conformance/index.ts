/** The conformance suite: what judges recordings, and what drives a live server. */
export type { Check } from './checks/check.ts';
export { CHECKS } from './checks/index.ts';
export type { LoggedExchange } from './drive/exchange-log.ts';
export { DRIVE_LIMITS, type DriveLimits } from './drive/limits.ts';
export { openTransport, type TransportOptions } from './drive/undici-transport.ts';
export { type Transport, TransportFailure } from './drive/wire.ts';
export type { Finding } from './judge/finding.ts';
export type { Judgement } from './judge/judgement.ts';
export type { Profile } from './profile/profile.ts';
export { basicProfile, ProfileError, type ProfileSources, readProfile } from './profile/read-profile.ts';
export { type JudgeOptions, judgeInput as judge } from './recording/judge-input.ts';
export { loadRegistry, type Requirement } from './registry.ts';
export { reportTarget, type TargetReport } from './report/model.ts';
export { type Plan, planRun, type Selection } from './run/plan-run.ts';
export type { CheckOutcome } from './run/run-check.ts';
export { runSuite, type SuiteOptions, type SuiteResult } from './run/run-suite.ts';
export type { Verdict } from './run/verdict.ts';
