import { randomUUID } from 'node:crypto';
import type { Actor, SendOptions, Turn } from '../drive/actor.ts';
import { Answer } from '../drive/answer.ts';
import type { LiveEvent, LiveStream } from '../drive/live-stream.ts';
import type { Profile, ProfileFault } from '../profile/profile.ts';
import type { Claim } from './claim.ts';
import { CannotGoOn } from './violation.ts';

/** Milliseconds of the service's time between two looks. */
const POLL = 500;

export interface ContextParts {
  readonly profile: Profile;
  /** An actor of this check, by the name of its credential; `none` has no token. */
  actor(credential: string): Actor;
  claim(requirements: readonly string[]): Claim;
  /** Waits, in milliseconds of the service's time; no longer than the signal lets. */
  wait(duration: number, signal?: AbortSignal): Promise<void>;
  /** Remembers a stream, so that nothing is left running. */
  keep(stream: LiveStream): void;
  /** Makes the application run a turn, in a new chat when none is named. */
  application(content: string, chatId?: string): Promise<Answer>;
}

/** The two ways to send a turn. */
export const CHANNELS = ['blocking', 'streaming'] as const;
export type Channel = (typeof CHANNELS)[number];

/** What a check works with. */
export class CheckContext {
  readonly #parts: ContextParts;

  constructor(parts: ContextParts) {
    this.#parts = parts;
  }

  /** The credential that everything is done with, unless a check needs another. */
  get main(): Actor {
    return this.as('main');
  }

  as(credential: string): Actor {
    return this.#parts.actor(credential);
  }

  /** Begins a claim: what is said of the requirement, or of several that say the same, and what is held against it. */
  expect(...requirements: readonly string[]): Claim {
    return this.#parts.claim(requirements);
  }

  wait(duration: number): Promise<void> {
    return this.#parts.wait(duration);
  }

  /**
   * How much later an answer came than what a stream had last said at some moment, in milliseconds of the service's time.
   *
   * @param since that moment, by `saidAt`
   */
  elapsed(since: number, until: Answer): number {
    return (saidAt(until) - since) * this.#parts.profile.timers.timeScale;
  }

  /**
   * Waits for what a turn does by itself, but not for ever: three minutes of the service's time, and not less than four seconds
   * of the real clock, since scaled timers make no machine faster.
   *
   * @returns undefined when it has not come
   */
  async inTime<Value>(coming: Promise<Value>): Promise<Value | undefined> {
    const patience = Math.max(180_000, 4000 * this.#parts.profile.timers.timeScale);
    const come = new AbortController();
    try {
      return await Promise.race([coming, this.#parts.wait(patience, come.signal).then(() => undefined)]);
    } finally {
      come.abort();
    }
  }

  freshId(): string {
    return randomUUID();
  }

  /**
   * The answer to the request by which the application runs a turn, in a chat or, when none is named, in a new one. The check
   * declares `application` among its needs.
   */
  inApplication(turn: Turn, chatId?: string): Promise<Answer> {
    return this.#parts.application(turn.content, chatId);
  }

  /** A turn that any model answers. */
  plain(members: Readonly<Record<string, unknown>> = {}): Turn {
    return {
      ...(this.#parts.profile.scenarios.plain?.body ?? { content: 'Answer in one short sentence.' }),
      ...members,
    };
  }

  /** The turn that takes a course, by the profile. The check declares the scenario among its needs. */
  scenario(name: string, members: Readonly<Record<string, unknown>> = {}): Turn {
    const scenario = this.#parts.profile.scenarios[name];
    if (!scenario) throw new RangeError(`the check uses scenario:${name}; add it to its needs`);
    return { ...scenario.body, ...members };
  }

  /** Who sends the turn of a scenario. */
  actorOf(scenario: string): Actor {
    return this.as(this.#parts.profile.scenarios[scenario]?.credential ?? 'main');
  }

  /** The first id of a resource, by the profile. The check declares the resource among its needs. */
  resource(name: string): number {
    return this.resources(name)[0] as number;
  }

  resources(name: string): readonly number[] {
    const resource = this.#parts.profile.resources[name];
    if (!resource || resource.ids.length === 0)
      throw new RangeError(`the check uses resource:${name}; add it to its needs`);
    return resource.ids as readonly number[];
  }

  /** A resource that is no number, such as a citation. The check declares the resource among its needs. */
  word(name: string): string {
    return this.words(name)[0] as string;
  }

  words(name: string): readonly string[] {
    return this.resources(name).map(String);
  }

  /** What brings a fault about. The check declares the fault among its needs. */
  fault(name: string): ProfileFault {
    const fault = this.#parts.profile.faults[name];
    if (!fault) throw new RangeError(`the check uses fault:${name}; add it to its needs`);
    return fault;
  }

  /**
   * What the check needs before its own matter begins.
   *
   * @throws CannotGoOn when it did not succeed: that is another check's matter
   */
  given(answer: Answer): Answer {
    if (answer.isSuccess) return answer;
    const { request, actor } = answer.exchange;
    const code = typeof answer.messageCode === 'string' ? ` ${answer.messageCode.slice(0, 80)}` : '';
    throw new CannotGoOn(`${request.method} ${request.path} of ${actor} answered ${answer.status}${code}`);
  }

  /** What the check takes for granted and cannot bring about. @throws CannotGoOn when it is not so */
  assume(isMet: boolean, otherwise: string): void {
    if (!isMet) throw new CannotGoOn(otherwise);
  }

  /**
   * Asks again and again until the answer is the one waited for.
   *
   * @param within milliseconds of the service's time, after which the last answer is given as it is
   * @param every milliseconds of the service's time between two looks
   */
  async until<Asked>(
    ask: () => Promise<Asked>,
    isOver: (asked: Asked) => boolean,
    within: number,
    every = POLL,
  ): Promise<Asked> {
    let asked = await ask();
    for (let waited = 0; waited < within && !isOver(asked); waited += every) {
      await this.wait(every);
      asked = await ask();
    }
    return asked;
  }

  /** A stream that has opened. @throws CannotGoOn when it does not */
  async open(turn: Turn, options: SendOptions = {}, actor: Actor = this.main): Promise<LiveStream> {
    return this.opened(await this.attempt('streaming', turn, options, actor));
  }

  /** What came of a streaming send, as a stream. @throws CannotGoOn when it is none */
  opened(sent: Answer | LiveStream): LiveStream {
    if (!(sent instanceof Answer)) return sent;
    throw new CannotGoOn(`the stream did not open: ${sent.status} ${String(sent.messageCode)}`);
  }

  /** A turn on one of the sends, whatever comes of it. A stream that opens is ended with the check. */
  async attempt(
    channel: Channel,
    turn: Turn,
    options: SendOptions = {},
    actor: Actor = this.main,
  ): Promise<Answer | LiveStream> {
    if (channel === 'blocking') return actor.send(turn, options);
    const opened = await actor.stream(turn, options);
    if (!(opened instanceof Answer)) this.#parts.keep(opened);
    return opened;
  }

  /** A turn that has asked, with what it asks. @throws CannotGoOn when it ends without asking */
  async raise(turn: Turn, options: SendOptions = {}): Promise<Raised> {
    const stream = await this.open(turn, options);
    const asked = await stream.until('message.action_required');
    if (!asked) throw new CannotGoOn('the turn ended without asking for anything');
    return { stream, asked, actionId: String(asked.data.action_id) };
  }

  /** A turn that runs, and has begun to answer. */
  async running(turn: Turn, options: SendOptions = {}): Promise<LiveStream> {
    const stream = await this.open(turn, options);
    const started = await stream.until('message.start');
    if (!started) throw new CannotGoOn('the stream ended without message.start');
    return stream;
  }
}

/** When the last piece of an answer came, or of a stream so far, in milliseconds since the run began. */
export function saidAt({ exchange }: Answer | LiveStream): number {
  return exchange.chunks.at(-1)?.at ?? exchange.sentAt;
}

/** An interaction that waits for its answer. */
export interface Raised {
  readonly stream: LiveStream;
  readonly asked: LiveEvent;
  readonly actionId: string;
}
