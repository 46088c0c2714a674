import { renderScript } from '../../../rig/script/render-script.ts';
import { Answer } from '../../drive/answer.ts';
import { R } from '../../suite/check-kit/check.ts';
import { LAST } from '../../suite/check-kit/composed-turn.ts';
import { CHANNELS, type Channel, type CheckContext } from '../../suite/check-kit/context.ts';
import { CLOSE_FAILURES, TIMEOUT } from '../../suite/check-kit/fault-ends.ts';
import { startTurn } from '../../suite/check-kit/running-turn.ts';
import { RUNS } from '../../suite/check-kit/send-rows.ts';
import { withFault } from '../../suite/check-kit/turns.ts';
import {
  asks,
  type Course,
  describeCourse,
  type End,
  FAULT_END_NAMES,
  failureOf,
  faultOf,
  hasActsOnly,
  lackOfCourse,
  needsOfCourse,
  SCRIPT,
  TURN_ACTION_NAMES,
  turnOf,
} from '../course.ts';
import { type Action, type Step, textOf } from '../step.ts';
import { isActive, type KnownTurn, type World } from '../world.ts';
import { advance, noteEnd } from './advance.ts';
import { cancelActions, SOON, statusIn } from './cancels.ts';
import { listMessages } from './list-messages.ts';
import { newTurn, newTurns } from './new-turn.ts';
import { repeatActions } from './repeats.ts';

/** What the contract says about sends that meet a fault. */
const FAILED = [
  R['errors.save-unconfirmed.answer'],
  R['errors.outcome-unknown.answer'],
  R['errors.turn-timeout.answer'],
  ...[...CLOSE_FAILURES, TIMEOUT].map(({ requirement }) => requirement),
];
const PAIRS = TURN_ACTION_NAMES.flatMap((one) => TURN_ACTION_NAMES.map((other) => [one, other]));
/** A service whose model follows no scripts asks only in such a turn, and most steps need a question. */
const ASKING = TURN_ACTION_NAMES.filter((name) => asks({ does: [name], end: 'completes' })).map((name) => [
  name,
]);
/** What turns do: nothing, one action or two, with similar chances. */
const COURSES: readonly (readonly string[])[] = [
  ...PAIRS.map(() => []),
  ...TURN_ACTION_NAMES.flatMap((name) => TURN_ACTION_NAMES.map(() => [name])),
  ...TURN_ACTION_NAMES.flatMap(() => ASKING),
  ...PAIRS,
];
const OWN_ENDS = ['completes', 'completes', 'completes', 'holds', 'fails'] satisfies End[];
/** Most turns complete, so that another one can follow. */
const END_NAMES: readonly End[] = [...OWN_ENDS, ...OWN_ENDS, ...OWN_ENDS, ...FAULT_END_NAMES];

const OLD_KEY = 'of its last blocking turn';

export const turnActions: readonly Action[] = [
  {
    name: 'send',
    weight: 14,
    makes: true,
    requirements: [RUNS.blocking, RUNS.streaming, ...FAILED],
    choices: {
      over: ['streaming', 'blocking'],
      mode: ['manual', 'auto'],
      does: COURSES,
      end: END_NAMES,
      metadata: [true, false],
    },
    offer: newTurns,
    // Only a streamed turn can ask something. What another user is allowed to use is unknown.
    fits: (step) =>
      (step.over === 'streaming' || (step.mode === 'auto' && !asks(courseOf(step)))) &&
      (step.over === 'streaming' || step.end !== 'holds' || step.as === 'main') &&
      // The deadline would pass while the turn waits for an answer.
      (step.end !== TIMEOUT.fault || !asks(courseOf(step))) &&
      (step.as !== 'other_user' || hasActsOnly(courseOf(step))),
    needsOf: (step) => needsOfCourse(courseOf(step)),
    // A scenario may use what only its own credential can.
    lacksUnscripted: (step, { holding }) =>
      lackOfCourse(courseOf(step), step.as === 'other_user' ? undefined : holding),
    take: sendTurn,
    describe: ({ turn, chat, as, over, mode, does, end, metadata }) =>
      `${as} sends turn ${turn} to chat ${chat} (${over}, ${mode}${metadata ? '' : ', without metadata'}): it ${describeCourse(does as readonly string[], String(end))}`,
  },

  {
    name: 'send-to-busy-chat',
    weight: 5,
    requirements: [
      R['errors.chat-busy.answer'],
      R['states.chat.second-send-refused'],
      R['errors.chat-busy.message-id'],
    ],
    choices: { over: CHANNELS },
    offer: (world) => world.chatsThat((chat) => isActive(chat) && world.liveTurn(chat) !== undefined),
    async take(t, world, step) {
      const chat = world.chat(textOf(step, 'chat'));
      const { messageId } = world.liveTurn(chat) as KnownTurn;
      const sent = await t.attempt(
        textOf(step, 'over') as Channel,
        t.plain({ permission_mode: 'auto' }),
        { chatId: chat.id },
        t.as(chat.owner),
      );
      t.expect('errors.chat-busy.answer', 'states.chat.second-send-refused').failsWith(sent, 'chat-busy');
      const named = sent instanceof Answer ? sent.data.message_id : undefined;
      if (messageId !== undefined)
        t.expect('errors.chat-busy.message-id').equals(sent, named, messageId, '/data/message_id');
    },
    describe: ({ chat, over }) => `another turn is sent to chat ${chat} (${over}) while one runs`,
  },

  ...repeatActions,

  {
    name: 'send-to-deleted-chat',
    weight: 2,
    requirements: [R['states.chat.deletion-removes']],
    choices: { key: ['new', OLD_KEY] },
    offer: (world) => world.chatsThat(({ state }) => state === 'deleted'),
    // The contract does not say whether a send creates the chat again, or whether a key outlives its chat, but the old turns must not
    // return.
    async take(t, world, step) {
      const chat = world.chat(textOf(step, 'chat'));
      chat.state = 'open';
      const actor = t.as(chat.owner);
      const last = step.key === OLD_KEY ? world.turnsOf(chat).findLast(isAnswered) : undefined;
      const sent = last
        ? await actor.send(last.body, last.sent)
        : await actor.send(t.plain(), { chatId: chat.id });
      const history = await actor.history(chat.id);
      t.expect('states.chat.deletion-removes').isTrue(
        history,
        history.items.length <= (sent.isSuccess ? 1 : 0),
        'none of the turns from before the deletion',
        history.items.length,
        '/data',
      );
    },
    describe: ({ chat, key }) =>
      `a turn is sent to the deleted chat ${chat}, ${key === OLD_KEY ? 'with the key and body of its last blocking turn' : 'with a new key'}, and its messages are listed`,
  },

  {
    name: 'send-and-leave',
    weight: 4,
    requirements: [R['turns.disconnect.finishes']],
    lacksUnscripted: () => SCRIPT,
    offer: newTurns,
    take: sendAndLeave,
    describe: ({ turn, chat, as }) =>
      `${as} sends turn ${turn} to chat ${chat} (streaming), closes the connection, and waits until it has ended`,
  },

  {
    name: 'leave',
    weight: 3,
    requirements: [],
    offer: (world) =>
      world.turnsThat(
        ({ state, stream, isLeft }) =>
          stream !== undefined && !isLeft && (state === 'asking' || state === 'held'),
      ),
    async take(_, world, step) {
      const turn = world.turn(textOf(step, 'turn'));
      turn.stream?.disconnect();
      turn.isLeft = true;
    },
    describe: ({ turn }) => `the client of turn ${turn} closes its connection`,
  },

  ...cancelActions,

  listMessages,
];

/** Whether a turn that is sent again over the blocking channel certainly ends. */
function isAnswered({ channel, end }: KnownTurn): boolean {
  return channel === 'blocking' && end === 'completed';
}

function courseOf({ does, end }: Step): Course {
  return { does: does as readonly string[], end: end as End };
}

async function sendTurn(t: CheckContext, world: World, step: Step): Promise<void> {
  const course = courseOf(step);
  const body = {
    ...turnOf(t, course, world),
    permission_mode: textOf(step, 'mode'),
    ...(step.metadata === true && {
      metadata: { turn: textOf(step, 'turn'), actions: course.does, urgent: null },
    }),
  };
  const fault = faultOf(course.end);
  const known = newTurn(t, world, step, body, textOf(step, 'over') as Channel);
  const { chat, sent, channel } = known;
  const [whole, options] = fault ? withFault(t, fault, body, sent) : [body, sent];
  const turn: KnownTurn = {
    ...known,
    body: whole,
    holding: course.end === 'holds' ? world.holding : undefined,
    fault,
    failure: failureOf(course),
  };
  const actor = t.as(chat.owner);
  if (channel === 'streaming') {
    const stream = await t.attempt(channel, whole, options, actor);
    t.expect(RUNS.streaming).accepts(stream);
    turn.stream = t.opened(stream);
    world.turns.set(turn.name, turn);
    await advance(t, turn);
    turn.messageId = turn.stream.messageId;
  } else if (course.end === 'holds') {
    turn.running = await startTurn(t, channel, body, sent);
    turn.state = 'held';
  } else {
    const answer = await actor.send(whole, options);
    const { row } = turn.failure ?? {};
    if (row) t.expect(`errors.${row}.answer`).failsWith(answer, row);
    else if (!fault && answer.status < 500) t.expect(RUNS.blocking).accepts(answer);
    turn.messageId = answer.data.id ?? answer.data.message_id;
    noteEnd(turn, answer.isSuccess ? 'message.completed' : 'message.error');
  }
  world.turns.set(turn.name, turn);
  if (turn.end === 'completed') chat.state = 'active';
}

async function sendAndLeave(t: CheckContext, world: World, step: Step): Promise<void> {
  const body = { content: renderScript([{ say: 'One moment. ' }, { wait: 5 }, { say: LAST }]) };
  const turn = newTurn(t, world, step, body, 'streaming');
  const { chat, sent } = turn;
  const actor = t.as(chat.owner);
  const stream = await t.running(body, sent, actor);
  stream.disconnect();
  Object.assign(turn, { state: 'over', isLeft: true, messageId: stream.messageId, end: 'completed' });
  const shown = await t.until(
    () => actor.history(chat.id),
    ({ items }) => statusIn(items, turn) === 'completed',
    SOON,
  );
  t.expect('turns.disconnect.finishes').equals(shown, statusIn(shown.items, turn), 'completed', '/data');
  world.turns.set(turn.name, turn);
  chat.state = 'active';
}
