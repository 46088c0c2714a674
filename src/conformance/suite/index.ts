import { agentChecks } from './cases/agents/agents.ts';
import { cancelChecks } from './cases/cancel/cancel.ts';
import { catalogChecks } from './cases/catalog/catalog.ts';
import { chatChangeChecks } from './cases/chats/changes.ts';
import { chatChecks } from './cases/chats/create-and-read.ts';
import { chatEverywhereChecks } from './cases/chats/everywhere.ts';
import { momentChecks } from './cases/chats/moments.ts';
import { chatNamespaceChecks } from './cases/chats/namespace.ts';
import { attachmentScopeChecks, twoTypesScopeChecks } from './cases/credentials/attachment-scopes.ts';
import { credentialChecks } from './cases/credentials/credentials.ts';
import { scopeChecks } from './cases/credentials/operation-scopes.ts';
import { ownerChecks } from './cases/credentials/owners.ts';
import { turnOwnerChecks } from './cases/credentials/owners-of-turns.ts';
import { restrictionChecks } from './cases/credentials/restrictions.ts';
import { skillOwnerChecks } from './cases/credentials/skill-owners.ts';
import { keptTokenChecks, tokenChecks } from './cases/credentials/tokens.ts';
import { errorConflictChecks } from './cases/errors/conflicts.ts';
import { errorNotFoundChecks } from './cases/errors/not-found.ts';
import { errorOutageChecks } from './cases/errors/outages.ts';
import { errorTurnChecks } from './cases/errors/turns.ts';
import { eventChecks } from './cases/events/events.ts';
import { failureChecks } from './cases/failures/failures.ts';
import { conflictChecks } from './cases/idempotency/conflicts.ts';
import { endedChecks } from './cases/idempotency/ended.ts';
import { idempotencyChecks } from './cases/idempotency/idempotency.ts';
import { repeatedChecks } from './cases/idempotency/repeated.ts';
import { againChecks } from './cases/interactions/again.ts';
import { interactionChecks } from './cases/interactions/answers.ts';
import { effectChecks } from './cases/interactions/effects.ts';
import { expiryChecks } from './cases/interactions/expiry.ts';
import { formValueChecks } from './cases/interactions/form-values.ts';
import { inARowChecks } from './cases/interactions/in-a-row.ts';
import { malformedChecks } from './cases/interactions/malformed.ts';
import { interactionPlaceChecks } from './cases/interactions/places.ts';
import { seriesChecks } from './cases/interactions/series.ts';
import { interactionTaskChecks } from './cases/interactions/tasks.ts';
import { toldChecks } from './cases/interactions/told.ts';
import { undeliveredChecks } from './cases/interactions/undelivered.ts';
import { quietListChecks } from './cases/lists/in-quiet.ts';
import { listChecks } from './cases/lists/pages.ts';
import { walkedListChecks } from './cases/lists/walked.ts';
import { messageAgentChecks } from './cases/messages/agents.ts';
import { everywhereChecks } from './cases/messages/everywhere.ts';
import { messageChecks } from './cases/messages/fields.ts';
import { incognitoChecks } from './cases/messages/incognito.ts';
import { ownChecks } from './cases/messages/own.ts';
import { serviceChecks } from './cases/service/service.ts';
import { skillCitationChecks } from './cases/skills/citations.ts';
import { skillEverywhereChecks } from './cases/skills/everywhere.ts';
import { skillChecks } from './cases/skills/operations.ts';
import { skillSharingChecks } from './cases/skills/sharing.ts';
import { skillUpdateChecks } from './cases/skills/update.ts';
import { skillVisibilityChecks } from './cases/skills/visibility.ts';
import { busyChecks } from './cases/states/busy.ts';
import { deletedChatChecks } from './cases/states/deleted-chats.ts';
import { phaseChecks } from './cases/states/phases.ts';
import { runningChecks } from './cases/states/running.ts';
import { stateChecks } from './cases/states/states.ts';
import { stepChecks } from './cases/steps/steps.ts';
import { streamActionChecks } from './cases/stream/actions.ts';
import { streamChecks } from './cases/stream/course.ts';
import { deliveryChecks } from './cases/stream/delivery.ts';
import { pingChecks } from './cases/stream/pings.ts';
import { streamRefusalChecks } from './cases/stream/refusals.ts';
import { turnAgentChecks } from './cases/turns/agents.ts';
import { turnBodyChecks } from './cases/turns/body.ts';
import { disconnectChecks } from './cases/turns/disconnect.ts';
import { turnEndingChecks } from './cases/turns/endings.ts';
import { givenChecks } from './cases/turns/given.ts';
import { manyChecks } from './cases/turns/many.ts';
import { memberChecks } from './cases/turns/members.ts';
import { pairChecks } from './cases/turns/pairs.ts';
import { turnModelChecks, turnPlaceChecks, twoOfEachChecks } from './cases/turns/places.ts';
import { turnSendChecks } from './cases/turns/sends.ts';
import { sourceChecks } from './cases/turns/sources.ts';
import { toolChecks } from './cases/turns/tools.ts';
import { usageChecks } from './cases/usage/usage.ts';
import type { Check } from './check-kit/check.ts';
import { requestChecks } from './requests/request-checks.ts';

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
  ...turnAgentChecks,
  ...turnPlaceChecks,
  ...turnModelChecks,
  ...twoOfEachChecks,
  ...givenChecks,
  ...busyChecks,
  ...endedChecks,
  ...repeatedChecks,
  ...conflictChecks,
  ...tokenChecks,
  ...twoTypesScopeChecks,
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
  ...runningChecks,
  ...manyChecks,
  ...pairChecks,
  ...disconnectChecks,
  ...quietListChecks,
  ...walkedListChecks,
];
