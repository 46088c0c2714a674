import { seededRandom } from '../../../scripts/test/random.ts';
import { UnreadableAnswer, type WireAnswer } from './answer-reader.ts';
import { Connection, NoAnswer } from './connection.ts';
import { judgeAnswer } from './judge-answer.ts';
import { makeRequest } from './make-request.ts';
import { ACTION_ID } from './places.ts';
import { dump, type HostileRequest } from './request.ts';
import { differenceOf, makeTwins } from './twins.ts';

/** In milliseconds. Only ends a wait for an answer that never comes. */
const PATIENCE = 300_000;
/** Every attack whose number is divisible by this is a set of twins. */
const TWINS_EVERY = 50;

/** On a busy machine, the end of a pipeline can arrive too late. The server then answers 408 and closes the connection. */
const TOO_LATE = 408;

/** The results of all requests so far. */
export interface Tally {
  requests: number;
  /** Answers by the first digit of their status; `0` for requests that expect or get no answer. */
  readonly classes: Record<string, number>;
  readonly violations: string[];
}

/** Sends one request at a time, over one connection at a time, and judges the answers. */
export class Attacker {
  readonly #port: number;
  readonly #tally: Tally;
  #connection: Connection | undefined;
  /** Id of the interaction that is waiting for an answer. */
  actionId = ACTION_ID;

  constructor(port: number, tally: Tally) {
    this.#port = port;
    this.#tally = tally;
  }

  /** Sends the attack with this number. The same number always gives the same attack. */
  async attack(number: number): Promise<void> {
    if (number % TWINS_EVERY !== 0) {
      await this.send(makeRequest(number), number);
      return;
    }
    const { ids, requests } = makeTwins(seededRandom(number));
    const answers: WireAnswer[] = [];
    for (const request of requests) answers.push(...(await this.send(request, number)));
    // The server gives up on a slow client, and a client on a busy machine may be slow.
    if (answers.some(({ status }) => status === TOO_LATE)) return;
    const difference = differenceOf(ids, answers);
    if (difference) this.#accuse(requests[0] as HostileRequest, number, difference);
  }

  /** Sends a request and judges its answers. @returns the answers */
  async send(request: HostileRequest, number: number): Promise<readonly WireAnswer[]> {
    this.#tally.requests += request.expects.length || 1;
    const answers = await this.#exchange(request, number);
    if (answers.length === 0) this.#count('0');
    else if (answers.length < request.expects.length && answers.at(-1)?.status !== TOO_LATE)
      this.#accuse(request, number, 'it was answered in part');
    for (const [index, answer] of answers.entries()) {
      this.#count(String(answer.status)[0] ?? '0');
      const problem = judgeAnswer(answer, request.expects[index] ?? { isHead: false });
      if (problem) this.#accuse(request, number, problem);
    }
    return answers;
  }

  close(): void {
    this.#connection?.close();
    this.#connection = undefined;
  }

  async #exchange(request: HostileRequest, number: number): Promise<readonly WireAnswer[]> {
    const concrete = { ...request, bytes: request.bytes.replaceAll(ACTION_ID, this.actionId) };
    try {
      const connection = await this.#connect();
      const answers = await this.#unlessStale(connection, concrete);
      const isSpent = !request.isWellFramed || answers.some(({ isLast }) => isLast);
      if (isSpent) this.close();
      return answers;
    } catch (error) {
      this.close();
      if (!(error instanceof NoAnswer || error instanceof UnreadableAnswer || isSystemError(error)))
        throw error;
      this.#accuse(request, number, `${error.name}: ${error.message}`);
      return [];
    }
  }

  /** The server may close an idle connection just as the request is sent. The request then uses a new connection. */
  async #unlessStale(connection: Connection, request: HostileRequest): Promise<readonly WireAnswer[]> {
    try {
      return await connection.exchange(request, PATIENCE);
    } catch (error) {
      const isStale = error instanceof NoAnswer && error.code === 'closed' && error.answers === 0;
      if (!isStale || !connection.isUsed) throw error;
      this.close();
      return (await this.#connect()).exchange(request, PATIENCE);
    }
  }

  async #connect(): Promise<Connection> {
    if (!this.#connection?.isOpen) this.#connection = await Connection.open(this.#port);
    return this.#connection;
  }

  #count(digit: string): void {
    this.#tally.classes[digit] = (this.#tally.classes[digit] ?? 0) + 1;
  }

  #accuse(request: HostileRequest, number: number, problem: string): void {
    this.#tally.violations.push(`attack ${number}: ${problem}\n  ${dump(request)}`);
  }
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error;
}
