import type { CredentialName, Need } from '../../../../../generated/ids.d.ts';
import type { Actor } from '../../../drive/actor.ts';
import type { Answer } from '../../../drive/answer.ts';
import { fingerprint } from '../../check-kit/answer-fingerprint.ts';
import { CHAT_REACHES, isFailedStream, type Reach, STRANGERS } from '../../check-kit/chat-reaches.ts';
import { type MadeChat, makeChat } from '../../check-kit/chats.ts';
import { type Check, R } from '../../check-kit/check.ts';
import type { CheckContext } from '../../check-kit/context.ts';
import { checkProbes, type Probe } from '../../check-kit/probe.ts';
import { expectFree } from '../../check-kit/refused-turn.ts';

const OWNED = R['credentials.ownership.chats'];
const ANSWER = R['errors.not-found.answer'];

/** A credential that owns a chat, and one that does not. A service may treat its first credential, or the user of one, in its own way. */
interface Pair {
  readonly name: string;
  readonly needs: readonly Need[];
  readonly actors: (t: CheckContext) => { readonly owner: Actor; readonly stranger: Actor };
}

/** Credentials whose scopes or resources differ from the owner's. */
const FAR = ['allowlist', 'other_company'] as const satisfies readonly CredentialName[];

const PAIRS: readonly Pair[] = [
  ...[...STRANGERS, ...FAR].map(
    (stranger): Pair => ({
      name: stranger.replace('_', '-'),
      needs: [`credential:${stranger}`],
      actors: (t) => ({ owner: t.main, stranger: t.as(stranger) }),
    }),
  ),
  {
    name: 'main',
    needs: ['credential:second'],
    actors: (t) => ({ owner: t.as('second'), stranger: t.main }),
  },
];

/** What strangers sent runs no turn, so the chat is free for its owner. */
const FREE: Probe<Owned> = {
  requirements: [OWNED],
  run: (t, { owner, chat }) => expectFree(t, [OWNED], chat.id, owner),
};

/** Each operation on a chat, with a credential that does not own it (sections 2.1 and 5). */
export const ownerChecks: readonly Check[] = PAIRS.map(({ name, needs, actors }) =>
  checkProbes({
    id: `credentials.ownership.${name}`,
    needs,
    async arrange(t) {
      const { owner, stranger } = actors(t);
      // The profile need not say that a credential of another company has all scopes.
      if (name === 'other-company')
        for (const own of [
          await stranger.get('/chats'),
          await stranger.post('/chats', { name: 'Their own' }),
        ])
          t.skipIf(own.isRefusal, 'the credential lacks a scope');
      return { owner, stranger, chat: await makeTurnedChat(t, owner) };
    },
    probes: [...CHAT_REACHES.map(reachedByStranger), FREE],
  }),
);

interface Owned {
  readonly owner: Actor;
  readonly stranger: Actor;
  readonly chat: MadeChat;
}

function reachedByStranger({ operationId, rows, foreign, isSend, request, further }: Reach): Probe<Owned> {
  const named = foreign ? [foreign] : [];
  return {
    requirements: [OWNED, ANSWER, ...named],
    arranges: ['foreign-chat', 'missing-chat'],
    async run(t, { owner, stranger, chat }) {
      const before = t.requireSuccess(await owner.get(chat.path));
      const refused = await request(t, stranger, chat.id);
      await expectUntouched(t, owner, chat, before);
      // For the streaming send, a stream that only reports the refusal is correct.
      if (operationId === 'streamMessage' && isFailedStream(refused)) return;
      t.expect(OWNED, ...named).isRefused(refused);
      t.expect(ANSWER, ...named).failsWith(refused, ...rows);
      // What was refused stays refused.
      if (foreign) t.expect(OWNED, foreign).isRefused(await request(t, stranger, chat.id));
      if (further) t.expect(ANSWER).failsWith(await further(stranger, chat.id), ...rows);
      if (isSend) return;
      const id = t.freshId();
      const missing = await request(t, stranger, id);
      t.expect(ANSWER).failsWith(missing, ...rows);
      // If either of two failures is correct, one answer may name the chat and the other the interaction.
      if (rows.length > 1) return;
      t.expect(ANSWER).equals(refused, fingerprint(refused, chat.id), fingerprint(missing, id));
    },
  };
}

async function makeTurnedChat(t: CheckContext, owner: Actor): Promise<MadeChat> {
  const chat = await makeChat(t, {}, owner);
  t.requireSuccess(await owner.send(t.plain(), { chatId: chat.id }));
  return chat;
}

async function expectUntouched(
  t: CheckContext,
  owner: Actor,
  { id, path }: MadeChat,
  before: Answer,
): Promise<void> {
  const claim = t.expect(OWNED);
  const chat = await owner.get(path);
  claim.succeeds(chat);
  for (const member of ['name', 'is_favorite']) claim.shows(chat, member, before.data[member]);
  const history = t.requireSuccess(await owner.history(id));
  claim.equals(history, history.items.length, 1, '/data');
}
