import type { Need } from '../../../../../generated/ids.d.ts';
import { Answer } from '../../../drive/answer.ts';
import { CHAT_REACHES, isFailedStream, STRANGERS } from '../../check-kit/chat-reaches.ts';
import { makeChat } from '../../check-kit/chats.ts';
import { type Check, check, R } from '../../check-kit/check.ts';
import type { CheckContext } from '../../check-kit/context.ts';
import { answer, respond } from '../../check-kit/interaction-replies.ts';
import { ASKED_STATES, SENT_STATES } from '../../check-kit/running-states.ts';
import { cancel, endOf, finish } from '../../check-kit/turns.ts';

/** A chat whose last turn is in a certain state. */
interface Turned {
  readonly chatId: string;
  /** The interaction that waits for the owner's answer. */
  readonly actionId?: string;
  /** Requires that the turn is still as its owner left it, and ends it. */
  goOn(): Promise<void>;
}

/** A state of a chat's last turn. */
interface TurnState {
  /** Part of the ids of checks. */
  readonly name: string;
  readonly needs: readonly Need[];
  bring(t: CheckContext): Promise<Turned>;
}

const OWNED = R['credentials.ownership.chats'];
const ANSWER = R['errors.not-found.answer'];

const STATES: readonly TurnState[] = [
  ...[...SENT_STATES, ...ASKED_STATES].map(
    ({ name, needs, start }): TurnState => ({
      name,
      needs,
      async bring(t) {
        const { chatId, asked, end } = await start(t);
        const goOn = async () => {
          if (asked) return t.expect(OWNED).succeeds(await answer(t, asked));
          // Only a running turn can be cancelled, so the way it ends shows whether it was still running.
          const ended = await end?.();
          if (!ended) return;
          const status = ended instanceof Answer ? ended.data.status : ended.terminal?.type;
          const isCancelled = /cancelled$/.test(String(status));
          // The contract does not say how a blocking send is answered.
          const isOpen = ended instanceof Answer && !ended.isSuccess;
          t.expect(OWNED).isTrue(ended, isCancelled || isOpen, 'a turn that ran on', status);
        };
        return { chatId, ...(asked && { actionId: asked.actionId }), goOn };
      },
    }),
  ),
  {
    name: 'answered',
    needs: ['scenario:agents_two_actions'],
    async bring(t) {
      const { stream, asked, actionId } = await t.raise(t.scenario('agents_two_actions'));
      t.requireSuccess(await respond(t, stream, asked));
      const goOn = async () => {
        const end = await finish(t, stream);
        t.expect(OWNED).isTrue(stream, end?.type !== 'message.cancelled', 'a turn that ran on', end?.type);
      };
      return { chatId: stream.chatId, actionId, goOn };
    },
  },
  {
    name: 'cancelled',
    needs: ['scenario:long_turn'],
    async bring(t) {
      const stream = await t.running(t.scenario('long_turn'));
      t.requireSuccess(await cancel(t, stream.chatId));
      await endOf(t, stream, 'message.cancelled');
      return { chatId: stream.chatId, goOn: async () => {} };
    },
  },
  {
    name: 'failed',
    needs: ['scenario:upstream_failure'],
    async bring(t) {
      const { id: chatId } = await makeChat(t);
      await finish(t, await t.open(t.scenario('upstream_failure'), { chatId }));
      return { chatId, goOn: async () => {} };
    },
  },
];

/** Each operation on a chat, with a credential that does not own it, in each state of the chat's last turn (sections 2.1 and 5). */
export const turnOwnerChecks: readonly Check[] = STRANGERS.flatMap((stranger) =>
  STATES.map(({ name, needs, bring }) =>
    check({
      id: `credentials.ownership.${name}.${stranger.replace('_', '-')}`,
      situations: [{ probe: 'every operation of another', chat: name, credential: stranger }],
      requirements: [OWNED, ANSWER],
      arranges: ['foreign-chat'],
      needs: [...needs, `credential:${stranger}`],
      async run(t) {
        const { chatId, actionId, goOn } = await bring(t);
        const other = t.as(stranger);
        for (const reach of CHAT_REACHES) {
          const foreign = await reach.request(t, other, chatId, actionId);
          if (reach.operationId === 'streamMessage' && isFailedStream(foreign)) continue;
          t.expect(OWNED).isRefused(foreign);
          // A send to someone else's busy chat has two reasons to be refused.
          if (!reach.isSend) t.expect(ANSWER).failsWith(foreign, ...reach.rows);
        }
        await goOn();
        t.expect(OWNED).succeeds(await t.main.get(`/chats/${chatId}`));
      },
    }),
  ),
);
