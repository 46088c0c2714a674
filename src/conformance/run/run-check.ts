import type { Check } from '../check-kit/check.ts';
import { Claim } from '../check-kit/claim.ts';
import { type BrokenClaim, ClaimLedger } from '../check-kit/claim-ledger.ts';
import { CheckContext } from '../check-kit/context.ts';
import { CannotGoOn, CheckOver } from '../check-kit/violation.ts';
import { Actor } from '../drive/actor.ts';
import { runInApplication } from '../drive/application.ts';
import type { ExchangeLog } from '../drive/exchange-log.ts';
import type { LiveStream } from '../drive/live-stream.ts';
import { StoppableTransport } from '../drive/stoppable-transport.ts';
import { type Transport, TransportFailure } from '../drive/wire.ts';
import type { Judgement } from '../judge/judgement.ts';
import type { Profile } from '../profile/profile.ts';
import type { Level } from '../registry.ts';

export interface RunCheckParts {
  readonly profile: Profile;
  readonly transport: Transport;
  readonly log: ExchangeLog;
  readonly judgement: Judgement;
  /** Aborted when checks shall end as they are. */
  readonly stop: AbortSignal;
  /** Called before each turn that is sent. @throws CannotGoOn when no more may be */
  takeTurn(): void;
  levelOf(requirement: string): Level;
  /** Waits, in milliseconds of the real clock; no longer than the signal lets. */
  sleep(duration: number, signal?: AbortSignal): Promise<void>;
}

/** `incomplete`: it did not reach its end, and that says nothing about the target's conformance. */
export interface CheckOutcome {
  readonly check: Check;
  readonly status: 'passed' | 'violated' | 'incomplete';
  /** Why it is incomplete. */
  readonly reason?: string;
  /** Whether the wire failed: then the check is worth another attempt. */
  readonly isTransportFailure?: boolean;
  /** Paths of the chats and skills that it made and could not delete. */
  readonly left: readonly string[];
}

/** The outcome of a check with what it found, which is not settled before the run is over. */
export interface CheckRun extends CheckOutcome {
  readonly broken: readonly BrokenClaim[];
}

type Ending = Omit<CheckOutcome, 'left'>;

/** Runs one check to its end, and cleans up after it. It throws nothing but a defect of the check itself. */
export async function runCheck(check: Check, parts: RunCheckParts): Promise<CheckRun> {
  const ledger = new ClaimLedger(parts.judgement, check.requirements, parts.levelOf);
  const traces = new Traces();
  const transport = new StoppableTransport(parts.transport, parts.stop);
  const context = openContext(check, { ...parts, transport }, ledger, traces);
  const outcome = await attempt(check, context, ledger);
  transport.goOnUntil(AbortSignal.timeout(transport.limits.cleanUp));
  const left = await cleanUp(traces, outcome.status === 'incomplete');
  return { ...outcome, broken: ledger.broken, left };
}

async function attempt(check: Check, context: CheckContext, ledger: ClaimLedger): Promise<Ending> {
  try {
    await check.run(context);
  } catch (error) {
    if (!(error instanceof CheckOver)) return interrupted(check, error, ledger);
  }
  return { check, status: ledger.hasViolation ? 'violated' : 'passed' };
}

function interrupted(check: Check, error: unknown, ledger: ClaimLedger): Ending {
  if (ledger.hasViolation) return { check, status: 'violated' };
  if (error instanceof TransportFailure) {
    const isTransportFailure = error.problem !== 'stopped';
    return { check, status: 'incomplete', reason: error.message, isTransportFailure };
  }
  if (error instanceof CannotGoOn) return { check, status: 'incomplete', reason: error.message };
  throw error;
}

/** What a check leaves behind at the target. */
class Traces {
  readonly chats = new Map<string, Actor>();
  readonly skills = new Map<number, Actor>();
  readonly streams: LiveStream[] = [];
}

function openContext(check: Check, parts: RunCheckParts, ledger: ClaimLedger, traces: Traces): CheckContext {
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
      check: check.id,
      onTurn: parts.takeTurn,
      // The first to name a chat is the one who made it; others may ask for what is not theirs.
      onChat(chatId) {
        if (!traces.chats.has(chatId)) traces.chats.set(chatId, actor);
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
    wait: (duration, signal) => parts.sleep(duration / profile.timers.timeScale, signal),
    keep: (stream) => traces.streams.push(stream),
    application(content, chatId) {
      const { application: request, headers } = profile;
      if (!request) throw new RangeError('the check uses the application; add application to its needs');
      parts.takeTurn();
      return runInApplication({ request, headers, transport, log, check: check.id }, content, chatId);
    },
  });
}

/** Stops what still runs, and deletes what was made. @returns the paths of what would not go */
async function cleanUp({ chats, skills, streams }: Traces, wasCut: boolean): Promise<string[]> {
  for (const stream of streams.filter(({ terminal }) => !terminal)) {
    const actor = chats.get(stream.chatId);
    await actor?.act(stream.chatId, 'cancel', {}).catch(() => {});
    stream.disconnect();
  }
  // A send that was cut may have begun a turn of which no stream tells.
  if (wasCut) await Promise.all([...chats].map(([chatId, actor]) => cancelUntold(chatId, actor, streams)));
  const made = [
    ...[...chats].map(([chatId, actor]) => [`/chats/${chatId}`, actor] as const),
    ...[...skills].map(([skillId, actor]) => [`/skills/${skillId}`, actor] as const),
  ];
  const left: string[] = [];
  for (const [path, actor] of made) {
    const isGone = await remove(path, actor).catch(() => false);
    if (!isGone) left.push(path);
  }
  return left;
}

async function cancelUntold(chatId: string, actor: Actor, streams: readonly LiveStream[]): Promise<void> {
  if (streams.some((stream) => stream.chatId === chatId)) return;
  await actor.act(chatId, 'cancel', {}).catch(() => {});
}

/** @returns whether nothing is there any more; an actor that may not delete may have made nothing, as one that is unknown */
async function remove(path: string, actor: Actor): Promise<boolean> {
  const { isSuccess, status } = await actor.delete(path);
  return isSuccess || status === 404 || status === 401 || (await actor.get(path)).status === 404;
}
