import type { JsonInteger } from '../../exact-json/exact-number.ts';
import { Actor } from '../drive/actor.ts';
import { runInApplication } from '../drive/application.ts';
import type { ExchangeLog } from '../drive/exchange-log.ts';
import type { LiveStream } from '../drive/live-stream.ts';
import { StoppableTransport } from '../drive/stoppable-transport.ts';
import { UnusableValue } from '../drive/unusable-value.ts';
import { type Transport, TransportFailure } from '../drive/wire.ts';
import type { Judgement } from '../judge/judgement.ts';
import { describeSuiteDefect } from '../judge/suite-defect.ts';
import type { Timing } from '../judge/timing.ts';
import { absentPartAt } from '../profile/absences.ts';
import type { Profile } from '../profile/profile.ts';
import type { Level } from '../registry/registry.ts';
import type { Check } from '../suite/check-kit/check.ts';
import { Claim } from '../suite/check-kit/claim.ts';
import { ClaimLedger } from '../suite/check-kit/claim-ledger.ts';
import { CheckContext, type FoundViolation } from '../suite/check-kit/context.ts';
import { CannotGoOn, CheckOver, NothingToSee } from '../suite/check-kit/interruption.ts';
import type { CheckOutcome, CheckRun } from '../verdict/outcome.ts';

/** What a check needs of its run. */
export interface RunCheckParts {
  readonly profile: Profile;
  readonly transport: Transport;
  readonly log: ExchangeLog;
  readonly judgement: Judgement;
  /** Aborted when the run ends early. */
  readonly stop: AbortSignal;
  /** Aborted some time after the run was interrupted, when cleaning up must end too. */
  readonly end: AbortSignal;
  /** Called before each turn is sent. @throws CannotGoOn when the turn budget is used up */
  takeTurn(): void;
  levelOf(requirement: string): Level;
  /** The requirements that a check and the judge have found violated, once for each violation. */
  violatedBy(check: string): string[];
  /** What checks have learnt about the target, by its name. */
  readonly facts: Map<string, Promise<unknown>>;
  /** Ends the run early, with the reason. */
  giveUp(reason: string): void;
  /** The time of the run, in milliseconds of the real clock, as used in exchanges. */
  now(): number;
  readonly timing: Timing;
  /** Waits for some milliseconds of the real clock, or until the signal is aborted. */
  sleep(duration: number, signal?: AbortSignal): Promise<void>;
  /** Called when the check begins to wait on purpose. */
  readonly onWait?: (() => void) | undefined;
}

/** Requests that a check sends at once to clean up after a stop. Otherwise it sends one after another. */
const HURRIED = 8;

const NOTHING_COMPARED = 'the answers and turns that it got here have nothing that it compares';

type Ending = Omit<CheckOutcome, 'left'>;

/**
 * Runs one check and cleans up after it. Never throws: if the check itself throws, it is incomplete and says why, and the other checks go
 * on.
 */
export async function runCheck(check: Check, parts: RunCheckParts): Promise<CheckRun> {
  const ledger = new ClaimLedger(parts.judgement, check, parts.levelOf, parts.violatedBy(check.id));
  const traces = new Traces();
  const found: FoundViolation[] = [];
  const transport = new StoppableTransport(parts.transport, parts.stop);
  const context = openContext(check, { ...parts, transport }, ledger, { traces, found });
  const outcome = await attempt(check, context, ledger, parts.judgement);
  // Each of these requests is cut off soon after the stop.
  if (parts.stop.aborted) await Promise.all(traces.creations);
  const late = new AbortController();
  const cancel = transport.clock.after(transport.limits.cleanUp, () => late.abort());
  transport.goOnUntil(AbortSignal.any([late.signal, parts.end]));
  const { unanswered } = transport;
  const wasCut = outcome.status === 'incomplete' || outcome.status === 'left-out';
  const atOnce = parts.stop.aborted ? HURRIED : 1;
  const left = await cleanUp(traces, { wasCut, atOnce, unanswered });
  cancel();
  parts.log.release(check.id);
  return {
    ...outcome,
    broken: ledger.broken,
    found,
    left: left.length > 0 && (unanswered.length > 0 || wasHeard(check, parts.log)) ? left : [],
  };
}

/** Whether the service answered any request of a check. If not, the check made nothing. */
function wasHeard({ id }: Check, { exchanges }: ExchangeLog): boolean {
  return exchanges.some(({ check, status }) => check === id && status !== undefined);
}

async function attempt(
  check: Check,
  context: CheckContext,
  ledger: ClaimLedger,
  judgement: Judgement,
): Promise<Ending> {
  try {
    await check.run(context);
  } catch (error) {
    if (error instanceof NothingToSee && !ledger.hasViolation)
      return leftOut(check, error.message, judgement);
    if (!(error instanceof CheckOver)) return interrupted(check, error, ledger);
  }
  // A check that compared nothing has proved nothing, whatever it sent.
  if (ledger.settled.size === 0) return leftOut(check, NOTHING_COMPARED, judgement);
  return { check, status: ledger.hasViolation ? 'violated' : 'passed' };
}

function leftOut(check: Check, reason: string, judgement: Judgement): Ending {
  for (const requirement of check.requirements) judgement.cannotJudge(requirement, reason);
  return { check, status: 'left-out', reason };
}

function interrupted(check: Check, error: unknown, ledger: ClaimLedger): Ending {
  if (ledger.hasViolation) return { check, status: 'violated' };
  if (error instanceof TransportFailure) {
    const failure = error.problem === 'stopped' ? undefined : error.problem;
    return { check, status: 'incomplete', reason: error.message, failure };
  }
  if (error instanceof CannotGoOn || error instanceof UnusableValue)
    return { check, status: 'incomplete', reason: error.message };
  return {
    check,
    status: 'incomplete',
    reason: describeSuiteDefect('the check', error),
    isSuiteDefect: true,
  };
}

/** What a check created on the target and has to delete. */
class Traces {
  readonly chats = new Map<string, Actor>();
  readonly skills = new Map<JsonInteger, Actor>();
  readonly streams: LiveStream[] = [];
  /** Requests that create something and have no answer yet. */
  readonly creations = new Set<Promise<void>>();
}

function openContext(
  check: Check,
  parts: RunCheckParts,
  ledger: ClaimLedger,
  { traces, found }: { readonly traces: Traces; readonly found: FoundViolation[] },
): CheckContext {
  const { profile, transport, log } = parts;
  const actors = new Map<string, Actor>();
  const makeActor = (name: string): Actor => {
    const credential = profile.credentials[name];
    if (!credential && name !== 'none')
      throw new RangeError(`the check acts as ${name}; add credential:${name} to its needs`);
    const actor: Actor = new Actor({
      name,
      token: credential?.token,
      headers: profile.headers,
      transport,
      log,
      timeScale: profile.timers.timeScale,
      tools: profile.tools,
      check: check.id,
      onRead: (exchange) => ledger.read(exchange),
      onRequest(path) {
        const part = absentPartAt(path, profile.absent);
        if (part !== undefined) throw new NothingToSee(`the profile says that the service has no ${part}`);
      },
      onTurn: parts.takeTurn,
      // The first actor that uses a chat created it. Later ones may use someone else's chat on purpose.
      onChat(chatId) {
        if (!traces.chats.has(chatId)) traces.chats.set(chatId, actor);
      },
      // The contract does not say whether a chat can be read during its first turn.
      onNoChat(chatId) {
        const hasStream = traces.streams.some((stream) => stream.chatId === chatId);
        if (!hasStream && traces.chats.get(chatId) === actor) traces.chats.delete(chatId);
      },
      onCreation(answered) {
        const over: Promise<void> = answered
          .then(
            () => {},
            () => {},
          )
          .finally(() => traces.creations.delete(over));
        traces.creations.add(over);
      },
      onSkill: (skillId) => traces.skills.set(skillId, actor),
    });
    return actor;
  };
  return new CheckContext({
    profile,
    actor(name) {
      const actor = actors.get(name) ?? makeActor(name);
      actors.set(name, actor);
      return actor;
    },
    claim: (requirements) => new Claim(requirements, ledger),
    settle: ({ exchange }) => ledger.settle(exchange),
    cannotJudge(requirements, reason) {
      for (const requirement of requirements) parts.judgement.cannotJudge(requirement, reason);
    },
    violated: parts.violatedBy(check.id),
    lookAgain: (requirements, smaller) => found.push({ requirements, smaller }),
    facts: parts.facts,
    outOfReach: (agent) => log.outOfReach.add(agent),
    now: parts.now,
    timing: parts.timing,
    wait: (duration, signal) => parts.sleep(duration / profile.timers.timeScale, signal),
    onWait: () => parts.onWait?.(),
    keep: (stream) => traces.streams.push(stream),
    giveUpRun: parts.giveUp,
    async application(content, chatId) {
      const { application: request, headers } = profile;
      if (!request) throw new RangeError('the check uses the application; add application to its needs');
      parts.takeTurn();
      const options = { request, headers, transport, log, check: check.id };
      return (await runInApplication(options, content, chatId)).readBy((exchange) => ledger.read(exchange));
    },
  });
}

interface CleanUp {
  /** Whether the check did not reach its end. */
  readonly wasCut: boolean;
  /** How many requests it sends at once. */
  readonly atOnce: number;
  /** What may have been created by requests without an answer. */
  readonly unanswered: readonly string[];
}

/** Stops running turns and deletes what the check created. @returns what could not be deleted, or may not have been */
async function cleanUp(
  { chats, skills, streams }: Traces,
  { wasCut, atOnce, unanswered }: CleanUp,
): Promise<string[]> {
  const running = streams.filter(({ terminal }) => !terminal);
  await forEach(running, atOnce, async (stream) => {
    const actor = chats.get(stream.chatId);
    await actor?.act(stream.chatId, 'cancel', {}).catch(() => {});
    stream.disconnect();
  });
  // An interrupted send may have started a turn that has no stream to read.
  if (wasCut) await Promise.all([...chats].map(([chatId, actor]) => cancelUnseen(chatId, actor, streams)));
  const made = [
    ...[...chats].map(([chatId, actor]) => [`/chats/${chatId}`, actor] as const),
    ...[...skills].map(([skillId, actor]) => [`/skills/${skillId}`, actor] as const),
  ];
  const left = new Set<string>();
  await forEach(made, atOnce, async ([path, actor]) => {
    const isGone = await remove(path, actor, unanswered).catch(() => false);
    if (!isGone) left.add(path);
  });
  return [...left, ...unanswered.filter((each) => !chats.has(each.replace('/chats/', '')))];
}

/** Runs a function over a list with limited concurrency. */
async function forEach<Item>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const rest = items.values();
  const worker = async () => {
    for (const item of rest) await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

async function cancelUnseen(chatId: string, actor: Actor, streams: readonly LiveStream[]): Promise<void> {
  if (streams.some((stream) => stream.chatId === chatId)) return;
  await actor.act(chatId, 'cancel', {}).catch(() => {});
}

/** A chat whose id is not a UUID. */
const NO_CHAT = /^\/chats\/(?![\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$)/i;

/** @returns whether the resource is gone. A credential that the target does not know (401) cannot have created anything. */
async function remove(path: string, actor: Actor, unanswered: readonly string[]): Promise<boolean> {
  const { isSuccess, isRefusal, status } = await actor.delete(path);
  // The request that creates it may still be on its way.
  if (unanswered.includes(path)) return isSuccess;
  // The contract does not say which 4xx a malformed id gets.
  if (NO_CHAT.test(path)) return isSuccess || isRefusal;
  return isSuccess || status === 404 || status === 401 || (await actor.get(path)).status === 404;
}
