import type { ErrorRowId, Need, RequirementId } from '../../../../generated/ids.d.ts';
import type { Channel, CheckContext } from '../../check-kit/context.ts';
import { type Sent, startTurn } from '../../check-kit/running-turn.ts';
import { withScript } from '../../check-kit/scripted-turn.ts';
import { finish, withFault } from '../../check-kit/turns.ts';
import type { SendOptions, Turn } from '../../drive/actor.ts';
import { Answer } from '../../drive/answer.ts';
import type { LiveStream } from '../../drive/live-stream.ts';

/** A way in which a turn ends and leaves an outcome under its key. */
export interface Ending {
  /** Part of the ids of checks. */
  readonly name: string;
  readonly needs?: readonly Need[];
  readonly channels?: readonly Channel[];
  /** Whether the replay of the outcome is certain to equal it. */
  readonly isReplayed?: boolean;
  /** Whether the turn runs until it is cancelled. */
  readonly isCancelled?: boolean;
  /** Whether any model of the catalog can run the turn, since it needs no tools. */
  readonly takesAnyModel?: boolean;
  /** The failure that a blocking send answers with, and the requirement that says so. */
  readonly failure?: { readonly row: ErrorRowId; readonly requirement: RequirementId };
  make(t: CheckContext): readonly [Turn, SendOptions?];
}

export const TURN_FAILED = {
  row: 'turn-failed',
  // A blocking send whose turn fails downstream gets 502 upstream_error.
  requirement: 'errors.turn-failed.answer',
} as const satisfies Ending['failure'];

export const ENDINGS: readonly Ending[] = [
  {
    name: 'completed',
    isReplayed: true,
    takesAnyModel: true,
    make(t) {
      const turn = t.plain({ permission_mode: 'auto' });
      return [{ ...turn, content: `${turn.content}\n\n${LONG}` }];
    },
  },
  {
    name: 'completed-with-agents',
    needs: ['scenario:agents'],
    isReplayed: true,
    make: (t) => [t.scenario('agents', { permission_mode: 'auto', metadata: { order: 4410, none: null } })],
  },
  {
    name: 'completed-with-tool',
    needs: ['scenario:tool_use'],
    isReplayed: true,
    make: (t) => [t.scenario('tool_use', { permission_mode: 'auto' })],
  },
  {
    name: 'answered',
    needs: ['scenario:tool_approval'],
    channels: ['streaming'],
    isReplayed: true,
    make: (t) => [t.scenario('tool_approval', { permission_mode: 'manual' })],
  },
  {
    name: 'cancelled',
    needs: ['scenario:long_turn'],
    isReplayed: true,
    isCancelled: true,
    takesAnyModel: true,
    make: (t) => [t.scenario('long_turn', { permission_mode: 'auto' })],
  },
  {
    name: 'failed',
    needs: ['scenario:upstream_failure'],
    isReplayed: true,
    takesAnyModel: true,
    failure: TURN_FAILED,
    make: (t) => [t.scenario('upstream_failure', { permission_mode: 'auto' })],
  },
  {
    // Nothing is generated before, so that a service has nothing to store but the failure.
    name: 'failed-at-once',
    needs: ['scenario:upstream_failure'],
    isReplayed: true,
    takesAnyModel: true,
    failure: TURN_FAILED,
    make: (t) => [
      withScript(t.scenario('upstream_failure', { permission_mode: 'auto' }), () => [{ fail: 'outage' }]),
    ],
  },
  {
    name: 'timed-out',
    needs: ['scenario:endless_turn', 'fault:turn_timeout'],
    make: (t) => withFault(t, 'turn_timeout', t.scenario('endless_turn', { permission_mode: 'auto' })),
  },
  {
    name: 'cut-at-interaction',
    needs: ['scenario:interaction_in_auto'],
    channels: ['blocking'],
    // If the turn of a blocking send asks for an interaction that only a client could answer, it is cut, and
    // the send gets 502 interaction_in_auto_mode.
    failure: { row: 'interaction-in-auto-mode', requirement: 'errors.interaction-in-auto-mode.answer' },
    make: (t) => [t.scenario('interaction_in_auto', { permission_mode: 'auto' })],
  },
];

/** Longer than what a service may compare of a content. */
const LONG = ' And so on.'.repeat(400);

/** Changes that make the body of a turn clearly another one. */
export const OTHER_BODIES: readonly ((turn: Turn) => Turn)[] = [
  (turn) => ({ ...turn, content: `Something else, then. ${turn.content}` }),
  (turn) => ({ ...turn, content: `${turn.content} And one thing more.` }),
  (turn) => ({ ...turn, metadata: { order: 4711 } }),
  (turn) => ({ ...turn, metadata: { order: 4410, none: { nested: 1 } } }),
  // Only a turn that has these members becomes another one without them.
  ...['attachments', 'principal_agent_id'].map((member) => (turn: Turn) => without(turn, member)),
];

function without(turn: Turn, member: string): Turn {
  return Object.fromEntries(Object.entries(turn).filter(([name]) => name !== member)) as Turn;
}

/** A turn that has ended, and what its client got. */
export interface Ended {
  readonly turn: Turn;
  readonly sent: Sent;
  readonly outcome: Answer | LiveStream;
}

/** Whether a send ran its turn to a success, or replayed one. */
export function isRun(sent: Answer | LiveStream): boolean {
  return sent instanceof Answer ? sent.isSuccess : sent.terminal?.type === 'message.completed';
}

/**
 * Runs a turn to its end.
 *
 * @throws NothingToSee when a turn that should fail completes
 */
export async function bringToEnd(
  t: CheckContext,
  channel: Channel,
  { isCancelled = false, failure, make }: Ending,
  chatId?: string,
): Promise<Ended> {
  const [turn, options = {}] = make(t);
  if (isCancelled) {
    const { sent, cancel } = await startTurn(t, channel, turn, { ...options, ...(chatId && { chatId }) });
    return { turn, sent, outcome: await cancel() };
  }
  const sent = { ...options, chatId: chatId ?? t.freshId(), key: t.freshId() };
  const outcome = await attempt(t, channel, turn, sent);
  // Another provider may have taken over.
  t.skipIf(failure === TURN_FAILED && isRun(outcome), 'the turn that should fail completed');
  return { turn, sent, outcome };
}

/** Sends a turn and reads it to its end. */
export async function attempt(
  t: CheckContext,
  channel: Channel,
  turn: Turn,
  sent: Sent,
): Promise<Answer | LiveStream> {
  const came = await t.attempt(channel, turn, sent);
  if (!(came instanceof Answer)) await finish(t, came);
  return came;
}
