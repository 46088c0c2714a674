/**
 * The suite as one file, dist/conformance/suite.cjs, which the command loads when it needs it. What index.ts gives to users stands
 * in front of that file, so every value that api/ imports is exported here too.
 */
export { CHECKS } from './checks/index.ts';
export { DRIVE_LIMITS } from './drive/limits.ts';
export { openTransport } from './drive/undici-transport.ts';
export { TransportFailure } from './drive/wire.ts';
export { basicProfile, ProfileError, readProfile, readRigTools } from './profile/read-profile.ts';
export { detectFormat } from './recordings/detect-format.ts';
export { InputError } from './recordings/input.ts';
export { judgeInput } from './recordings/judge-input.ts';
export { StandardInput } from './recordings/stdin-source.ts';
export { redactResult } from './redaction/redact-result.ts';
export { loadRegistry, loadRows } from './registry.ts';
export { reportLive } from './report/live.ts';
export { reportTarget } from './report/model.ts';
export { planRun } from './run/plan-run.ts';
export { runSuite } from './run/run-suite.ts';
export { takeShard } from './run/shard.ts';
