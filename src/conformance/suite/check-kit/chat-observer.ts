import type { CredentialName, RequirementId } from '../../../../generated/ids.d.ts';
import type { Answer } from '../../drive/answer.ts';
import type { JsonObject } from '../../judge/json.ts';
import { findChat, isFullOfNewer, type MadeChat } from './chats.ts';
import { R } from './check.ts';
import type { Claim } from './claim.ts';
import type { CheckContext } from './context.ts';
import { LARGEST_SIZE, laterPages } from './pages.ts';

/** What is known about a chat. */
export interface ChatState {
  /** Absent until a request has set it: the contract does not say what a new chat is. */
  readonly isFavorite?: boolean | undefined;
  readonly isDeleted?: boolean;
}

/** A place that shows chats. */
interface View {
  /** As in "the chat 5b1e in …". */
  readonly name: string;
  readonly path: (id: string) => string;
  /** The requirement that it shows a chat to its owner. */
  readonly row: RequirementId;
  /** Of a list: whether it shows a chat, if that is certain. */
  readonly lists?: (state: ChatState) => boolean | undefined;
  /** Whether it may have nothing to show. */
  readonly mayBeEmpty?: boolean;
}

const listOf = (filter = '') => `/chats?size=${LARGEST_SIZE}${filter}`;

/** Every place that shows chats (sections 4.1 and 4.2). */
const VIEWS: readonly View[] = [
  { name: 'the answer to a read', path: (id) => `/chats/${id}`, row: R['chats.get.exists'] },
  { name: 'the list of its turns', path: (id) => `/chats/${id}/messages`, row: R['turns.listing.exists'] },
  {
    name: 'a page of its turns',
    path: (id) => `/chats/${id}/messages?page=1&size=1`,
    row: R['turns.listing.exists'],
  },
  {
    name: 'a later page of its turns',
    path: (id) => `/chats/${id}/messages?page=2&size=1`,
    row: R['turns.listing.exists'],
    mayBeEmpty: true,
  },
  { name: 'the list', path: () => listOf(), row: R['chats.list.exists'], lists: () => true },
  {
    name: 'the list of favorites',
    path: () => listOf('&is_favorite=true'),
    row: R['chats.list.favorite-filter'],
    lists: ({ isFavorite }) => isFavorite,
  },
  {
    name: 'the list of other chats',
    path: () => listOf('&is_favorite=false'),
    row: R['chats.list.favorite-filter'],
    lists: ({ isFavorite }) => (isFavorite === undefined ? undefined : !isFavorite),
  },
];

const REMOVED = R['states.chat.deletion-removes'];
const OWNED = [R['credentials.ownership.chats']];
/** The same for a list of another credential of the user. */
const HIDDEN = [R['chats.namespace.other-credentials-hidden'], ...OWNED];

/** The credentials that look, each with the requirements that a list does not show it the chats of others. */
const VIEWERS: Readonly<Partial<Record<'main' | CredentialName, readonly RequirementId[]>>> = {
  main: HIDDEN,
  second: HIDDEN,
  allowlist: HIDDEN,
  allowlist_skills: HIDDEN,
  other_user: OWNED,
  other_company: OWNED,
};

export const OBSERVED_CHAT: readonly RequirementId[] = [
  ...new Set([...VIEWS.map(({ row }) => row), REMOVED, ...HIDDEN]),
];

/**
 * Looks for a chat in every place, with every credential of the profile: only the one that created it sees it (sections 2.1 and 5). The judge
 * compares the members that the places show.
 */
export async function observeChat(
  t: CheckContext,
  { id, answer }: Pick<MadeChat, 'id'> & Partial<MadeChat>,
  state: ChatState = {},
  owner: 'main' | CredentialName = 'main',
): Promise<void> {
  for (const [viewer, hidden] of Object.entries(VIEWERS)) {
    if (!t.has(viewer)) continue;
    for (const { name, path, row, lists, mayBeEmpty } of VIEWS) {
      const isOwn = viewer === owner;
      const isSeen = isOwn && !state.isDeleted && (lists ? lists(state) : true);
      if (isSeen === undefined) continue;
      const actor = t.as(viewer as CredentialName);
      const source = await actor.get(path(id));
      const decided = state.isDeleted ? [REMOVED] : isOwn ? [row] : lists ? hidden : OWNED;
      const claim = t.expect(...decided);
      if (lists) {
        expectListed(t, claim, source, { id, created: answer?.data ?? {}, name, isSeen });
        const later = await laterPages(actor, path(id), source);
        if (!isSeen)
          for (const page of later) expectListed(t, claim, page, { id, created: {}, name, isSeen });
      } else if (!isSeen) claim.isNoSuccess(source);
      else if (!mayBeEmpty) claim.succeeds(source);
    }
  }
}

interface Listed {
  readonly id: string;
  /** The chat as it was created, if that is known. */
  readonly created: JsonObject;
  readonly name: string;
  readonly isSeen: boolean;
}

function expectListed(
  t: CheckContext,
  claim: Claim,
  list: Answer,
  { id, created, name, isSeen }: Listed,
): void {
  if (isSeen) t.requireSuccess(list);
  const found = findChat(list, id);
  // Other clients may have created more chats than a page holds.
  if (isSeen && !found && isFullOfNewer(list, created)) return;
  claim.isTrue(
    list,
    (found !== undefined) === isSeen,
    `${isSeen ? 'the' : 'no'} chat ${id} in ${name}`,
    found,
    '/data',
  );
}
