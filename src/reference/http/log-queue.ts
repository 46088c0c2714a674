/** Receives the lines of the log. It may throw or emit `error`: logging is best effort. */
export interface LogStream {
  /** Returns false if lines should wait for `drain`. */
  write(text: string): unknown;
  on?(event: 'error' | 'drain', listener: () => void): unknown;
  off?(event: 'error' | 'drain', listener: () => void): unknown;
  readonly isTTY?: boolean;
}

/** Characters of all lines that wait for a reader. A burst of requests stays far below. */
const MOST_WAITING = 1024 * 1024;

/**
 * Writes lines to a stream as fast as its reader takes them. A line that cannot be written is dropped, because a closed pipe, a full disk or a
 * reader that has stopped must not fail a request or fill the memory. Later lines are still tried: the disk may have room by then.
 */
export class LogQueue {
  readonly #target: LogStream;
  readonly #format: (line: string) => string;
  #waiting: string[] = [];
  #length = 0;
  #dropped = 0;
  #isFull = false;

  /** @param format turns a line of JSON into what is written */
  constructor(target: LogStream, format: (line: string) => string) {
    this.#target = target;
    this.#format = format;
    // One function for all servers of a process. If it were not removed first, each server would add a listener to standard output.
    target.off?.('error', ignore);
    target.on?.('error', ignore);
  }

  write(line: string): void {
    const text = this.#format(line);
    if (!this.#isFull) this.#send(text);
    else if (this.#length + text.length > MOST_WAITING) this.#dropped += 1;
    else {
      this.#waiting.push(text);
      this.#length += text.length;
    }
  }

  #send(text: string): void {
    try {
      if (this.#target.write(text) !== false || !this.#target.on) return;
      this.#isFull = true;
      this.#target.on('drain', this.#resume);
      this.#target.on('error', this.#resume);
    } catch {
      ignore();
    }
  }

  readonly #resume = () => {
    this.#target.off?.('drain', this.#resume);
    this.#target.off?.('error', this.#resume);
    this.#isFull = false;
    const waiting = this.#waiting.join('');
    this.#waiting = [];
    this.#length = 0;
    if (waiting !== '') this.#send(waiting);
    if (this.#dropped === 0) return;
    const line = { level: 40, time: Date.now(), dropped: this.#dropped, msg: 'lines dropped' };
    this.#dropped = 0;
    this.write(`${JSON.stringify(line)}\n`);
  };
}

function ignore(): void {}
