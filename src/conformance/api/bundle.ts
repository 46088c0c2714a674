/**
 * The suite as one file, dist/conformance/suite.cjs. The command loads it when it runs against a live target, and the published modules of
 * index.ts and api/ take every value from it, so every value that they import is exported here.
 */

export { COMMAND } from '../commands.ts';
export { renderComparison, summarise } from '../comparison/render.ts';
export { DRIVE_LIMITS } from '../drive/limits.ts';
export { readCatalog } from '../drive/read-catalog.ts';
export { machineClock } from '../drive/run-clock.ts';
export { openTransport } from '../drive/undici-transport.ts';
export { TransportFailure } from '../drive/wire.ts';
export { readSequences, SequenceError } from '../exploration/read-sequences.ts';
export { sequenceChecks } from '../exploration/sequence.ts';
export { readBounded } from '../files/read-bounded.ts';
export { takeShard } from '../files/shard.ts';
export { JOURNEYS } from '../journeys/catalogue/index.ts';
export { httpDriver } from '../journeys/http-driver.ts';
export { timeScaleIn } from '../journeys/journey.ts';
export { judgeClient } from '../journeys/judge-client.ts';
export { processDriver } from '../journeys/process-driver.ts';
export { readWorld, SOUND, worldsOf } from '../journeys/worlds.ts';
export { writeFirstProfile } from '../profile/first-profile.ts';
export { basicProfile, ProfileError, readProfile, readRigTools } from '../profile/read-profile.ts';
export { detectFormat } from '../recordings/detect-format.ts';
export { InputError } from '../recordings/input.ts';
export { judgeInput } from '../recordings/judge-input.ts';
export { StandardInput } from '../recordings/stdin-source.ts';
export { loadRows } from '../registry/registry.ts';
export { isUnder, rejectUnknownPrefixes, SelectionError } from '../registry/selection.ts';
export { describePlace } from '../report/describe.ts';
export { listChecks, renderCheck } from '../report/explain-check.ts';
export { reportHeader } from '../report/header.ts';
export { reportTarget } from '../report/target.ts';
export { compareTargets } from '../run/compare-targets.ts';
export { costOf, describeCost } from '../run/costs.ts';
export { narrowPlan } from '../run/depth.ts';
export { judgeTarget } from '../run/judge-target.ts';
export { isSelection, NOT_SELECTED, planChecks } from '../run/plan-run.ts';
export { TargetError } from '../run/reach-target.ts';
export { CONCURRENCY } from '../run/run-checks.ts';
export { selectActions } from '../run/select-actions.ts';
export { CHECKS } from '../suite/index.ts';
export { exitOf } from '../verdict/exit-code.ts';
export { prefixOfRequired } from '../verdict/required.ts';
