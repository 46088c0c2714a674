import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { AnswerReader, type WireAnswer } from './answer-reader.ts';
import type { Bytes } from './hostile-values.ts';
import type { HostileRequest } from './request.ts';

/** The server closed the connection without an answer, or did not answer in time. */
export class NoAnswer extends Error {
  readonly code: 'closed' | 'hangs';
  /** The number of requests in the exchange that were answered before. */
  readonly answers: number;

  constructor(code: 'closed' | 'hangs', answers: number) {
    super(code === 'closed' ? 'the connection was closed without an answer' : 'no answer came');
    this.code = code;
    this.answers = answers;
  }
}

/** How to send a slow request: this many bytes, then a pause of this many milliseconds. */
const DRIP = { bytes: 7, pause: 50 };

/** A TCP connection to the server, over which any bytes can be sent. */
export class Connection {
  readonly #socket: Socket;
  readonly #reader = new AnswerReader();
  #isOver = false;
  #wake = () => {};
  /** Whether the connection has carried an answer. */
  isUsed = false;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on('data', (bytes) => {
      this.#reader.push(bytes);
      this.#wake();
    });
    for (const event of ['end', 'close', 'error']) {
      socket.on(event, () => {
        this.#isOver = true;
        this.#wake();
      });
    }
  }

  static async open(port: number): Promise<Connection> {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    return new Connection(socket);
  }

  get isOpen(): boolean {
    return !this.#isOver;
  }

  close(): void {
    this.#socket.destroy();
  }

  /**
   * Sends a request as its `delivery` says.
   *
   * @param patience longest wait for an answer, in milliseconds
   * @returns the answers
   * @throws NoAnswer when an expected answer does not arrive, and UnreadableAnswer when it is not HTTP/1.1
   */
  async exchange(request: HostileRequest, patience: number): Promise<WireAnswer[]> {
    const { bytes, delivery, expects } = request;
    if (delivery === 'drip') void this.#drip(bytes);
    else this.#socket.write(bytes, 'latin1', () => delivery === 'abort' && this.#socket.resetAndDestroy());
    if (delivery === 'abort') return [];
    if (delivery === 'finish') {
      this.#socket.end();
      return this.#readToTheEnd(patience);
    }
    const answers: WireAnswer[] = [];
    for (const { isHead } of expects) {
      const answer = await this.#next(isHead, patience, answers.length);
      answers.push(answer);
      // The server closes the connection after this answer.
      if (answer.isLast) break;
    }
    this.isUsed = true;
    return answers;
  }

  async #drip(bytes: Bytes): Promise<void> {
    for (let at = 0; at < bytes.length && !this.#isOver; at += DRIP.bytes) {
      this.#socket.write(bytes.slice(at, at + DRIP.bytes), 'latin1');
      await wait(DRIP.pause);
    }
  }

  /** Reads all answers until the server closes the connection. There may be none. */
  async #readToTheEnd(patience: number): Promise<WireAnswer[]> {
    const answers: WireAnswer[] = [];
    try {
      for (;;) {
        const answer = await this.#next(false, patience, answers.length);
        answers.push(answer);
        if (answer.isLast) return answers;
      }
    } catch (error) {
      if (error instanceof NoAnswer && error.code === 'closed') return answers;
      throw error;
    }
  }

  async #next(isHead: boolean, patience: number, answers: number): Promise<WireAnswer> {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      this.#wake();
    }, patience);
    try {
      for (;;) {
        const answer = this.#reader.next(isHead, this.#isOver);
        if (answer) return answer;
        if (this.#isOver) throw new NoAnswer('closed', answers);
        if (isLate) throw new NoAnswer('hangs', answers);
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
    } finally {
      clearTimeout(timer);
    }
  }
}
