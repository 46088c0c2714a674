/** What a recorder keeps and does at once. What is beyond is passed on all the same, but for exchanges that are too many at once. */
export interface RecordLimits {
  /** Exchanges at one time; further ones are answered with 503. */
  readonly inFlight: number;
  /** Exchanges that are recorded, each in a file of its own. */
  readonly exchanges: number;
  /** Bytes of one response's body, unpacked, that are recorded and judged. */
  readonly bodyBytes: number;
  /** Bytes of one request's body. Its line must be one that the judge reads. */
  readonly requestBytes: number;
  /** Bytes of all recordings on disk. */
  readonly totalBytes: number;
  /** Packed bytes of one body that may wait to be unpacked. */
  readonly waitingBytes: number;
  /** Bytes of all tokens that are masked by their value. */
  readonly secretBytes: number;
  /** Bytes of a head, of requests and responses alike. */
  readonly headerBytes: number;
}

const KIBIBYTE = 1024;
const MEBIBYTE = 1024 * KIBIBYTE;

export const RECORD_LIMITS: RecordLimits = {
  inFlight: 256,
  exchanges: 10_000,
  bodyBytes: 64 * MEBIBYTE,
  requestBytes: 4 * MEBIBYTE,
  totalBytes: 4096 * MEBIBYTE,
  waitingBytes: 4 * MEBIBYTE,
  secretBytes: MEBIBYTE,
  headerBytes: 64 * KIBIBYTE,
};
