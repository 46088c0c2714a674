import type { RequirementId } from '../../../../../generated/ids.d.ts';
import { carryScript } from '../../../../rig/script/render-script.ts';
import type { Actor, Turn } from '../../../drive/actor.ts';
import { Answer } from '../../../drive/answer.ts';
import type { LiveStream } from '../../../drive/live-stream.ts';
import { isObject, type JsonObject } from '../../../judge/json.ts';
import { isTerminal } from '../../../judge/rules/event-names.ts';
import { R } from '../../check-kit/check.ts';
import {
  CUT,
  DISCARDED,
  DONE,
  type End,
  FAILOVER,
  hasTakenOver,
  LAST,
  scriptOfCourse,
  type TurnAction,
  turnOfCourse,
} from '../../check-kit/composed-turn.ts';
import type { Channel, CheckContext } from '../../check-kit/context.ts';
import { respond } from '../../check-kit/interaction-replies.ts';
import { codeOf } from '../../check-kit/replayed-stream.ts';
import { finish, keptText, nextMove } from '../../check-kit/turns.ts';

/** A turn that performs some actions and then ends. */
export interface Planned {
  readonly actions: readonly TurnAction[];
  readonly end: End;
  /** The channel, unless the turn raises an interaction or has to be cancelled. */
  readonly channel: Channel;
  readonly isIncognito?: boolean;
}

/** The requirements that turns show, each with a condition on the turn. */
export const SHOWN = [
  { requirement: R['messages.content.string'], by: ({ end }) => end === 'completed' },
  { requirement: R['messages.metadata.echoed'], by: isWhole },
  {
    requirement: R['messages.anonymization.incognito-only'],
    by: (turn) => isWhole(turn) && turn.isIncognito === true,
  },
  {
    requirement: R['messages.agent-runs.empty-without-delegation'],
    by: (turn) => isWhole(turn) && !delegates(turn),
  },
  { requirement: R['messages.agent-runs.summarise-tasks'], by: (turn) => isWhole(turn) && delegates(turn) },
  {
    requirement: R['stream.delta.replace-on-failover'],
    by: (turn) => isWhole(turn) && turn.actions.includes(FAILOVER),
  },
  {
    requirement: R['stream.step.on-progress'],
    by: (turn) => isStreamed(turn) && turn.actions.some(({ hasStep }) => hasStep),
  },
  { requirement: R['cancel.turn.ends-cancelled'], by: ({ end }) => end === 'cancelled' },
  { requirement: R['errors.turn-failed.answer'], by: (turn) => isFailing(turn) && !isStreamed(turn) },
  {
    requirement: R['errors.turn-failed.same-as-replay'],
    by: (turn) => isFailing(turn) && !isStreamed(turn),
  },
  { requirement: R['events.error.replay-same-error'], by: failsInStream },
  { requirement: R['events.error.upstream-error'], by: failsInStream },
  { requirement: R['events.error.upstream-not-retryable'], by: failsInStream },
  { requirement: R['events.error.agent-runs-only-with-tasks'], by: failsInStream },
  {
    requirement: R['events.error.details-on-outage'],
    by: (turn) => isStreamed(turn) && turn.end === 'outage',
  },
] as const satisfies readonly {
  readonly requirement: RequirementId;
  by(turn: Planned): boolean | undefined;
}[];

/** Runs turns in one chat, so that one listing shows all of them. */
export async function runTurns(t: CheckContext, turns: readonly Planned[]): Promise<void> {
  const chatId = t.freshId();
  for (const turn of turns) if (!(await runTurn(t, turn, chatId))) return;
  await actorOf(t, turns[0]).history(chatId);
}

/** Runs a turn, checks its end, and replays it. @returns whether it has ended, so that another one can follow */
async function runTurn(t: CheckContext, planned: Planned, chatId: string): Promise<boolean> {
  const { actions, end, isIncognito = false } = planned;
  const actor = actorOf(t, planned);
  const metadata = { actions: actions.map(({ name }) => name), end, urgent: null };
  const turn = { ...turnOf(t, planned), metadata, permission_mode: asks(planned) ? 'manual' : 'auto' };
  const channel = isStreamed(planned) ? 'streaming' : 'blocking';
  const sent = { chatId, key: t.freshId() };
  const source = await t.attempt(channel, turn, sent, actor);
  const ended = await read(t, source, end, actor);
  if (ended === undefined) return false;
  // A provider may have taken over where the script fails, and some answers end a turn.
  if (!isEnd(source, planned)) return true;
  // With only one provider, the turn fails before it has performed its actions.
  if (isFailing(planned) && actions.includes(FAILOVER) && !hasTakenOver(source)) return true;
  // This credential's model may not follow scripts.
  if (isIncognito && end === 'completed' && !String(ended.content).includes(DONE)) return true;
  if (isWhole(planned)) expectMembers(t, source, ended, metadata, isIncognito);
  expectEnd(t, source, ended, planned);
  const again = await t.attempt(channel, turn, sent, actor);
  if (!(again instanceof Answer)) await again.rest();
  if (isFailing(planned)) expectSameFailure(t, source, again);
  return true;
}

/** A failure is replayed as a failure. The judge compares its other members, and the outcomes of other turns. */
function expectSameFailure(t: CheckContext, first: Answer | LiveStream, again: Answer | LiveStream): void {
  if (!(first instanceof Answer)) {
    t.expect('events.error.replay-same-error').equals(again, codeOf(again), 'upstream_error', '/code');
    return;
  }
  const claim = t.expect('errors.turn-failed.same-as-replay');
  claim.failsWith(again, 'turn-failed');
  const { message_id: id } = (again as Answer).data;
  claim.equals(again, id, first.data.message_id, '/data/message_id');
}

function actorOf(t: CheckContext, turn: Planned | undefined): Actor {
  return turn?.isIncognito ? t.actorOf('anonymization') : t.main;
}

/** Checks how a turn that did not fail shows its request, and the effect of its credential. */
function expectMembers(
  t: CheckContext,
  source: Answer | LiveStream,
  { metadata, anonymization }: JsonObject,
  sent: JsonObject,
  isIncognito: boolean,
): void {
  t.expect('messages.metadata.echoed').equals(source, metadata, sent, '/metadata');
  if (!isIncognito) return;
  t.expect('messages.anonymization.incognito-only').isTrue(
    source,
    isObject(anonymization) && Object.keys(anonymization).length > 0,
    'an object with the replacements',
    anonymization,
    '/anonymization',
  );
}

/** Reads a turn to its end, and answers its interactions. @returns what its end shows, or undefined if it stalls */
async function read(
  t: CheckContext,
  source: Answer | LiveStream,
  end: End,
  actor: Actor,
): Promise<JsonObject | undefined> {
  if (source instanceof Answer) return source.data;
  if (end !== 'cancelled') return (await finish(t, source))?.data;
  let said = '';
  for (let event = await nextMove(t, source); event; event = await nextMove(t, source)) {
    if (isTerminal(event.type)) return event.data;
    if (event.type === 'message.action_required') t.requireSuccess(await respond(t, source, event));
    if (typeof event.data.text === 'string') said += event.data.text;
    if (!said.includes(CUT)) continue;
    t.requireSuccess(await actor.act(source.chatId, 'cancel', {}));
    const cut = await t.inTime(source.rest());
    t.expect('cancel.turn.ends-cancelled').equals(source, cut?.type, 'message.cancelled');
    return cut?.data;
  }
  return undefined;
}

/** Checks that the end of a turn shows what the turn did. */
function expectEnd(t: CheckContext, source: Answer | LiveStream, ended: JsonObject, planned: Planned): void {
  const { actions, end } = planned;
  const content = String(ended.content);
  if (end === 'completed')
    t.expect('messages.content.string').isTrue(
      source,
      content.endsWith(LAST),
      `content that ends with ${JSON.stringify(LAST)}`,
      content,
      '/content',
    );
  if (actions.includes(FAILOVER) && isWhole(planned)) {
    const expected = 'nothing of the answer that another provider started over';
    // What a client has heard is replaced too, in whichever reply of the turn the provider failed.
    for (const text of source instanceof Answer ? [content] : [keptText(source), content])
      t.expect('stream.delta.replace-on-failover').isTrue(
        source,
        !text.includes(DISCARDED.trim()),
        expected,
        text,
        '/content',
      );
  }
  expectRuns(t, source, ended, planned);
  if (source instanceof Answer) {
    if (isFailing(planned)) t.expect('errors.turn-failed.answer').failsWith(source, 'turn-failed');
    return;
  }
  const hasStep = source.events.some(({ type }) => type === 'message.step');
  if (actions.some((action) => action.hasStep))
    t.expect('stream.step.on-progress').isTrue(source, hasStep, 'message.step', 'none');
  if (!isFailing(planned)) return;
  t.expect('events.error.upstream-error').equals(source, ended.code, 'upstream_error', '/code');
  t.expect('events.error.upstream-not-retryable').equals(source, ended.retryable, false, '/retryable');
  if (end === 'outage')
    t.expect('events.error.details-on-outage').isTrue(
      source,
      isObject(ended.details),
      'an object',
      ended.details,
      '/details',
    );
}

/** Checks the tasks at the end of a turn. A failure that answers a request names none. */
function expectRuns(
  t: CheckContext,
  source: Answer | LiveStream,
  { agent_runs: runs }: JsonObject,
  planned: Planned,
): void {
  if (isFailing(planned) && source instanceof Answer) return;
  const hasTasks = delegates(planned);
  const hasRuns = Array.isArray(runs) && runs.length > 0;
  const ofWhole = hasTasks
    ? 'messages.agent-runs.summarise-tasks'
    : 'messages.agent-runs.empty-without-delegation';
  t.expect(isWhole(planned) ? ofWhole : 'events.error.agent-runs-only-with-tasks').isTrue(
    source,
    hasRuns === hasTasks,
    hasTasks ? 'the tasks of the turn' : 'no tasks',
    runs,
    '/agent_runs',
  );
}

/** The planned turn. In incognito mode it contains something that is masked. */
function turnOf(t: CheckContext, { actions, end, isIncognito }: Planned): Turn {
  if (!isIncognito) return turnOfCourse(t, actions, end);
  const turn = t.scenario('anonymization');
  return { ...turn, content: carryScript(turn.content, scriptOfCourse(t, actions, end)) };
}

function asks({ actions }: Planned): boolean {
  return actions.some((action) => action.asks);
}

function delegates({ actions }: Planned): boolean {
  return actions.some((action) => action.delegates);
}

/** Whether a turn ends with an answer or a partial answer. */
function isWhole({ end }: Planned): boolean {
  return end === 'completed' || end === 'cancelled';
}

function isFailing(turn: Planned): boolean {
  return !isWhole(turn);
}

export function isStreamed(turn: Planned): boolean {
  return asks(turn) || turn.end === 'cancelled' || turn.channel === 'streaming';
}

/** Whether the client can see that the turn got past its actions: a failure that answers a request may come before a provider took over. */
export function showsActions(turn: Planned): boolean {
  return isStreamed(turn) || isWhole(turn) || !turn.actions.includes(FAILOVER);
}

function failsInStream(turn: Planned): boolean {
  return isFailing(turn) && isStreamed(turn);
}

/** Whether a turn ended as planned. */
function isEnd(source: Answer | LiveStream, planned: Planned): boolean {
  if (source instanceof Answer) return source.isSuccess === isWhole(planned);
  return source.terminal?.type === (isWhole(planned) ? `message.${planned.end}` : 'message.error');
}
