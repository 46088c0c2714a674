import { renderScript } from '../../../rig/script/render-script.ts';
import { Answer } from '../../drive/answer.ts';
import type { LiveStream } from '../../drive/live-stream.ts';
import { R } from '../../suite/check-kit/check.ts';
import { LAST } from '../../suite/check-kit/composed-turn.ts';
import { CHANNELS, type Channel, type CheckContext } from '../../suite/check-kit/context.ts';
import { OTHER_BODIES } from '../../suite/check-kit/ended-turn.ts';
import { expectRefusal } from '../../suite/check-kit/refused-turn.ts';
import { idOf, startTurn } from '../../suite/check-kit/running-turn.ts';
import { NOT_RERUN, RUNS } from '../../suite/check-kit/send-rows.ts';
import { cancel } from '../../suite/check-kit/turns.ts';
import {
  asks,
  type Course,
  describeCourse,
  type End,
  hasActsOnly,
  needsOfCourse,
  needsScript,
  TURN_ACTION_NAMES,
  turnOf,
} from '../course.ts';
import { type Action, type Step, textOf } from '../step.ts';
import { isActive, type KnownTurn, type World } from '../world.ts';
import { advance, noteEnd } from './advance.ts';
import { newTurn, newTurns } from './new-turn.ts';

const PAIRS = TURN_ACTION_NAMES.flatMap((one) => TURN_ACTION_NAMES.map((other) => [one, other]));
/** What turns do: nothing, one action or two, with equal chances. */
const COURSES: readonly (readonly string[])[] = [
  ...PAIRS.map(() => []),
  ...TURN_ACTION_NAMES.flatMap((name) => TURN_ACTION_NAMES.map(() => [name])),
  ...PAIRS,
];
/** Most turns complete, so that another one can follow. */
const END_NAMES = ['completes', 'completes', 'completes', 'holds', 'fails'] satisfies End[];

export const turnActions: readonly Action[] = [
  {
    name: 'send',
    weight: 14,
    makes: true,
    requirements: [RUNS.blocking, RUNS.streaming],
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
      (step.as !== 'other_user' || hasActsOnly(courseOf(step))),
    needsOf: (step) => needsOfCourse(courseOf(step)),
    needsScript: (step) => needsScript(courseOf(step)),
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

  {
    name: 'repeat',
    weight: 7,
    requirements: [
      R['idempotency.key.running-refused'],
      R['idempotency.key.running-or-stored'],
      NOT_RERUN.blocking,
      NOT_RERUN.streaming,
    ],
    offer: (world) => world.turnsThat((turn) => canRepeat(world, turn)),
    async take(t, world, step) {
      const turn = world.turn(textOf(step, 'turn'));
      const again = await t.attempt(turn.channel, turn.body, turn.sent, t.as(turn.chat.owner));
      if (turn.state !== 'over') {
        const refused = await expectRefusal(
          t,
          again,
          'idempotency.key.running-refused',
          'idempotency.key.running-or-stored',
        );
        if (refused) t.expect('idempotency.key.running-refused').failsWith(refused, 'turn-in-progress');
        return;
      }
      if (!(again instanceof Answer)) await t.inTime(again.rest());
      expectReplay(t, turn, again);
    },
    describe: ({ turn }) => `turn ${turn} is sent again, with the same key and body`,
  },

  {
    name: 'reuse-key',
    weight: 4,
    requirements: [R['errors.idempotency-conflict.answer']],
    // While a turn runs, two refusals apply, and the contract does not say which one comes first (A-04, A-65).
    offer: (world) => world.turnsThat((turn) => turn.state === 'over' && canRepeat(world, turn)),
    async take(t, world, step) {
      const turn = world.turn(textOf(step, 'turn'));
      const [change = (body) => body] = OTHER_BODIES;
      const refused = await t.attempt(turn.channel, change(turn.body), turn.sent, t.as(turn.chat.owner));
      t.expect('errors.idempotency-conflict.answer').failsWith(refused, 'idempotency-conflict');
    },
    describe: ({ turn }) => `another body is sent under the key of turn ${turn}`,
  },

  {
    name: 'reuse-key-elsewhere',
    weight: 2,
    requirements: [],
    // The contract does not say how far an idempotency key reaches, so any response is fine (A-62). Where the send runs a turn that does nothing
    // until it is cancelled, a blocking send would have no response.
    offer: (world) => world.turnsThat((turn) => canRepeat(world, turn) && turn.running === undefined),
    async take(t, world, step) {
      const { body, sent, channel, chat } = world.turn(textOf(step, 'turn'));
      const came = await t.attempt(channel, body, { ...sent, chatId: t.freshId() }, t.as(chat.owner));
      if (!(came instanceof Answer)) came.disconnect();
    },
    describe: ({ turn }) =>
      `the body and the key of turn ${turn} are sent to a chat of which nothing is known`,
  },

  {
    name: 'send-to-deleted-chat',
    weight: 2,
    requirements: [R['states.chat.deletion-removes']],
    offer: (world) => world.chatsThat(({ state }) => state === 'deleted'),
    // The contract does not say whether a send creates the chat again (A-32), but its old turns must not return.
    async take(t, world, step) {
      const chat = world.chat(textOf(step, 'chat'));
      chat.state = 'open';
      const actor = t.as(chat.owner);
      const sent = await actor.send(t.plain(), { chatId: chat.id });
      const history = await actor.history(chat.id);
      t.expect('states.chat.deletion-removes').isTrue(
        history,
        history.items.length <= (sent.isSuccess ? 1 : 0),
        'none of the turns from before the deletion',
        history.items.length,
        '/data',
      );
    },
    describe: ({ chat }) => `a turn is sent to the deleted chat ${chat}, whose messages are then listed`,
  },

  {
    name: 'send-and-leave',
    weight: 4,
    requirements: [R['turns.disconnect.finishes']],
    needsScript: () => true,
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

  {
    name: 'cancel',
    weight: 6,
    requirements: [
      R['cancel.turn.live-turn'],
      R['cancel.turn.ends-cancelled'],
      R['cancel.turn.finished-is-ok'],
      R['messages.status.cancelled-in-history'],
    ],
    // The contract does not say how the service answers a cancellation in a chat without turns (A-108).
    offer: (world) =>
      world.chatsThat(
        (chat) =>
          isActive(chat) &&
          world.turnsOf(chat).length > 0 &&
          (world.liveTurn(chat) !== undefined || world.isIdle(chat)),
      ),
    take: cancelTurn,
    describe: ({ chat }) => `the turn in chat ${chat} is cancelled`,
  },

  {
    name: 'list-messages',
    weight: 6,
    requirements: [
      R['turns.listing.exists'],
      R['service.chats.hold-turns'],
      R['turns.listing.chronological'],
      R['messages.prompt.as-sent'],
      R['messages.status.cancelled-in-history'],
      R['states.completed.after-completed-event'],
      R['lists.page.selects-slice'],
    ],
    choices: { size: ['default', '1', '2'] },
    offer: (world) => world.chatsThat(isActive),
    take: listMessages,
    describe: ({ chat, size }) =>
      `the messages of chat ${chat} are listed${size === 'default' ? '' : `, ${size} on a page`}`,
  },
];

function courseOf({ does, end }: Step): Course {
  return { does: does as readonly string[], end: end as End };
}

async function sendTurn(t: CheckContext, world: World, step: Step): Promise<void> {
  const course = courseOf(step);
  const body = {
    ...turnOf(t, course, world.isScripted),
    permission_mode: textOf(step, 'mode'),
    ...(step.metadata === true && {
      metadata: { turn: textOf(step, 'turn'), actions: course.does, urgent: null },
    }),
  };
  const turn = newTurn(t, world, step, body, textOf(step, 'over') as Channel);
  const { chat, sent, channel } = turn;
  const actor = t.as(chat.owner);
  if (channel === 'streaming') {
    const stream = await t.attempt(channel, body, sent, actor);
    t.expect(RUNS.streaming).accepts(stream);
    turn.stream = t.opened(stream);
    world.turns.set(turn.name, turn);
    await advance(t, turn);
    turn.messageId = turn.stream.messageId;
  } else if (course.end === 'holds') {
    turn.running = await startTurn(t, channel, body, sent);
    turn.state = 'held';
  } else {
    const answer = await actor.send(body, sent);
    if (answer.status < 500) t.expect(RUNS.blocking).accepts(answer);
    turn.messageId = answer.data.id ?? answer.data.message_id;
    turn.state = 'over';
    turn.end = answer.isSuccess ? 'completed' : 'error';
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

/** Whether only one response to a repeated send is correct: the chat exists, and no other turn runs in it (A-71, A-73). */
function canRepeat(world: World, turn: KnownTurn): boolean {
  if (turn.chat.state !== 'active') return false;
  const others = world.turnsOf(turn.chat).filter((other) => other !== turn);
  return turn.state !== 'open' && others.every(({ state }) => state === 'over');
}

function expectReplay(
  t: CheckContext,
  { channel, messageId, end, stream }: KnownTurn,
  again: Answer | LiveStream,
): void {
  const claim = t.expect(NOT_RERUN[channel]);
  if (messageId !== undefined) claim.equals(again, idOf(again), messageId);
  if (stream && !(again instanceof Answer) && end !== undefined)
    claim.equals(again, again.terminal?.type, `message.${end}`);
}

/** How soon a cancelled turn ends if no client reads its stream, in milliseconds of the service's time. */
const SOON = 60_000;

async function cancelTurn(t: CheckContext, world: World, step: Step): Promise<void> {
  const chat = world.chat(textOf(step, 'chat'));
  const turn = world.liveTurn(chat);
  const actor = t.as(chat.owner);
  if (turn?.running) {
    const ended = await turn.running.cancel();
    Object.assign(turn, { state: 'over', end: 'cancelled', messageId: idOf(ended) });
    return;
  }
  const answer = await cancel(t, chat.id, {}, actor);
  if (!turn) return t.expect('cancel.turn.finished-is-ok').succeeds(answer, 200);
  t.expect('cancel.turn.live-turn').succeeds(answer, 200);
  if (turn.asked) turn.closed = { asked: turn.asked, by: 'cancel' };
  turn.asked = undefined;
  const { stream } = turn;
  if (stream && !turn.isLeft) {
    const end = await t.inTime(stream.rest());
    noteEnd(turn, end?.type);
    return t.expect('cancel.turn.ends-cancelled').equals(stream, end?.type, 'message.cancelled');
  }
  const status = () => actor.history(chat.id);
  const shown = await t.until(status, ({ items }) => statusIn(items, turn) === 'cancelled', SOON);
  t.expect('messages.status.cancelled-in-history').equals(
    shown,
    statusIn(shown.items, turn),
    'cancelled',
    '/data',
  );
  noteEnd(turn, 'message.cancelled');
}

function statusIn(items: Answer['items'], { messageId }: KnownTurn): unknown {
  return items.find(({ id }) => id === messageId)?.status;
}

/** Lists the turns of a chat in pages of a given size, and compares them with those that were sent. */
async function listMessages(t: CheckContext, world: World, step: Step): Promise<void> {
  const chat = world.chat(textOf(step, 'chat'));
  const turns = world.turnsOf(chat);
  // A sequence sends fewer turns than the default page size.
  const whole = await t.as(chat.owner).get(`/chats/${chat.id}/messages`);
  t.expect('turns.listing.exists').succeeds(whole);
  expectListed(t, turns, whole);
  if (step.size === 'default' || !world.isIdle(chat)) return;
  const size = Number(step.size);
  const ids: unknown[] = [];
  let last = whole;
  for (let page = 1; page <= Math.ceil(whole.items.length / size); page += 1) {
    last = t.requireSuccess(
      await t.as(chat.owner).get(`/chats/${chat.id}/messages?page=${page}&size=${size}`),
    );
    ids.push(...last.items.map(({ id }) => id));
  }
  // The contract does not say whether the first page has the oldest or the newest turns (A-25).
  const all = whole.items.map(({ id }) => id);
  t.expect('lists.page.selects-slice').equals(last, [...ids].sort(), [...all].sort(), '/data');
}

function expectListed(t: CheckContext, turns: readonly KnownTurn[], list: Answer): void {
  const ids = list.items.map(({ id }) => id);
  // A running or failed turn may be missing (A-88, A-89).
  const certain = turns.filter(
    ({ end, messageId }) => messageId !== undefined && (end === 'completed' || end === 'cancelled'),
  );
  const listed = ids.filter((id) => certain.some(({ messageId }) => messageId === id));
  const expected = certain.map(({ messageId }) => messageId);
  t.expect('service.chats.hold-turns').equals(list, [...listed].sort(), [...expected].sort(), '/data');
  t.expect('turns.listing.chronological').equals(list, listed, expected, '/data');
  if (turns.every(({ messageId }) => messageId !== undefined)) {
    const known = new Set(turns.map(({ messageId }) => messageId));
    const others = ids.filter((id) => !known.has(id));
    t.expect('service.chats.hold-turns').equals(list, others, [], '/data');
  }
  for (const { messageId, end, body } of certain) {
    const item = list.items.find(({ id }) => id === messageId);
    t.expect('messages.prompt.as-sent').equals(list, item?.prompt, body.content, '/data');
    if (end === 'completed')
      t.expect('states.completed.after-completed-event').equals(list, item?.status, 'completed', '/data');
    else t.expect('messages.status.cancelled-in-history').equals(list, item?.status, 'cancelled', '/data');
  }
}
