import { SENDS } from '../../../../generated/operation-groups.js';
import { answerInstead } from '../../../../src/alterations/decorators/answer-instead.ts';
import { isSuccess } from '../../../../src/alterations/decorators/answers.ts';
import { withFreshKey } from '../../../../src/alterations/decorators/keys.ts';
import { inStore } from '../../../../src/alterations/decorators/ports.ts';
import { type Body, bodyOf, insteadOf, withHeader } from '../../../../src/alterations/decorators/requests.ts';
import { rewriteData } from '../../../../src/alterations/decorators/rewrite-answers.ts';
import type { JsonAnswer } from '../../../../src/reference/http/exchange.ts';
import { defect, type FloorDefect } from './defect.ts';
import { both, noteSuccess, noteTurns, tokenOf } from './notes.ts';

export const CREDENTIAL_DEFECTS: readonly FloorDefect[] = [
  defect(
    'chats.namespace.other-credentials-hidden/favorites',
    'a chat created from the application or by another credential of the same user does not appear in a credential’s chat list',
    'The list of favorites shows the favorites of all credentials.',
    inStore('chats', ({ find, list }) => {
      const credentials = new Set<string>();
      return {
        find(id) {
          const chat = find(id);
          if (chat?.credentialId) credentials.add(chat.credentialId);
          return chat;
        },
        list(credentialId, filter, page) {
          if (!filter.isFavorite) return list(credentialId, filter, page);
          const all = { offset: 0, limit: Number.MAX_SAFE_INTEGER };
          const chats = [...new Set([credentialId, ...credentials])]
            .flatMap((each) => list(each, filter, all).chats)
            .sort((one, other) => other.createdAt - one.createdAt);
          return { chats: chats.slice(page.offset, page.offset + page.limit), total: chats.length };
        },
      };
    }),
  ),
  defect(
    'credentials.ownership.chats/refused-send-runs',
    'Data is scoped per credential. A chat of another credential answers 404.',
    'A send to the chat of another credential is refused, but its turn runs there.',
    (exchange) => {
      const owners = new Map<string | undefined, string | undefined>();
      const noting = both(
        noteTurns((request) => owners.set(request.path.chat_id, tokenOf(request))),
        noteSuccess('createChat', (request, { id }) => owners.set(id, tokenOf(request))),
      );
      return answerInstead(SENDS, async (request, sound) => {
        const answer = await sound(request);
        const owner = owners.get(request.path.chat_id);
        if (answer.status !== 404 || owner === undefined || owner === tokenOf(request)) return answer;
        const body = { content: bodyOf(request)?.content, permission_mode: 'auto' };
        const asOwner = withHeader(request, 'authorization', owner);
        const misled = insteadOf({ ...request, ...asOwner }, 'sendMessage', body);
        await sound({ ...misled, ...withFreshKey(misled) });
        return answer;
      })(noting(exchange));
    },
  ),
  defect(
    'catalog.skills.name/old-name',
    'skills: Items `{ id, name }`',
    'The catalog shows a skill by the name that it was created with.',
    (exchange) => {
      const names = new Map<number, string>();
      const noting = noteSuccess('createSkill', (_, { id, name }) => names.set(id, name));
      const withOldName = (skill: Body) => ({ ...skill, name: names.get(skill.id) ?? skill.name });
      return rewriteData('getCatalog', (catalog) => ({
        ...catalog,
        ...(catalog.skills && { skills: catalog.skills.map(withOldName) }),
      }))(noting(exchange));
    },
  ),
  defect(
    'catalog.blocks.absent-without-scope/last-reader',
    'A block whose scope the credential lacks is absent (the key is not present), not an empty list.',
    'A credential that reads the catalog again gets what the last other reader got.',
    (exchange) => {
      const readers = new Set<string | undefined>();
      let last: { readonly token: string | undefined; readonly data: unknown } | undefined;
      return answerInstead('getCatalog', async (request, sound) => {
        const token = tokenOf(request);
        const answer = (await sound(request)) as JsonAnswer & { readonly body: Body };
        if (!isSuccess(answer)) return answer;
        const isMixedUp = readers.has(token) && last !== undefined && last.token !== token;
        const data = isMixedUp ? last?.data : answer.body.data;
        readers.add(token);
        last = { token, data };
        return { ...answer, body: { ...answer.body, data } };
      })(exchange);
    },
  ),
];
