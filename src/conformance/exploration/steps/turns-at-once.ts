import type { Need, RequirementId } from '../../../../generated/ids.d.ts';
import { Answer } from '../../drive/answer.ts';
import type { LiveStream } from '../../drive/live-stream.ts';
import { RESOLVES } from '../../judge/consistency/question-book.ts';
import {
  type Attempt,
  answered,
  type BothCame,
  type Came,
  type Outcome,
  type State,
} from '../../suite/check-kit/at-once.ts';
import { R } from '../../suite/check-kit/check.ts';
import { CHANNELS, type CheckContext } from '../../suite/check-kit/context.ts';
import { isRun } from '../../suite/check-kit/ended-turn.ts';
import { idOf } from '../../suite/check-kit/running-turn.ts';
import { NOT_RERUN, RUNS } from '../../suite/check-kit/send-rows.ts';
import { nextMove } from '../../suite/check-kit/turns.ts';
import { turnOf } from '../course.ts';
import type { Step } from '../step.ts';
import { type KnownChat, type KnownTurn, strangersOf, type World } from '../world.ts';
import { advance, kindOf, noteEnd } from './advance.ts';
import { expectCancelled, SOON } from './cancels.ts';
import { answerTo, goOn, pendingOf } from './interactions.ts';
import { newTurn } from './new-turn.ts';

/** What the turn of a chat does: nothing, if the chat has no turn or is new, or it asks, or it is held. */
export type Running = 'none' | 'asking' | 'held';

/** Where two requests meet. */
export interface Where {
  readonly world: World;
  readonly step: Step;
  readonly chat: KnownChat;
  /** The turn that runs in the chat, whose stream a client reads. */
  readonly live: KnownTurn | undefined;
  /** The key of a turn that both requests send. */
  readonly key: string;
}

/** A request about the turn of a chat that can come together with another one. */
export interface TurnAct {
  /** As in "to cancel its turn". */
  readonly name: string;
  readonly requirements: readonly RequirementId[];
  readonly needs?: readonly Need[];
  /** Whether it sends a turn that runs until it is cancelled. */
  readonly holds?: boolean;
  /** Whether it sends a turn. */
  readonly makes?: boolean;
  readonly fits: (running: Running, isNew: boolean) => boolean;
  /** Whether it can come together with another such request; with any by default. */
  readonly besides?: (other: TurnAct) => boolean;
  attempt(t: CheckContext, where: Where): TurnAttempt;
}

export interface TurnAttempt extends Attempt {
  /** The turn that it sends. */
  readonly turn?: KnownTurn;
  /** The answer that it gives. */
  readonly says?: 'yes' | 'no';
  readonly cancels?: boolean;
}

const ONE_TURN = [R['states.chat.one-running-turn'], R['errors.chat-busy.answer']];
const CANCELLED = [R['cancel.turn.live-turn'], R['cancel.turn.finished-is-ok']];
const IN_PROGRESS = R['errors.turn-in-progress.answer'];

/**
 * Every request about a turn that may come together with another request in its chat. The turn of the chat is `asking`, `held`, `answered`
 * (it goes on, and may have ended) or `cancelled` (it ends). `sent` says that a new turn runs that one of the two requests sent.
 */
export const TURN_ACTS: readonly TurnAct[] = [
  {
    name: 'cancel its turn',
    requirements: CANCELLED,
    fits: isLive,
    attempt: (t, { chat }) => ({
      cancels: true,
      send: () => answered(t.as(chat.owner).act(chat.id, 'cancel', {})),
      meets(state) {
        if (state.turn === 'answered') return [success([R['cancel.turn.finished-is-ok']], state)];
        const requirements = state.turn === 'cancelled' ? CANCELLED : [R['cancel.turn.live-turn']];
        return [success(requirements, { ...state, turn: 'cancelled' })];
      },
    }),
  },

  ...(['yes', 'no'] as const).map(
    (says): TurnAct => ({
      name: `answer its turn with ${says}`,
      requirements: [
        ...Object.values(RESOLVES),
        R['errors.action-not-pending.claimed'],
        R['interactions.cancelled-turn.refused'],
      ],
      fits: isAsking,
      attempt(t, { live }) {
        const turn = live as KnownTurn;
        const asked = pendingOf(turn);
        return {
          says,
          send: () => answered(answerTo(t, turn, asked, says === 'yes')),
          meets(state) {
            if (state.turn === 'asking')
              return [success([RESOLVES[kindOf(asked)]], { ...state, turn: 'answered' })];
            if (state.turn === 'cancelled')
              return [
                { requirements: [R['interactions.cancelled-turn.refused']], is: 'refusal', leaves: state },
              ];
            // Once the turn has ended, the service may no longer know the interaction.
            return [
              {
                requirements: [R['errors.action-not-pending.claimed']],
                is: ['action-not-pending', 'action-not-found'],
                leaves: state,
              },
            ];
          },
        };
      },
    }),
  ),

  {
    name: 'answer its turn as a stranger',
    requirements: [R['interactions.answer.own-credential-only']],
    needs: ['credential:second'],
    fits: isAsking,
    attempt(t, { live }) {
      const { chat, asked } = live as KnownTurn;
      const stranger = strangersOf(chat)[0] ?? 'second';
      return {
        send: () => answered(t.as(stranger).act(chat.id, asked?.reply.action ?? '', asked?.reply.body ?? {})),
        meets: (leaves) => [
          {
            requirements: [R['interactions.answer.own-credential-only']],
            is: ['not-found', 'action-not-found'],
            leaves,
          },
        ],
      };
    },
  },

  {
    name: 'repeat its turn',
    requirements: [R['idempotency.key.running-refused']],
    fits: isLive,
    attempt(t, { live }) {
      const { channel, body, sent, chat } = live as KnownTurn;
      return {
        send: () => begun(t, t.attempt(channel, body, sent, t.as(chat.owner))),
        meets(state) {
          const refused = inProgress(R['idempotency.key.running-refused'], state);
          return state.turn === 'answered' || state.turn === 'cancelled'
            ? [...refused, success([], state)]
            : refused;
        },
      };
    },
  },

  {
    name: 'send a turn that holds',
    requirements: [...ONE_TURN, RUNS.streaming],
    holds: true,
    makes: true,
    fits: () => true,
    attempt(t, { world, step }) {
      const body = turnOf(t, { does: [], end: 'holds' }, world);
      const turn: KnownTurn = { ...newTurn(t, world, step, body, 'streaming'), holding: world.holding };
      return {
        turn,
        async send() {
          const source = await t.attempt('streaming', body, turn.sent, t.as(turn.chat.owner));
          if (source instanceof Answer) return { source, isSuccess: source.isSuccess };
          turn.stream = source;
          await advance(t, turn);
          return { source, isSuccess: turn.end !== 'error' };
        },
        meets(state) {
          const runs = success(state.turn === 'none' ? [RUNS.streaming] : [], { ...state, sent: true });
          // Both requests may create the chat, and the contract does not say how the service refuses one of them.
          if (state.isNew)
            return [
              { requirements: [R['states.chat.one-running-turn']], is: 'refusal', leaves: state },
              ...(state.sent ? [] : [{ ...runs, requirements: [] }]),
            ];
          const busy: Outcome = { requirements: ONE_TURN, is: ['chat-busy'], leaves: state };
          if (state.sent || isRunning(state)) return [busy];
          return [...(state.turn === 'none' ? [] : [busy]), runs, fails(state)];
        },
      };
    },
  },

  ...CHANNELS.map(
    (channel): TurnAct => ({
      name: `send one turn (${channel})`,
      requirements: [IN_PROGRESS, RUNS[channel], NOT_RERUN[channel]],
      makes: true,
      fits: (running, isNew) => running === 'none' && !isNew,
      besides: ({ name }) => name === `send one turn (${channel})`,
      attempt(t, { world, step, chat, key }) {
        const turn = newTurn(t, world, step, t.plain({ permission_mode: 'auto' }), channel);
        const sent = { ...turn.sent, key };
        return {
          turn: { ...turn, sent },
          async send() {
            const source = await t.attempt(channel, turn.body, sent, t.as(chat.owner));
            if (!(source instanceof Answer)) await t.inTime(source.rest());
            return { source, isSuccess: isRun(source) };
          },
          meets(state) {
            const runs = success(state.delivered ? [] : [RUNS[channel]], { ...state, delivered: true });
            return [runs, ...(state.delivered ? inProgress(IN_PROGRESS, state) : [fails(state)])];
          },
        };
      },
    }),
  ),
];

function isLive(running: Running): boolean {
  return running !== 'none';
}

function isAsking(running: Running): boolean {
  return running === 'asking';
}

function isRunning({ turn }: State): boolean {
  return turn === 'asking' || turn === 'held';
}

function success(requirements: readonly RequirementId[], leaves: State): Outcome {
  return { requirements, is: 'success', leaves };
}

/** Any turn may fail. */
function fails(leaves: State): Outcome {
  return { requirements: [], is: 'failed stream', leaves };
}

/** The refusals of a key whose turn runs. They may come in a stream. */
function inProgress(requirement: RequirementId, leaves: State): readonly Outcome[] {
  return [
    { requirements: [requirement], is: ['turn-in-progress', 'outcome-unknown'], leaves },
    fails(leaves),
  ];
}

/** A send that may be refused in a stream, after `message.start`. */
async function begun(t: CheckContext, send: Promise<Answer | LiveStream>) {
  const source = await send;
  if (source instanceof Answer) return { source, isSuccess: source.isSuccess };
  let event = await nextMove(t, source, SOON);
  while (event?.type === 'message.start') event = await nextMove(t, source, SOON);
  return { source, isSuccess: event?.type !== 'message.error' };
}

/** Reads what the turns of a chat do after two requests, and records it. */
export async function settleTurns(
  t: CheckContext,
  { world, chat, live }: Where,
  attempts: readonly TurnAttempt[],
  { came, left }: BothCame,
): Promise<void> {
  const succeeded = attempts.filter((_, at) => came[at]?.isSuccess);
  const turns = new Set(left.map(({ turn }) => turn));
  if (live && turns.has('answered')) {
    const asked = pendingOf(live);
    if (succeeded.some(({ cancels }) => cancels)) {
      Object.assign(live, { asked: undefined, closed: { asked, by: 'answer' } });
      noteEnd(live, (await t.inTime((live.stream as LiveStream).rest()))?.type);
    } else await goOn(t, live, asked, succeeded.find(({ says }) => says !== undefined)?.says === 'no');
  } else if (live?.stream && turns.has('cancelled')) await expectCancelled(t, live, live.stream);
  // A turn that failed may be listed, and one that was refused in the stream is not.
  const isFailed = ({ source, isSuccess }: Came) => !isSuccess && !(source instanceof Answer);
  if (attempts.some(({ turn }, at) => turn && isFailed(came[at] as Came))) chat.state = 'open';
  const runs = attempts.flatMap(({ turn }, at) => {
    const { source, isSuccess } = came[at] ?? {};
    return turn && source && isSuccess ? [{ turn, source }] : [];
  });
  const [first, second] = runs;
  if (!first) return;
  const { turn, source } = first;
  if (second) t.expect(NOT_RERUN[turn.channel]).equals(second.source, idOf(second.source), idOf(source));
  if (!(source instanceof Answer)) turn.stream = source;
  if (isRun(source)) noteEnd(turn, 'message.completed');
  turn.messageId = idOf(source);
  world.turns.set(turn.name, turn);
  // A chat certainly exists once its first turn has ended successfully.
  if (chat.state === 'open') await t.as(chat.owner).act(chat.id, 'cancel', {});
}
