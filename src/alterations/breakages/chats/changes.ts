import type { Exchange } from '../../../reference/http/exchange.ts';
import { forgettingModels } from '../../decorators/forgetting-models.ts';
import { noSuchPath } from '../../decorators/no-such-path.ts';
import { refuse } from '../../decorators/refuse.ts';
import {
  answerInstead,
  bodyOf,
  rewriteAnswers,
  rewriteRequests,
  withBody,
} from '../../decorators/rewrite.ts';
import { succeed } from '../../decorators/succeed.ts';
import type { Breakage } from '../breakage.ts';

const SENDS = ['sendMessage', 'streamMessage'] as const;
const HOUR = 3_600_000;

/** What this area's requirements about changing and deleting chats forbid, each done. */
export const chatChangeBreakages: readonly Breakage[] = [
  {
    id: 'chats.update.exists',
    requirement: 'chats.update.exists',
    port: 'exchange',
    behaviour: 'Chats cannot be changed.',
    exchange: noSuchPath('updateChat'),
  },
  ...['name', 'is_favorite'].map((member): Breakage => {
    const requirement = `chats.update.${member.replace('_', '-')}`;
    return {
      id: requirement,
      requirement,
      port: 'exchange',
      behaviour: `A change of ${member} is told as done, and is not.`,
      exchange: rewriteRequests('updateChat', (request) =>
        withBody(request, ({ [member]: _, ...rest }) => rest),
      ),
    };
  }),
  {
    id: 'chats.update.model-not-editable',
    requirement: 'chats.update.model-not-editable',
    port: 'exchange',
    behaviour: 'Changing a chat changes its model.',
    exchange: editing('model_id'),
  },
  {
    id: 'chats.update.permission-mode-not-editable',
    requirement: 'chats.update.permission-mode-not-editable',
    port: 'exchange',
    behaviour: 'Changing a chat changes its permission mode.',
    exchange: editing('permission_mode'),
  },
  {
    id: 'chats.updated-at.last-activity',
    requirement: 'chats.updated-at.last-activity',
    port: 'exchange',
    behaviour: 'A chat with a turn tells that its last activity was an hour before.',
    exchange: (exchange) => {
      const used = new Set<string | undefined>();
      const noting = rewriteRequests(SENDS, ({ path }) => {
        used.add(path.chat_id);
        return {};
      });
      const lagging = rewriteAnswers('getChat', ({ data, ...rest }, { request }) => ({
        ...rest,
        data:
          data && used.has(request.path.chat_id)
            ? { ...data, updated_at: anHourBefore(data.updated_at) }
            : data,
      }));
      return lagging(noting(exchange));
    },
  },
  {
    id: 'chats.delete.exists',
    requirement: 'chats.delete.exists',
    port: 'exchange',
    behaviour: 'Chats cannot be deleted.',
    exchange: noSuchPath('deleteChat'),
  },
  {
    id: 'chats.delete.exists/still-there',
    requirement: 'chats.delete.exists',
    port: 'exchange',
    behaviour: 'A chat is told as deleted, and stays.',
    exchange: answerInstead('deleteChat', (request) =>
      succeed(request, { id: request.path.chat_id, deleted: true }),
    ),
  },
  ...SENDS.map(
    (operation): Breakage => ({
      id: `chats.implicit.created-by-send/${operation}`,
      requirement: 'chats.implicit.created-by-send',
      port: 'exchange',
      behaviour: 'A turn is refused when its chat does not exist yet.',
      exchange: refusingNewChats(operation),
    }),
  ),
  {
    id: 'chats.model-id.default-of-turns',
    requirement: 'chats.model-id.default-of-turns',
    port: 'store',
    behaviour: "A turn that names no model is answered by the company's, whatever the chat's is.",
    ports: forgettingModels,
  },
];

/** Shows a member of a chat as a change has named it. */
function editing(member: string): (exchange: Exchange) => Exchange {
  return (exchange) => {
    const named = new Map<string | undefined, unknown>();
    const noting = rewriteRequests('updateChat', (request) => {
      const body = bodyOf(request);
      if (body && member in body) named.set(request.path.chat_id, body[member]);
      return {};
    });
    const showing = rewriteAnswers(['getChat', 'updateChat'], (body, { request }) =>
      body.data && named.has(request.path.chat_id)
        ? { ...body, data: { ...body.data, [member]: named.get(request.path.chat_id) } }
        : body,
    );
    return showing(noting(exchange));
  };
}

function refusingNewChats(operation: (typeof SENDS)[number]): (exchange: Exchange) => Exchange {
  return (exchange) => {
    const known = new Set<string | undefined>();
    const noting = rewriteAnswers(['createChat', 'sendMessage'], (body, { status, request }) => {
      if (status === 200) known.add(request.path.chat_id ?? body.data.id);
      return body;
    });
    return answerInstead(operation, (request) =>
      known.has(request.path.chat_id) ? undefined : refuse(request),
    )(noting(exchange));
  };
}

function anHourBefore(time: string): string {
  return new Date(Date.parse(time) - HOUR).toISOString();
}
