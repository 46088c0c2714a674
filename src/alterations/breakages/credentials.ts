import { defaultSeedValue } from '../../../generated/default-seed.js';
import { SENDS } from '../../../generated/operation-groups.js';
import type { HttpAnswer } from '../../reference/http/exchange.ts';
import { OPERATIONS, type OperationId } from '../../reference/http/operation.ts';
import { type Breakage, breakage, type Wrap } from '../alteration.ts';
import { answerInstead, retryWith } from '../decorators/answer-instead.ts';
import { asOwner } from '../decorators/as-owner.ts';
import { raisedInChatOf, withInteractions } from '../decorators/interactions.ts';
import { keyOf, withFreshKey } from '../decorators/keys.ts';
import { isFor } from '../decorators/operations.ts';
import { withHeader } from '../decorators/requests.ts';
import { rewriteRequests } from '../decorators/rewrite-requests.ts';
import { isLimited, listingAllShown } from './catalog.ts';
import { listingAlso } from './chats/namespace.ts';

/** What the first credential of the default seed sends. */
const OF_MAIN = `Bearer ${tokenOf('main')}`;
const OF_OTHER_COMPANY = `Bearer ${tokenOf('other-company')}`;
const OWNED = ['getChat', 'listMessages', 'sendMessage', 'cancelTurn', 'updateChat', 'deleteChat'] as const;

/** Tokens, allowlists and ownership. The folder scopes/ has the scopes. */
export const credentialBreakages: readonly Breakage[] = [
  ...OPERATIONS.map(({ operationId }) =>
    breakage(
      `credentials.token.required/${operationId}`,
      `A request of ${operationId} without a token runs with somebody's token.`,
      lendingTokens(operationId),
    ),
  ),
  breakage(
    'credentials.token.required/first-characters',
    'A token may be followed by anything.',
    rewriteRequests('listChats', (request) =>
      request.header('authorization')?.startsWith(OF_MAIN)
        ? withHeader(request, 'authorization', OF_MAIN)
        : {},
    ),
  ),
  breakage(
    'credentials.allowlist.narrows/attached',
    'An attachment outside the allowlist is dropped, and the turn runs.',
    retryWith('sendMessage', 'api_token_resource_not_allowed', ({ attachments: _, ...body }) => body),
  ),
  breakage(
    'credentials.allowlist.narrows/shown',
    'The catalog of a limited credential also lists what it has shown to other credentials.',
    listingAllShown(undefined, isLimited),
  ),
  breakage(
    'credentials.allowlist.narrows/forgotten',
    'An allowlist limits neither the catalog nor the turns of its credential.',
    rewriteRequests(['getCatalog', ...SENDS], (request) =>
      isLimited(request) ? withHeader(request, 'authorization', OF_MAIN) : {},
    ),
  ),
  ...OWNED.map((operation) =>
    breakage(
      `credentials.ownership.chats/${operation}`,
      `${operation} works on other credentials' chats.`,
      asOwner(operation),
    ),
  ),
  breakage(
    'credentials.ownership.chats/other-companies',
    'A credential of another company can read the turns of every chat.',
    asOwner('listMessages', (request) => request.header('authorization') === OF_OTHER_COMPANY),
  ),
  breakage(
    'credentials.ownership.chats/cancel-while-asked',
    'Once a turn has asked something, every credential can cancel the turns of its chat.',
    withInteractions((raised) => (exchange) => {
      const lenient = asOwner('cancelTurn')(exchange);
      return (request) =>
        isFor('cancelTurn', request) && raisedInChatOf(request, raised).length === 0
          ? exchange(request)
          : lenient(request);
    }),
  ),
  breakage(
    'credentials.ownership.chats/by-key',
    "Whoever repeats another credential's key, chat and body gets its outcome, or learns which turn runs.",
    asOwnerOfKey(() => true),
  ),
  breakage(
    'credentials.ownership.chats/failure-by-key',
    "Whoever repeats another credential's key, chat and body gets the failure of its turn.",
    asOwnerOfKey(({ status }) => status >= 500),
  ),
  breakage(
    'credentials.ownership.chats/listed',
    "A credential's list shows the chats of all credentials.",
    listingAlso(({ credentialId }) => credentialId !== null),
  ),
];

function tokenOf(id: string): string | undefined {
  return defaultSeedValue.credentials.find((credential) => credential.id === id)?.token;
}

/** Answers a send to a chat that is not found as the credential that used its key in this chat first. */
function asOwnerOfKey(isShown: (outcome: HttpAnswer) => boolean): Wrap {
  return (exchange) => {
    const owners = new Map<string, string | undefined>();
    return answerInstead(SENDS, async (request, sound) => {
      const name = `${request.path.chat_id} ${keyOf(request)}`;
      const own = request.header('authorization');
      const owner = owners.get(name) ?? own;
      owners.set(name, owner);
      const answer = await sound(request);
      if (answer.status !== 404 || owner === undefined || owner === own) return answer;
      const asOwner = { ...request, ...withHeader(request, 'authorization', owner) };
      const outcome = await sound(asOwner);
      if (!isShown(outcome)) return answer;
      // Only a busy chat says which turn runs.
      return outcome.status === 409 ? sound({ ...asOwner, ...withFreshKey(asOwner) }) : outcome;
    })(exchange);
  };
}

/** Gives a request without a token the first token of the default seed that lets it succeed. */
function lendingTokens(operation: OperationId): Wrap {
  return answerInstead(operation, async (request, sound) => {
    const answer = await sound(request);
    if (request.header('authorization') !== undefined) return answer;
    for (const { token } of defaultSeedValue.credentials) {
      const lent = await sound({ ...request, ...withHeader(request, 'authorization', `Bearer ${token}`) });
      if (lent.status < 400) return lent;
    }
    return answer;
  });
}
