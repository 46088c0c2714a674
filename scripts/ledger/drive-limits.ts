import { DRIVE_LIMITS, type DriveLimits } from '../../src/conformance/drive/limits.ts';

/** For checks that do not wait, in milliseconds of the real clock. An altered server may keep silent for ever. */
export const SHORT_LIMITS: DriveLimits = { ...DRIVE_LIMITS, firstByte: 5000, idle: 4000, total: 12_000 };
/** For all checks: they allow for half an hour of the service, which is 18 seconds, and end a turn that never ends. */
export const LONG_LIMITS: DriveLimits = { ...DRIVE_LIMITS, firstByte: 30_000, idle: 15_000, total: 30_000 };
