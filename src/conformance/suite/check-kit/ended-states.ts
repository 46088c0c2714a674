import type { CauseId, ErrorRowId, Need, RequirementId } from '../../../../generated/ids.d.ts';
import { renderScript } from '../../../rig/script/render-script.ts';
import type { SendOptions, Turn } from '../../drive/actor.ts';
import type { Answer } from '../../drive/answer.ts';
import type { LiveStream } from '../../drive/live-stream.ts';
import type { JsonObject } from '../../judge/json.ts';
import { anyModel } from './catalog.ts';
import { type MadeChat, makeChat } from './chats.ts';
import { R } from './check.ts';
import type { Channel, CheckContext } from './context.ts';
import { attempt, isRun } from './ended-turn.ts';
import { type Sent, startTurn } from './running-turn.ts';
import { withScript } from './scripted-turn.ts';
import type { Situation } from './situation.ts';
import { withFault } from './turns.ts';

/** A text longer than the part of a content that a service may compare. */
const LONG = ' And so on.'.repeat(400);

/** How a turn can end. It runs until it is cancelled, fails or completes by itself, or is cut at its deadline or at an interaction. */
type TurnEnd = 'completed' | 'cancelled' | 'failed' | 'timed out' | 'cut';

/** A way in which a turn ends and leaves an outcome under its idempotency key. */
export interface EndedState {
  /** Part of the ids of checks. */
  readonly name: string;
  /** What the turn does, and how it ends. */
  readonly situation: Pick<Situation, 'course'> & { readonly end: TurnEnd };
  readonly needs?: readonly Need[];
  readonly channels?: readonly Channel[];
  /** Whether any model in the catalog can run the turn, because it needs no tools. */
  readonly takesAnyModel?: boolean;
  /** The failure that a blocking send returns, and the requirement that says so. */
  readonly failure?: {
    readonly cause: CauseId;
    readonly row: ErrorRowId;
    readonly requirement: RequirementId;
  };
  make(t: CheckContext): readonly [Turn, SendOptions?];
}

/** The failure of a turn whose model provider fails. */
export const TURN_FAILED = {
  cause: 'upstream-failure',
  row: 'turn-failed',
  requirement: R['errors.turn-failed.answer'],
} as const satisfies EndedState['failure'];

/** Every way in which a turn can end (sections 3.1, 3.3 and 7). */
export const ENDED_STATES: readonly EndedState[] = [
  {
    name: 'completed',
    situation: { course: [], end: 'completed' },
    takesAnyModel: true,
    make(t) {
      const turn = t.plain({ permission_mode: 'auto' });
      return [{ ...turn, content: `${turn.content}\n\n${LONG}` }];
    },
  },
  {
    name: 'completed-with-agents',
    situation: { course: ['agents'], end: 'completed' },
    needs: ['scenario:agents'],
    make: (t) => [t.scenario('agents', { permission_mode: 'auto', metadata: { order: 4410, none: null } })],
  },
  {
    name: 'completed-with-tool',
    situation: { course: ['tool'], end: 'completed' },
    needs: ['scenario:tool_use'],
    make: (t) => [t.scenario('tool_use', { permission_mode: 'auto' })],
  },
  {
    name: 'answered',
    situation: { course: ['approval'], end: 'completed' },
    needs: ['scenario:tool_approval'],
    channels: ['streaming'],
    make: (t) => [t.scenario('tool_approval', { permission_mode: 'manual' })],
  },
  {
    name: 'cancelled',
    situation: { course: ['words'], end: 'cancelled' },
    needs: ['scenario:long_turn'],
    takesAnyModel: true,
    make: (t) => [t.scenario('long_turn', { permission_mode: 'auto' })],
  },
  {
    name: 'failed',
    situation: { course: ['words'], end: 'failed' },
    needs: ['scenario:upstream_failure'],
    takesAnyModel: true,
    failure: TURN_FAILED,
    make: (t) => [t.scenario('upstream_failure', { permission_mode: 'auto' })],
  },
  {
    // The turn generates nothing first, so the service can store nothing but the failure.
    name: 'failed-at-once',
    situation: { course: [], end: 'failed' },
    needs: ['scenario:upstream_failure'],
    takesAnyModel: true,
    failure: TURN_FAILED,
    make: (t) => [
      withScript(t.scenario('upstream_failure', { permission_mode: 'auto' }), () => [{ fail: 'outage' }]),
    ],
  },
  {
    name: 'timed-out',
    situation: { course: ['words'], end: 'timed out' },
    needs: ['scenario:endless_turn', 'fault:turn_timeout'],
    make: (t) => withFault(t, 'turn_timeout', t.scenario('endless_turn', { permission_mode: 'auto' })),
  },
  {
    name: 'cut-at-interaction',
    situation: { course: ['connection'], end: 'cut' },
    needs: ['scenario:interaction_in_auto'],
    channels: ['blocking'],
    failure: {
      cause: 'client-needed',
      row: 'interaction-in-auto-mode',
      requirement: R['errors.interaction-in-auto-mode.answer'],
    },
    make: (t) => [t.scenario('interaction_in_auto', { permission_mode: 'auto' })],
  },
];

/** A turn that has ended, with what the client received. */
export interface Ended {
  readonly chat: MadeChat;
  readonly turn: Turn;
  readonly sent: Sent;
  readonly outcome: Answer | LiveStream;
}

/**
 * Runs a turn to its end, in a chat with non-default values in the members that a client can set.
 *
 * @throws NothingToSee when a turn that should fail completes
 */
export async function bringToEnd(t: CheckContext, channel: Channel, state: EndedState): Promise<Ended> {
  const { failure, make } = state;
  const chat = await makeFavorite(t, state);
  const [turn, options = {}] = make(t);
  if (state.situation.end === 'cancelled') {
    const { sent, cancel } = await startTurn(t, channel, turn, { ...options, chatId: chat.id });
    return { chat, turn, sent, outcome: await cancel() };
  }
  const sent = { ...options, chatId: chat.id, key: t.freshId() };
  const outcome = await attempt(t, channel, turn, sent);
  // Another provider may have taken over.
  t.skipIf(failure === TURN_FAILED && isRun(outcome), 'the turn that should fail completed');
  return { chat, turn, sent, outcome };
}

/** Creates a chat with non-default values in the members that a client can set. */
async function makeFavorite(t: CheckContext, { takesAnyModel = false }: EndedState): Promise<MadeChat> {
  const chat = await makeChat(t, {
    name: 'Kept by its turns',
    permission_mode: 'auto',
    ...(takesAnyModel && (await t.learn('scripted model', () => scriptedModel(t)))),
  });
  t.requireSuccess(await t.main.patch(chat.path, { is_favorite: true }));
  return chat;
}

/** A model from the catalog that follows scripts, as the models of all scenarios do. Another model would do something else. */
async function scriptedModel(t: CheckContext): Promise<JsonObject | undefined> {
  const model_id = await anyModel(t);
  const say = 'The ferry leaves at noon.';
  const { data, isSuccess } = await t.main.send(t.plain({ content: renderScript([{ say }]), model_id }));
  if (!isSuccess) return undefined;
  return data.content === say ? { model_id } : {};
}
