import { ALLOWLIST_BLOCKS, attach, idsBeyond } from '../../check-kit/catalog.ts';
import { findChat, listNewest } from '../../check-kit/chats.ts';
import { check, R } from '../../check-kit/check.ts';

/**
 * Allowlists and chat ownership (section 5). Tokens are checked in tokens.ts, scopes in operation-scopes.ts and attachment-scopes.ts.
 */
export const credentialChecks = [
  check({
    id: 'credentials.allowlist.narrows',
    requirements: [R['credentials.allowlist.narrows']],
    arranges: ['outside-allowlist'],
    needs: ['credential:allowlist'],
    async run(t) {
      const limited = t.as('allowlist');
      const all = t.requireSuccess(await t.main.get('/chat/catalog'));
      const some = t.requireSuccess(await limited.get('/chat/catalog'));
      const beyond = ALLOWLIST_BLOCKS.flatMap((block) => {
        const [id] = idsBeyond(all, some, block.name);
        return id === undefined ? [] : [{ block, id }];
      });
      t.require(
        beyond.length > 0,
        'the catalog hides nothing from the credential allowlist that it shows to main',
      );
      const claim = t.expect('credentials.allowlist.narrows');
      for (const { block, id } of beyond) claim.isRefused(await attach(t, limited, block, [id]));
    },
  }),

  check({
    id: 'credentials.ownership.chats',
    requirements: [R['credentials.ownership.chats']],
    arranges: ['foreign-chat'],
    needs: ['credential:second'],
    async run(t) {
      const second = t.as('second');
      const chatId = t.freshId();
      t.requireSuccess(await t.main.send(t.plain(), { chatId }));
      const claim = t.expect('credentials.ownership.chats');
      const list = await listNewest(t, {}, second);
      const found = findChat(list, chatId);
      claim.isTrue(list, !found, `no chat ${chatId}`, found, '/data');

      // Plain requests instead of `send`, so that the chat still counts as main's, and main deletes it.
      const key = { 'idempotency-key': t.freshId() };
      const turn = t.plain({ permission_mode: 'auto' });
      claim.isRefused(await second.get(`/chats/${chatId}`));
      claim.isRefused(await second.get(`/chats/${chatId}/messages`));
      claim.isRefused(await second.post(`/chats/${chatId}/messages`, turn, key));
      claim.isRefused(await second.act(chatId, 'cancel', {}));
      claim.isRefused(await second.patch(`/chats/${chatId}`, { is_favorite: true }));
      claim.isRefused(await second.delete(`/chats/${chatId}`));
      const history = t.requireSuccess(await t.main.history(chatId));
      claim.equals(history, history.items.length, 1, '/data');
    },
  }),
];
