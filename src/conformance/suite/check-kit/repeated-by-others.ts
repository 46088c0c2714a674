import type { CredentialName } from '../../../../generated/ids.d.ts';
import { Answer } from '../../drive/answer.ts';
import { isObject } from '../../judge/json.ts';
import { R } from './check.ts';
import { CHANNELS, type CheckContext } from './context.ts';
import { expectRefusal } from './refused-turn.ts';
import type { Running } from './running-states.ts';

const OWNED = R['credentials.ownership.chats'];
/** Credentials of other users. Whether the credentials of one user share their keys is open. */
const OTHERS = ['other_user', 'other_company'] as const satisfies readonly CredentialName[];

/** The requirements about a send that another user repeats, and the cause of its refusal. */
export const REPEATED_BY_OTHERS = { requirements: [OWNED], arranges: ['foreign-chat'] } as const;

/**
 * Other users repeat the owner's send over both endpoints: the same chat, key and body. Whether its turn runs or has left an outcome, the
 * answer is a refusal that does not name the turn (section 5). Its code is open.
 */
export async function expectHiddenFromOthers(
  t: CheckContext,
  { turn, chatId, key }: Pick<NonNullable<Running['sent']>, 'turn' | 'chatId' | 'key'>,
  messageId: unknown,
  others: readonly ('main' | CredentialName)[] = OTHERS.filter((name) => t.has(name)),
): Promise<void> {
  for (const other of others)
    for (const channel of CHANNELS) {
      const repeated = await t.attempt(channel, turn, { chatId, key }, t.as(other));
      await expectRefusal(t, repeated, OWNED);
      const shown = repeated instanceof Answer ? repeated.body : repeated.events.map(({ data }) => data);
      t.expect(OWNED).isTrue(
        repeated,
        !names(shown, messageId),
        'nothing of the turn',
        `message_id ${messageId}`,
      );
    }
}

/** Whether a value names the turn, at any depth. */
function names(value: unknown, messageId: unknown): boolean {
  if (Array.isArray(value)) return value.some((item) => names(item, messageId));
  if (!isObject(value)) return false;
  return Object.entries(value).some(([name, member]) =>
    /^(message_)?id$/.test(name) ? String(member) === String(messageId) : names(member, messageId),
  );
}
