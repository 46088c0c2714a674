import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Random, seededRandom } from '../../scripts/test/random.ts';
import { Caller } from './crash/caller.ts';
import { Client } from './crash/client.ts';
import { Ledger } from './crash/ledger.ts';
import { type ServerProcess, startServer } from './crash/server-process.ts';
import { verify } from './crash/verify.ts';

export interface CrashSoak {
  readonly kills: number;
  readonly seed: number;
  /** Latest end, in milliseconds since the epoch; unlimited by default. */
  readonly until?: number;
}

/** The first two belong to the same user, who has a separate set of chats under each. */
const TOKENS = ['harbor-main', 'harbor-second', 'harbor-other-user'];
const CLIENTS = 6;
/** A server without an answer for this many milliseconds is killed. */
const LONGEST_SILENCE = 3000;
/** A server is killed after at most this many answers and pieces of streams. */
const MOST_TICKS = 250;
/** Milliseconds. A little more than a server takes from opening its file to listening. */
const START = 150;

/**
 * Repeatedly kills a server while clients use it, and restarts it on the same file. Everything that the server acknowledged must still be
 * there, and no key may have run twice. The ledger lists the violations. The first violation ends the test.
 */
export async function soakCrash(soak: CrashSoak): Promise<{ kills: number; ledger: Ledger }> {
  const { until = Number.POSITIVE_INFINITY } = soak;
  const crash = new CrashTest(soak.seed);
  let kills = 0;
  try {
    await crash.warmUp();
    for (; kills < soak.kills && Date.now() < until; kills += 1) {
      if (crash.ledger.problems.length > 0) break;
      await crash.killOnce(kills);
    }
    await crash.verifyAll();
    return { kills, ledger: crash.ledger };
  } finally {
    await crash.end();
  }
}

class CrashTest {
  readonly ledger = new Ledger();
  readonly #random: Random;
  readonly #directory = mkdtempSync(join(tmpdir(), 'conversation-api-crash-'));
  readonly #clients = Array.from(
    { length: CLIENTS },
    (_, index) => new Client(this.ledger, TOKENS[index % TOKENS.length] as string),
  );
  #server: ServerProcess | undefined;

  constructor(seed: number) {
    this.#random = seededRandom(seed);
  }

  async warmUp(): Promise<void> {
    const server = this.#start('warm-up.db');
    await server.url;
    await server.stop();
  }

  /** Kills a server, usually under load, sometimes while it creates a new file or recovers the turns that a crash cut. */
  async killOnce(number: number): Promise<void> {
    const kind = this.#random.below(10);
    if (kind === 0) await this.#killWhileStarting(`${number}.db`);
    else if (kind === 1) await this.#killWhileStarting('store.db');
    else await this.#killUnderLoad();
  }

  async verifyAll(): Promise<void> {
    const server = this.#start('store.db');
    await verify(new Caller(await server.url), this.ledger, this.#random, TOKENS);
    this.#heedComplaints();
  }

  async end(): Promise<void> {
    await this.#server?.kill();
    rmSync(this.#directory, { recursive: true, force: true });
  }

  #start(file: string): ServerProcess {
    this.#server = startServer(join(this.#directory, file), join(this.#directory, 'compiled'));
    return this.#server;
  }

  async #killWhileStarting(file: string): Promise<void> {
    const hasty = this.#start(file);
    await hasty.starting;
    await wait(this.#random.below(START));
    await hasty.kill();
    this.#heedComplaints();
    const next = this.#start(file);
    await next.url.catch((error: Error) => this.ledger.problem('wrong', error.message));
    await next.kill();
    this.#heedComplaints();
  }

  async #killUnderLoad(): Promise<void> {
    const server = this.#start('store.db');
    const url = await server.url;
    await verify(new Caller(url), this.ledger, this.#random);
    const fuse = Promise.withResolvers<void>();
    const silence = setTimeout(fuse.resolve, LONGEST_SILENCE);
    let ticks = 3 + this.#random.below(MOST_TICKS);
    const caller = new Caller(url, () => {
      ticks -= 1;
      if (ticks > 0) silence.refresh();
      else fuse.resolve();
    });
    const work = Promise.all(
      this.#clients.map((client) => client.work(caller, seededRandom(this.#random.below(2 ** 32)))),
    );
    // A failing client rejects, which ends the test with its error.
    await Promise.race([fuse.promise, work]);
    clearTimeout(silence);
    // The kill should not always follow right after an answer.
    await wait(this.#random.below(10));
    caller.expectTheEnd();
    await server.kill();
    await work;
    this.#heedComplaints();
  }

  /** Reports what the server wrote to standard error as a problem. A killed server writes nothing. */
  #heedComplaints(): void {
    const complaints = this.#server?.complaints();
    if (complaints) this.ledger.problem('wrong', `the server complained: ${complaints}`);
  }
}
