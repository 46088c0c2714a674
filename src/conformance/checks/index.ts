import type { Check } from '../check-kit/check.ts';
import { agentChecks } from './agents.ts';
import { bodyChecks } from './bodies.ts';
import { cancelChecks } from './cancel.ts';
import { catalogChecks } from './catalog.ts';
import { chatChangeChecks } from './chats/changes.ts';
import { chatChecks } from './chats/create-and-read.ts';
import { chatEverywhereChecks } from './chats/everywhere.ts';
import { chatNamespaceChecks } from './chats/namespace.ts';
import { credentialChecks } from './credentials.ts';
import { errorConflictChecks } from './errors/conflicts.ts';
import { errorNotFoundChecks } from './errors/not-found.ts';
import { errorOutageChecks } from './errors/outages.ts';
import { errorTurnChecks } from './errors/turns.ts';
import { eventChecks } from './events.ts';
import { failureChecks } from './failures.ts';
import { idempotencyChecks } from './idempotency.ts';
import { againChecks } from './interactions/again.ts';
import { interactionChecks } from './interactions/answers.ts';
import { effectChecks } from './interactions/effects.ts';
import { expiryChecks } from './interactions/expiry.ts';
import { formValueChecks } from './interactions/form-values.ts';
import { inARowChecks } from './interactions/in-a-row.ts';
import { malformedChecks } from './interactions/malformed.ts';
import { interactionPlaceChecks } from './interactions/places.ts';
import { seriesChecks } from './interactions/series.ts';
import { interactionTaskChecks } from './interactions/tasks.ts';
import { toldChecks } from './interactions/told.ts';
import { undeliveredChecks } from './interactions/undelivered.ts';
import { listChecks } from './lists.ts';
import { quietListChecks } from './lists-in-quiet.ts';
import { walkedListChecks } from './lists-walked.ts';
import { messageAgentChecks } from './messages/agents.ts';
import { everywhereChecks } from './messages/everywhere.ts';
import { messageChecks } from './messages/fields.ts';
import { incognitoChecks } from './messages/incognito.ts';
import { ownChecks } from './messages/own.ts';
import { momentChecks } from './moments.ts';
import { pingChecks } from './pings.ts';
import { requestChecks } from './requests/request-checks.ts';
import { attachmentScopeChecks, twoTypesScopeChecks } from './scopes/attachments.ts';
import { deletedChatChecks } from './scopes/deleted-chats.ts';
import { scopeChecks } from './scopes/operations.ts';
import { ownerChecks } from './scopes/owners.ts';
import { turnOwnerChecks } from './scopes/owners-of-turns.ts';
import { restrictionChecks } from './scopes/restrictions.ts';
import { skillOwnerChecks } from './scopes/skill-owners.ts';
import { keptTokenChecks, tokenChecks } from './scopes/tokens.ts';
import { serviceChecks } from './service.ts';
import { skillCitationChecks } from './skills/citations.ts';
import { skillEverywhereChecks } from './skills/everywhere.ts';
import { skillFieldChecks } from './skills/fields.ts';
import { skillChecks } from './skills/operations.ts';
import { skillSharingChecks } from './skills/sharing.ts';
import { skillUpdateChecks } from './skills/update.ts';
import { skillVisibilityChecks } from './skills/visibility.ts';
import { stateChecks } from './states.ts';
import { stepChecks } from './steps.ts';
import { streamActionChecks } from './stream/actions.ts';
import { streamChecks } from './stream/course.ts';
import { deliveryChecks } from './stream/delivery.ts';
import { streamRefusalChecks } from './stream/refusals.ts';
import { turnAgentChecks } from './turns/agents.ts';
import { turnAttachmentChecks } from './turns/attachments.ts';
import { turnBodyChecks } from './turns/body.ts';
import { busyChecks } from './turns/busy.ts';
import { conflictChecks } from './turns/conflicts.ts';
import { disconnectChecks } from './turns/disconnect.ts';
import { endedChecks } from './turns/ended.ts';
import { turnEndingChecks } from './turns/endings.ts';
import { givenChecks } from './turns/given.ts';
import { keyChecks } from './turns/keys.ts';
import { manyChecks } from './turns/many.ts';
import { memberChecks } from './turns/members.ts';
import { pairChecks } from './turns/pairs.ts';
import { phaseChecks } from './turns/phases.ts';
import { turnModelChecks, turnPlaceChecks, twoOfEachChecks } from './turns/places.ts';
import { repeatedChecks } from './turns/repeated.ts';
import { turnSendChecks } from './turns/sends.ts';
import { sourceChecks } from './turns/sources.ts';
import { toolChecks } from './turns/tools.ts';
import { usageChecks } from './usage.ts';
import { versioningChecks } from './versioning.ts';

/** Every check of a live target, by area. */
export const CHECKS: readonly Check[] = [
  ...deliveryChecks,
  // These wait for seconds of the real clock, so they begin first.
  ...momentChecks,
  // These keep many streams open for a moment longer.
  ...seriesChecks,
  ...formValueChecks,
  ...memberChecks,
  ...toolChecks,
  ...sourceChecks,
  ...catalogChecks,
  ...chatChecks,
  ...chatChangeChecks,
  ...chatEverywhereChecks,
  ...chatNamespaceChecks,
  ...credentialChecks,
  ...failureChecks,
  ...listChecks,
  ...messageChecks,
  ...incognitoChecks,
  ...everywhereChecks,
  ...ownChecks,
  ...serviceChecks,
  ...usageChecks,
  ...versioningChecks,
  ...errorConflictChecks,
  ...errorNotFoundChecks,
  ...errorOutageChecks,
  ...errorTurnChecks,
  ...idempotencyChecks,
  ...cancelChecks,
  ...interactionChecks,
  ...againChecks,
  ...effectChecks,
  ...expiryChecks,
  ...malformedChecks,
  ...undeliveredChecks,
  ...scopeChecks,
  ...attachmentScopeChecks,
  ...skillChecks,
  ...skillCitationChecks,
  ...skillFieldChecks,
  ...skillEverywhereChecks,
  ...skillUpdateChecks,
  ...skillVisibilityChecks,
  ...skillSharingChecks,
  ...agentChecks,
  ...stepChecks,
  ...eventChecks,
  ...messageAgentChecks,
  ...streamChecks,
  ...streamActionChecks,
  ...streamRefusalChecks,
  ...stateChecks,
  ...turnSendChecks,
  ...turnEndingChecks,
  ...turnBodyChecks,
  ...turnAttachmentChecks,
  ...turnAgentChecks,
  ...turnPlaceChecks,
  ...turnModelChecks,
  ...twoOfEachChecks,
  ...givenChecks,
  ...busyChecks,
  ...keyChecks,
  ...endedChecks,
  ...repeatedChecks,
  ...conflictChecks,
  ...tokenChecks,
  ...twoTypesScopeChecks,
  ...bodyChecks,
  ...requestChecks,
  ...pingChecks,
  ...keptTokenChecks,
  ...ownerChecks,
  ...turnOwnerChecks,
  ...skillOwnerChecks,
  ...deletedChatChecks,
  ...restrictionChecks,
  ...interactionPlaceChecks,
  ...interactionTaskChecks,
  ...inARowChecks,
  ...toldChecks,
  ...phaseChecks,
  ...manyChecks,
  ...pairChecks,
  ...disconnectChecks,
  ...quietListChecks,
  ...walkedListChecks,
];
