import type { OnGarbage } from './garbage.ts';

export interface JudgeOptions {
  /** The mode of the turn, if the input does not have it. */
  readonly permissionMode?: 'manual' | 'auto' | undefined;
  /** Whether the recorder may have cut a raw stream. A missing end is then no violation. */
  readonly isPartial?: boolean | undefined;
  /** Largest event or body, in bytes. */
  readonly eventBytes?: number | undefined;
  /** Largest decompressed input, in bytes. Reading stops at this limit. */
  readonly inputBytes?: number | undefined;
  /** Called after each large event. */
  readonly onGarbage?: OnGarbage | undefined;
  /** Called after each piece with the number of bytes that were judged so far. */
  readonly onProgress?: ((bytes: number) => void) | undefined;
}

/** Judges the bytes of one input as they are read. */
export interface FormatJudge {
  push(bytes: Uint8Array): void;
  /** The input was read to its end. */
  end(): void;
  /** Reading stopped before the end of the input. */
  stop(): void;
}

/** Lines or entries that may be malformed. Reading stops there: such a file has another format, and refusing a part takes long. */
export const MOST_MALFORMED = 10_000;

/** Thrown by `push` to stop reading. The message is the reason in the report. */
export class ReadingStopped extends Error {}

/** The input does not follow its format, so that it is refused. The message says what is wrong with it. */
export class MalformedInput extends Error {}
