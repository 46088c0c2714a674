import type { Readable } from 'node:stream';

/** The part of a writable stream that commands use. */
export interface Output {
  write(text: string): unknown;
  on(event: 'error', listener: (error: NodeJS.ErrnoException) => void): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/** The input and outputs of a command. */
export interface Io {
  readonly stdin: Readable;
  readonly stdout: Output;
  readonly stderr: Output;
}

/** Runs a command with its arguments and returns its exit code. */
export type Command = (args: readonly string[], io: Io) => Promise<number>;

/** Exit codes without a verdict. For a verdict, conformance/verdict/exit-code.ts decides the exit code. */
export const EXIT = { ok: 0, violations: 1, usage: 2, incomplete: 3, broken: 4 } as const;
