/** What is asked of a target's patience, and ours. Times in milliseconds, of the real clock. */
export interface DriveLimits {
  readonly connect: number;
  /** From the request to the head of the response. A blocking turn takes as long as it takes. */
  readonly firstByte: number;
  /** Between two pieces of a body. A sound stream says `ping` every 15 seconds. */
  readonly idle: number;
  /** Of one exchange. */
  readonly total: number;
  /** Of one body, decoded. */
  readonly bytes: number;
  /** Of the head of a response. */
  readonly headerBytes: number;
}

export const DRIVE_LIMITS: DriveLimits = {
  connect: 10_000,
  firstByte: 60_000,
  idle: 45_000,
  total: 300_000,
  bytes: 32 * 1024 * 1024,
  headerBytes: 64 * 1024,
};
