import { fstatSync } from 'node:fs';
import type { Readable } from 'node:stream';
import type { Io, Output } from './io.ts';
import { PlainOutput } from './plain-output.ts';

let stdout: Output | undefined;
let stderr: Output | undefined;

/** The process's own input and outputs, each made when it is first used. */
export const standardIo: Io = {
  get stdin(): Readable {
    return process.stdin;
  },
  get stdout(): Output {
    stdout ??= isTerminal(1) ? process.stdout : new PlainOutput(1);
    return stdout;
  },
  get stderr(): Output {
    stderr ??= isTerminal(2) ? process.stderr : new PlainOutput(2);
    return stderr;
  },
};

/** Whether it may be a terminal, which only a stream can tell for sure. */
function isTerminal(descriptor: 1 | 2): boolean {
  return fstatSync(descriptor).isCharacterDevice();
}
