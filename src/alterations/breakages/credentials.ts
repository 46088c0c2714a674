import type { Exchange } from '../../reference/http/exchange.ts';
import { OPERATIONS, type OperationId } from '../../reference/http/operation.ts';
import { asOwner } from '../decorators/as-owner.ts';
import { codeOf } from '../decorators/refuse.ts';
import { answerInstead, withBody, withHeader } from '../decorators/rewrite.ts';
import type { Breakage } from './breakage.ts';
import { listingAllShown } from './catalog.ts';
import { listingAlso } from './chats/namespace.ts';

const OWNED = ['getChat', 'listMessages', 'sendMessage', 'cancelTurn', 'updateChat', 'deleteChat'] as const;

/** What this area's requirements forbid, each done. Scopes have a file of their own. */
export const credentialBreakages: readonly Breakage[] = [
  ...OPERATIONS.map(
    ({ operationId }): Breakage => ({
      id: `credentials.token.required/${operationId}`,
      requirement: 'credentials.token.required',
      port: 'exchange',
      behaviour: `A request of ${operationId} without a token is done for whoever came before.`,
      exchange: lendingTokens(operationId),
    }),
  ),
  {
    id: 'credentials.allowlist.narrows/attached',
    requirement: 'credentials.allowlist.narrows',
    port: 'exchange',
    behaviour: 'An attachment outside the allowlist is left out, and its turn runs.',
    exchange: answerInstead('sendMessage', async (request, sound) => {
      const answer = await sound(request);
      if (codeOf(answer) !== 'api_token_resource_not_allowed') return answer;
      return sound({ ...request, ...withBody(request, ({ attachments: _, ...body }) => body) });
    }),
  },
  {
    id: 'credentials.allowlist.narrows/shown',
    requirement: 'credentials.allowlist.narrows',
    port: 'exchange',
    behaviour: 'The catalog of a limited credential also lists what was shown to others.',
    exchange: listingAllShown,
  },
  ...OWNED.map(
    (operation): Breakage => ({
      id: `credentials.ownership.chats/${operation}`,
      requirement: 'credentials.ownership.chats',
      port: 'exchange',
      behaviour: `${operation} works on other credentials' chats.`,
      exchange: asOwner(operation),
    }),
  ),
  {
    id: 'credentials.ownership.chats/listed',
    requirement: 'credentials.ownership.chats',
    port: 'store',
    behaviour: "A credential's list shows the chats of all.",
    ports: listingAlso(({ credentialId }) => credentialId !== null),
  },
];

/** A request without a token borrows the one that was sent last. */
function lendingTokens(operation: OperationId): (exchange: Exchange) => Exchange {
  return (exchange) => {
    let last: string | undefined;
    return (request) => {
      const own = request.header('authorization');
      last = own ?? last;
      const isLent = own === undefined && request.operation.operationId === operation;
      return exchange(isLent ? { ...request, ...withHeader(request, 'authorization', last) } : request);
    };
  };
}
