import type { Need } from '../../../../../generated/ids.d.ts';
import type { JsonInteger } from '../../../../exact-json/exact-number.ts';
import type { Turn } from '../../../drive/actor.ts';
import { Answer } from '../../../drive/answer.ts';
import type { LiveStream } from '../../../drive/live-stream.ts';
import { isObject } from '../../../judge/json.ts';
import { type Check, check, R } from '../../check-kit/check.ts';
import { CHANNELS, type CheckContext } from '../../check-kit/context.ts';
import { expectRefusal } from '../../check-kit/refused-turn.ts';

const OWNED = R['credentials.ownership.chats'];

/** A send of the owner. */
interface Sent {
  readonly turn: Turn;
  readonly chatId: string;
  readonly key: string;
  readonly messageId: JsonInteger | undefined;
}

/** What the owner's send has come to. */
interface KeyState {
  /** Part of the ids of checks. */
  readonly name: string;
  readonly needs: readonly Need[];
  bring(t: CheckContext): Promise<Sent>;
}

const STATES: readonly KeyState[] = [
  {
    name: 'running-key',
    needs: ['scenario:long_turn'],
    async bring(t) {
      const turn = t.scenario('long_turn', { permission_mode: 'auto' });
      const { chatId, key, messageId } = await t.running(turn);
      return { turn, chatId, key, messageId };
    },
  },
  {
    name: 'stored-outcome',
    needs: [],
    async bring(t) {
      const turn = t.plain({ permission_mode: 'auto' });
      const [chatId, key] = [t.freshId(), t.freshId()];
      const { data } = t.requireSuccess(await t.main.send(turn, { chatId, key }));
      return { turn, chatId, key, messageId: data.id as JsonInteger };
    },
  },
];

/**
 * Another user repeats the owner's send: the same chat, key and body. The answer is a refusal that does not name the turn (section
 * 5). Its code is open, and so is whether the credentials of one user share their keys.
 */
export const keyOwnerChecks: readonly Check[] = STATES.map(({ name, needs, bring }) =>
  check({
    id: `credentials.ownership.${name}`,
    requirements: [OWNED],
    arranges: ['foreign-chat'],
    needs: [...needs, 'credential:other_user'],
    async run(t) {
      const { turn, chatId, key, messageId } = await bring(t);
      for (const channel of CHANNELS) {
        const repeated = await t.attempt(channel, turn, { chatId, key }, t.as('other_user'));
        await expectRefusal(t, repeated, OWNED);
        const told = shownBy(repeated).some((value) => names(value, messageId));
        t.expect(OWNED).isTrue(repeated, !told, 'nothing of the turn', `message_id ${messageId}`);
      }
    },
  }),
);

function shownBy(sent: Answer | LiveStream): readonly unknown[] {
  return sent instanceof Answer ? [sent.body] : sent.events.map(({ data }) => data);
}

/** Whether a value names the turn, at any depth. */
function names(value: unknown, messageId: JsonInteger | undefined): boolean {
  if (Array.isArray(value)) return value.some((item) => names(item, messageId));
  if (!isObject(value)) return false;
  return Object.entries(value).some(([name, member]) =>
    /^(message_)?id$/.test(name) ? String(member) === String(messageId) : names(member, messageId),
  );
}
