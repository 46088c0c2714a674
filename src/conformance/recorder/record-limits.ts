import { MOST_OPEN } from '../recordings/recording-format.ts';

/** Limits of a recorder. Traffic beyond them is forwarded and not recorded, except for `inFlight`. Sizes are in bytes. */
export interface RecordLimits {
  /** Most concurrent exchanges. The recorder answers 503 to further requests. */
  readonly inFlight: number;
  /** Most exchanges that are recorded at once. The judge of a recording reads no more. */
  readonly openExchanges: number;
  /** Most recorded exchanges. Each has its own file. */
  readonly exchanges: number;
  /** Bytes of an unpacked response body that are recorded and judged. */
  readonly bodyBytes: number;
  /** Largest recorded request body. It is one line of the recording, which the judge must be able to read. */
  readonly requestBytes: number;
  /** Bodies of all requests whose end has not come, together. They are kept until then, since a secret may stand across pieces. */
  readonly openRequestBytes: number;
  /** Size of all recordings on disk. */
  readonly totalBytes: number;
  /** Packed bytes of one body that may wait for the unpacker. */
  readonly waitingBytes: number;
  /** Length of all tokens of requests that are masked by their value. */
  readonly secretBytes: number;
  /** Largest headers of a request or a response. */
  readonly headerBytes: number;
  /** Longest time until the connection to the target is there, with TLS. The target decides how long its response takes. */
  readonly connectMilliseconds: number;
}

/** Most concurrent exchanges of a recorder that records only a sample. The others take little memory. */
export const SAMPLED_IN_FLIGHT = 10_000;

const KIBIBYTE = 1024;
const MEBIBYTE = 1024 * KIBIBYTE;

/** Length of the tokens that a recorder without an end remembers. It is always full there, and a token takes a hundred times its length. */
export const REMEMBERED_SECRET_BYTES = 64 * KIBIBYTE;

export const RECORD_LIMITS: RecordLimits = {
  inFlight: MOST_OPEN,
  openExchanges: MOST_OPEN,
  exchanges: 10_000,
  bodyBytes: 64 * MEBIBYTE,
  requestBytes: 4 * MEBIBYTE,
  openRequestBytes: 64 * MEBIBYTE,
  totalBytes: 4096 * MEBIBYTE,
  waitingBytes: 4 * MEBIBYTE,
  secretBytes: MEBIBYTE,
  headerBytes: 64 * KIBIBYTE,
  connectMilliseconds: 10_000,
};
