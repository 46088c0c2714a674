import { ALLOWLIST_BLOCKS, attach, idsBeyond } from '../check-kit/catalog.ts';
import { findChat, listNewest } from '../check-kit/chats.ts';
import { check } from '../check-kit/check.ts';
import { type Kind, raise } from '../check-kit/interaction-replies.ts';
import { makePathParameters, OPERATIONS, requestOperation } from '../check-kit/operations.ts';

/**
 * Operations that answer an interaction, with what brings one about: where nothing waits for an answer, whoever asks is
 * refused.
 */
const ASKING: Readonly<Record<string, readonly [scenario: string, kind: Kind]>> = {
  approveTool: ['tool_approval', 'tool_approval'],
  respondPlan: ['plan', 'plan_approval'],
  respondElicitation: ['elicitation', 'elicitation'],
  cancelAuth: ['auth_required', 'auth_required'],
};

/**
 * Tokens, allowed resources, and whose a chat is (section 5). Scopes have files of their own. How a request without a token is
 * refused is open.
 */
export const credentialChecks = [
  ...OPERATIONS.filter(({ operationId }) => !(operationId in ASKING)).map((operation) =>
    check({
      id: `credentials.token.${operation.operationId}`,
      requirements: ['credentials.token.required'],
      needs: ['credential:none'],
      async run(t) {
        const place = await makePathParameters(t, operation);
        t.expect('credentials.token.required').isRefused(
          await requestOperation(t, operation, place, t.as('none')),
        );
      },
    }),
  ),

  ...Object.entries(ASKING).map(([operationId, [scenario, kind]]) =>
    check({
      id: `credentials.token.${operationId}`,
      requirements: ['credentials.token.required'],
      needs: ['credential:none', `scenario:${scenario}`],
      async run(t) {
        const { stream, reply } = await raise(t, scenario, kind, { approved: false });
        t.expect('credentials.token.required').isRefused(
          await t.as('none').act(stream.chatId, reply.action, reply.body),
        );
      },
    }),
  ),

  check({
    id: 'credentials.allowlist.narrows',
    requirements: ['credentials.allowlist.narrows'],
    needs: ['credential:allowlist'],
    async run(t) {
      const limited = t.as('allowlist');
      const all = t.given(await t.main.get('/chat/catalog'));
      const some = t.given(await limited.get('/chat/catalog'));
      const beyond = ALLOWLIST_BLOCKS.flatMap((block) => {
        const [id] = idsBeyond(all, some, block.name);
        return id === undefined ? [] : [{ block, id }];
      });
      t.assume(beyond.length > 0, 'the limited credential is shown all that main is shown');
      const row = t.expect('credentials.allowlist.narrows');
      for (const { block, id } of beyond) row.isRefused(await attach(t, limited, block, [id]));
    },
  }),

  check({
    id: 'credentials.ownership.chats',
    requirements: ['credentials.ownership.chats'],
    needs: ['credential:second'],
    async run(t) {
      const second = t.as('second');
      const chatId = t.freshId();
      t.given(await t.main.send(t.plain(), { chatId }));
      const row = t.expect('credentials.ownership.chats');
      const list = await listNewest(t, {}, second);
      const found = findChat(list, chatId);
      row.holds(list, !found, `no chat ${chatId}`, found, '/data');

      // Requests of their own, not `send`: the chat stays main's to delete.
      const key = { 'idempotency-key': t.freshId() };
      const turn = t.plain({ permission_mode: 'auto' });
      row.isRefused(await second.get(`/chats/${chatId}`));
      row.isRefused(await second.get(`/chats/${chatId}/messages`));
      row.isRefused(await second.post(`/chats/${chatId}/messages`, turn, key));
      row.isRefused(await second.act(chatId, 'cancel', {}));
      row.isRefused(await second.patch(`/chats/${chatId}`, { is_favorite: true }));
      row.isRefused(await second.delete(`/chats/${chatId}`));
      const history = t.given(await t.main.history(chatId));
      row.equals(history, history.items.length, 1, '/data');
    },
  }),
];
