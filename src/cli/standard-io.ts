import { fstatSync, writeSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { styleText } from 'node:util';
import { type Paint, unpainted } from '../conformance/report/paint.ts';
import type { Io, Output } from './io.ts';

let stdout: Output | undefined;
let stderr: Output | undefined;

/** The input and outputs of the process. Each is opened when it is first used. */
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

/**
 * Loads `node:tty` only for a character device, such as a terminal. That module loads sockets and streams, which takes a tenth of a short
 * run.
 */
function isTerminal(descriptor: 1 | 2): boolean {
  return isCharacterDevice(descriptor) && process.getBuiltinModule('node:tty').isatty(descriptor);
}

/** Returns false for a closed descriptor. */
function isCharacterDevice(descriptor: 1 | 2): boolean {
  try {
    return fstatSync(descriptor).isCharacterDevice();
  } catch {
    return false;
  }
}

/**
 * Standard output or standard error when it is a pipe, a file or a device such as /dev/full. Writes to the descriptor directly, because creating Node's own
 * stream takes longer than judging a small file.
 */
class PlainOutput implements Output {
  readonly #descriptor: 1 | 2;
  #isClosed = false;
  /** Once the pipe was full, everything goes through Node's stream, which keeps the order and waits until there is room. */
  #stream: NodeJS.WritableStream | undefined;

  constructor(descriptor: 1 | 2) {
    this.#descriptor = descriptor;
  }

  write(text: string): void {
    if (this.#isClosed) return;
    const bytes = Buffer.from(text);
    if (this.#stream) {
      this.#stream.write(bytes);
      return;
    }
    let written = 0;
    try {
      while (written < bytes.length) written += writeSync(this.#descriptor, bytes, written);
    } catch (error) {
      this.#recover(error as NodeJS.ErrnoException, bytes.subarray(written));
    }
  }

  on(): void {
    // Errors need no listener from outside: a closed pipe is no failure of a command.
  }

  #recover(error: NodeJS.ErrnoException, rest: Uint8Array): void {
    if (isGone(error)) this.#isClosed = true;
    // The pipe is full and non-blocking.
    else if (error.code === 'EAGAIN') this.#openStream().write(rest);
    // There is no other place for a message of standard error. The exit code still says what happened.
    else if (this.#descriptor === 2) this.#isClosed = true;
    else throw new UnwritableOutput(error);
  }

  #openStream(): NodeJS.WritableStream {
    const stream = this.#descriptor === 1 ? process.stdout : process.stderr;
    // The reader may go away while the stream waits. The error then comes after the write, when nobody can catch it.
    stream.on('error', (error: NodeJS.ErrnoException) => {
      this.#isClosed = true;
      if (!isGone(error) && this.#descriptor === 1) throw new UnwritableOutput(error);
    });
    this.#stream = stream;
    return stream;
  }
}

/** Whether the reader has gone away, as `head` does when it has enough lines. A socket says so in another way than a pipe. */
function isGone({ code = '' }: NodeJS.ErrnoException): boolean {
  return ['EPIPE', 'ECONNRESET', 'ERR_STREAM_DESTROYED'].includes(code);
}

/**
 * Standard output cannot be written, for example because the disk is full. The run cannot deliver its result, but the program has no
 * defect.
 */
class UnwritableOutput extends Error {
  readonly code = 'unwritable-output';

  constructor(cause: NodeJS.ErrnoException) {
    const reason = cause.code === 'ENOSPC' ? 'no space is left on the disk' : cause.message;
    super(`cannot write to standard output: ${reason}`, { cause });
    this.name = 'UnwritableOutput';
  }
}

/** Milliseconds that readers have for the rest after a server has ended. */
const LAST_LINES = 1000;

/**
 * Lets a server neither wait for who reads its outputs nor stay for them. To ask for the streams makes their pipes non-blocking: before, a write
 * to a full pipe stops all requests.
 *
 * @returns a function to call when the server has ended. What no reader has taken a second later is lost, since it would keep the process alive
 */
export function detachReaders(): () => void {
  const outputs = [process.stdout, process.stderr];
  return () => {
    if (outputs.some(({ writableLength }) => writableLength > 0))
      setTimeout(() => process.exit(), LAST_LINES).unref();
  };
}

/** Uses colours when the output is a terminal. NO_COLOR and FORCE_COLOR have their usual effect. */
export function paintFor(output: Output): Paint {
  if (output.isTTY) {
    const stream = output as NodeJS.WritableStream;
    return (style, text) => styleText(style, text, { stream, validateStream: true });
  }
  if (process.env.FORCE_COLOR === undefined) return unpainted;
  return (style, text) => styleText(style, text, { validateStream: false });
}
