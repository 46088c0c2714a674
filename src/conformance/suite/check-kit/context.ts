import { randomUUID } from 'node:crypto';
import type {
  CredentialName,
  FaultName,
  OpenPointId,
  RequirementId,
  ResourceName,
  ScenarioName,
} from '../../../../generated/ids.d.ts';
import type { JsonInteger } from '../../../exact-json/exact-number.ts';
import type { Actor, SendOptions, Turn } from '../../drive/actor.ts';
import { Answer } from '../../drive/answer.ts';
import type { LiveEvent, LiveStream } from '../../drive/live-stream.ts';
import { UnusableValue } from '../../drive/unusable-value.ts';
import { matchOperation } from '../../judge/operations.ts';
import type { Profile, ProfileFault } from '../../profile/profile.ts';
import type { Claim } from './claim.ts';
import { CannotGoOn, NothingToSee } from './interruption.ts';
import { ServiceTime, type TimeParts } from './service-time.ts';

/** Yields one smaller situation after another, and learns of each whether the violation shows in it. */
export type SmallerSituations = Generator<(t: CheckContext) => Promise<void>, void, boolean>;

/** Requirements that were violated together, with smaller situations in which that may show too. */
export interface FoundViolation {
  readonly requirements: readonly string[];
  readonly smaller: SmallerSituations;
}

/** The parts of a run that a check can use through its context. */
export interface ContextParts extends TimeParts {
  readonly profile: Profile;
  /** Returns the check's actor for a credential of the profile. The credential `none` has no token. */
  actor(credential: string): Actor;
  claim(requirements: readonly RequirementId[]): Claim;
  /** Notes that an answer was as expected, so that later claims do not rest on it unless the check looks at it again. */
  settle(answer: Answer): void;
  /** Records that requirements could not be judged, with the reason. */
  cannotJudge(requirements: readonly RequirementId[], reason: string): void;
  /** The requirements that the check and the judge have found violated so far in what the check did, once for each violation. */
  readonly violated: readonly string[];
  /** Registers smaller situations in which to look for one of some violated requirements again, once all checks have ended. */
  lookAgain(requirements: readonly string[], smaller: SmallerSituations): void;
  /** What the checks of the run have learnt about the target, by its name. */
  readonly facts: Map<string, Promise<unknown>>;
  /** Tells the judge that the sender may not use an agent. */
  outOfReach(agent: JsonInteger): void;
  /** Ends the run early, with the reason. */
  giveUpRun(reason: string): void;
  /** Registers a stream to close when the check ends. */
  keep(stream: LiveStream): void;
  /** Makes the application run a turn, in the given chat or a new one. */
  application(content: string, chatId?: string): Promise<Answer>;
}

/** The two ways to send a turn. */
export const CHANNELS = ['blocking', 'streaming'] as const;
export type Channel = (typeof CHANNELS)[number];

/** How a check sends requests to the target, waits, and makes its claims. */
export class CheckContext extends ServiceTime {
  readonly #parts: ContextParts;

  constructor(parts: ContextParts) {
    super(parts);
    this.#parts = parts;
  }

  /** The actor of the credential `main`, which checks use by default. */
  get main(): Actor {
    return this.as('main');
  }

  as(credential: 'main' | CredentialName): Actor {
    return this.#parts.actor(credential);
  }

  /** Whether the profile has a credential. A check that can do without it does not declare it among its needs. */
  has(credential: string): boolean {
    return credential === 'main' || credential in this.#parts.profile.credentials;
  }

  /** Starts a claim about one requirement, or about several that say the same. */
  expect(...requirements: readonly RequirementId[]): Claim {
    return this.#parts.claim(requirements);
  }

  /** Records that these requirements could not be checked, although the check goes on. */
  cannotJudge(requirements: readonly RequirementId[], reason: string): void {
    this.#parts.cannotJudge(requirements, reason);
  }

  /** The requirements that the check and the judge have found violated so far in what the check did, once for each violation. */
  get violated(): readonly string[] {
    return this.#parts.violated;
  }

  /** Registers smaller situations in which to look for one of some violated requirements again, once all checks have ended. */
  lookAgain(requirements: readonly string[], smaller: SmallerSituations): void {
    this.#parts.lookAgain(requirements, smaller);
  }

  /** Learns something that stays true during the run. Only the first check pays for it. What is undefined or fails is tried again. */
  async learn<Fact>(name: string, find: () => Promise<Fact | undefined>): Promise<Fact | undefined> {
    const { facts } = this.#parts;
    const known = (await facts.get(name)?.catch(() => undefined)) as Fact | undefined;
    if (known !== undefined) return known;
    const found = find();
    facts.set(name, found);
    return await found;
  }

  /** Tells the judge that the sender of a turn may not use an agent that it names. Whether the turn carries it is open. */
  outOfReach(agent: JsonInteger): void {
    this.#parts.outOfReach(agent);
  }

  /** Records that an answer or stream shows how the service reads an open point, where the exchange alone does not show that. */
  observe(point: OpenPointId, { exchange }: Answer | LiveStream): void {
    exchange.observed = [...(exchange.observed ?? []), point];
  }

  /** Whether the profile says that the service has no such part. */
  lacks(part: string): boolean {
    return this.#parts.profile.absent?.includes(part) ?? false;
  }

  freshId(): string {
    return randomUUID();
  }

  /**
   * Makes the application run a turn, in the given chat or a new one, and returns the answer to its request. The check declares
   * `application` among its needs.
   */
  inApplication(turn: Turn, chatId?: string): Promise<Answer> {
    return this.#parts.application(turn.content, chatId);
  }

  /** A turn that any model can answer, with additional members. */
  plain(members: Readonly<Record<string, unknown>> = {}): Turn {
    return {
      ...(this.#parts.profile.scenarios.plain?.body ?? { content: 'Answer in one short sentence.' }),
      ...members,
    };
  }

  /** The profile's turn for a scenario. The check declares the scenario among its needs. */
  scenario(name: ScenarioName, members: Readonly<Record<string, unknown>> = {}): Turn {
    const scenario = this.#parts.profile.scenarios[name];
    if (!scenario) throw new RangeError(`the check uses scenario:${name}; add it to its needs`);
    return { ...scenario.body, ...members };
  }

  /** The actor with the profile's credential for a scenario. */
  actorOf(scenario: ScenarioName): Actor {
    return this.#parts.actor(this.#parts.profile.scenarios[scenario]?.credential ?? 'main');
  }

  /** The profile's first id for a resource. The check declares the resource among its needs. */
  resource(name: ResourceName): JsonInteger {
    return this.resources(name)[0] as JsonInteger;
  }

  resources(name: ResourceName): readonly JsonInteger[] {
    const ids = this.declared(name);
    if (ids.length === 0) throw new RangeError(`the check uses resource:${name}; add it to its needs`);
    return ids;
  }

  /** The ids of a resource that the check can do without. */
  declared(name: ResourceName): readonly JsonInteger[] {
    return (this.#parts.profile.resources[name]?.ids ?? []) as readonly JsonInteger[];
  }

  /** A resource that is a text instead of a number, such as a citation. The check declares the resource among its needs. */
  word(name: ResourceName): string {
    return this.words(name)[0] as string;
  }

  words(name: ResourceName): readonly string[] {
    return this.resources(name).map(String);
  }

  /** The headers and body members that trigger a fault. The check declares the fault among its needs. */
  fault(name: FaultName): ProfileFault {
    const fault = this.#parts.profile.faults[name];
    if (!fault) throw new RangeError(`the check uses fault:${name}; add it to its needs`);
    return fault;
  }

  /**
   * Requires that a setup request succeeded.
   *
   * @throws CannotGoOn when it did not; another check covers that failure
   */
  requireSuccess(answer: Answer): Answer {
    if (answer.isSuccess) {
      this.#parts.settle(answer);
      return answer;
    }
    const { request, actor } = answer.exchange;
    const code = typeof answer.messageCode === 'string' ? ` ${answer.messageCode.slice(0, 80)}` : '';
    // The path template makes reasons that differ only in an id the same.
    const path = matchOperation(request.method, request.path)?.operation.path ?? request.path;
    throw new CannotGoOn(`${request.method} ${path} of ${actor} answered ${answer.status}${code}`);
  }

  /**
   * Requires a precondition that the check cannot set up itself.
   *
   * @throws CannotGoOn with this reason when it is not met
   */
  require(isMet: boolean, otherwise: string): void {
    if (!isMet) throw new CannotGoOn(otherwise);
  }

  /** Ends the run early, because the check has found something that makes all other checks pointless. */
  giveUpRun(reason: string): void {
    this.#parts.giveUpRun(reason);
  }

  /**
   * Leaves the check out if the target reads an open point in a way that gives the check nothing to test.
   *
   * @throws NothingToSee with this reason if so
   */
  skipIf(isSo: boolean, reason: string): void {
    if (isSo) throw new NothingToSee(reason);
  }

  /** Sends a turn to the streaming endpoint. @throws CannotGoOn when no stream opens */
  async open(turn: Turn, options: SendOptions = {}, actor: Actor = this.main): Promise<LiveStream> {
    return this.opened(await this.attempt('streaming', turn, options, actor));
  }

  /** Requires that a streaming send opened a stream. @throws CannotGoOn when it did not */
  opened(sent: Answer | LiveStream): LiveStream {
    if (!(sent instanceof Answer)) return sent;
    throw new CannotGoOn(
      `the stream did not open: ${sent.status} ${sent.messageCode ?? 'without message_code'}`,
    );
  }

  /**
   * Sends a turn over one of the two channels and returns the outcome, success or failure. A stream that opens is closed when the check
   * ends.
   */
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

  /** Streams a turn until it raises an interaction. @throws CannotGoOn when it ends without one */
  async raise(turn: Turn, options: SendOptions = {}): Promise<Raised> {
    const stream = await this.open(turn, options);
    const asked = await stream.until('message.action_required');
    if (!asked) throw new CannotGoOn('the turn ended without asking for anything');
    return { stream, asked, actionId: actionIdOf(asked) };
  }

  /** Streams a turn until its message.start. @throws CannotGoOn when the stream ends without one */
  async running(turn: Turn, options: SendOptions = {}, actor: Actor = this.main): Promise<LiveStream> {
    const stream = await this.open(turn, options, actor);
    const started = await stream.until('message.start');
    if (!started) throw new CannotGoOn('the stream ended without message.start');
    return stream;
  }
}

/** The id of an interaction. @throws UnusableValue when it is not a string */
export function actionIdOf({ data: { action_id: id } }: LiveEvent): string {
  if (typeof id !== 'string') throw new UnusableValue('action_id of the interaction');
  return id;
}

/** When the latest bytes of an answer or a stream arrived, in milliseconds since the run started. */
export function lastReceivedAt({ exchange }: Answer | LiveStream): number {
  return exchange.chunks.at(-1)?.at ?? exchange.sentAt;
}

/** An interaction that waits for its answer. */
export interface Raised {
  readonly stream: LiveStream;
  readonly asked: LiveEvent;
  readonly actionId: string;
}
