import { agentChecks } from './cases/agents/agents.ts';
import { cancelChecks } from './cases/cancel/cancel.ts';
import { undeliveredCancelChecks } from './cases/cancel/undelivered.ts';
import { catalogChecks } from './cases/catalog/catalog.ts';
import { changedDuringChecks } from './cases/chats/changed-during.ts';
import { chatChangeChecks } from './cases/chats/changes.ts';
import { chatChecks } from './cases/chats/create-and-read.ts';
import { chatNamespaceChecks } from './cases/chats/namespace.ts';
import { chatEndpointChecks } from './cases/chats/same-across-endpoints.ts';
import { timestampChecks } from './cases/chats/timestamps.ts';
import { attachmentScopeChecks, twoTypesScopeChecks } from './cases/credentials/attachment-scopes.ts';
import { credentialChecks } from './cases/credentials/credentials.ts';
import { enoughScopeChecks } from './cases/credentials/enough-scopes.ts';
import { scopeChecks } from './cases/credentials/operation-scopes.ts';
import { ownerChecks } from './cases/credentials/owners.ts';
import { turnOwnerChecks } from './cases/credentials/owners-of-turns.ts';
import { restrictionChecks } from './cases/credentials/restrictions.ts';
import { skillOwnerChecks } from './cases/credentials/skill-owners.ts';
import { keptTokenChecks, tokenChecks } from './cases/credentials/tokens.ts';
import { errorOutageChecks } from './cases/errors/outages.ts';
import { tooManyAttachmentsChecks } from './cases/errors/too-many-attachments.ts';
import { afterFaultChecks } from './cases/events/after-faults.ts';
import { eventChecks } from './cases/events/events.ts';
import { failureChecks } from './cases/failures/failures.ts';
import { conflictChecks } from './cases/idempotency/conflicts.ts';
import { idempotencyChecks } from './cases/idempotency/idempotency.ts';
import { outcomeChecks } from './cases/idempotency/outcomes.ts';
import { repeatedChecks } from './cases/idempotency/repeated.ts';
import { answeredTwiceChecks } from './cases/interactions/answered-twice.ts';
import { interactionChecks } from './cases/interactions/answers.ts';
import { approvalSequenceChecks } from './cases/interactions/approval-sequences.ts';
import { approveToolChecks } from './cases/interactions/approve-tool.ts';
import { cancelAuthChecks } from './cases/interactions/cancel-auth.ts';
import { eachInteractionChecks } from './cases/interactions/each-interaction.ts';
import { expiryChecks } from './cases/interactions/expiry.ts';
import { formValueChecks } from './cases/interactions/form-values.ts';
import { malformedChecks } from './cases/interactions/malformed.ts';
import { payloadChecks } from './cases/interactions/payloads-match-script.ts';
import { respondElicitationChecks } from './cases/interactions/respond-elicitation.ts';
import { severalInteractionsChecks } from './cases/interactions/several-interactions.ts';
import { interactionTaskChecks } from './cases/interactions/tasks.ts';
import { toolDecisionChecks } from './cases/interactions/tool-decisions.ts';
import { undeliveredChecks } from './cases/interactions/undelivered.ts';
import { exactTotalChecks } from './cases/lists/exact-totals.ts';
import { listChecks } from './cases/lists/pages.ts';
import { walkedListChecks } from './cases/lists/walked.ts';
import { messageAgentChecks } from './cases/messages/agents.ts';
import { messageChecks } from './cases/messages/fields.ts';
import { incognitoChecks } from './cases/messages/incognito.ts';
import { ownChecks } from './cases/messages/own.ts';
import { messageEndpointChecks } from './cases/messages/same-across-endpoints.ts';
import { serviceChecks } from './cases/service/service.ts';
import { skillCitationChecks } from './cases/skills/citations.ts';
import { skillChecks } from './cases/skills/operations.ts';
import { skillEndpointChecks } from './cases/skills/same-across-endpoints.ts';
import { skillSharingChecks } from './cases/skills/sharing.ts';
import { skillUpdateChecks } from './cases/skills/update.ts';
import { skillVisibilityChecks } from './cases/skills/visibility.ts';
import { afterEachActionChecks } from './cases/states/after-each-action.ts';
import { busyChecks } from './cases/states/busy.ts';
import { changedAtOnceChecks } from './cases/states/changed-at-once.ts';
import { deletedChatChecks } from './cases/states/deleted-chats.ts';
import { runningChecks } from './cases/states/running.ts';
import { stateChecks } from './cases/states/states.ts';
import { stepChecks } from './cases/steps/steps.ts';
import { streamActionChecks } from './cases/stream/actions.ts';
import { deliveryChecks } from './cases/stream/delivery.ts';
import { streamChecks } from './cases/stream/event-order.ts';
import { pingChecks } from './cases/stream/pings.ts';
import { actionPairChecks } from './cases/turns/action-pairs.ts';
import { attachmentChecks } from './cases/turns/attachments.ts';
import { disconnectChecks } from './cases/turns/disconnect.ts';
import { largeTurnChecks } from './cases/turns/large-turns.ts';
import { memberChecks } from './cases/turns/members.ts';
import { metadataChecks } from './cases/turns/metadata.ts';
import { modelInputChecks } from './cases/turns/model-input.ts';
import { turnModelChecks } from './cases/turns/models.ts';
import { turnOutcomeChecks } from './cases/turns/outcomes.ts';
import { principalChecks } from './cases/turns/principal.ts';
import { selectedAgentsChecks } from './cases/turns/selected-agents.ts';
import { turnSendChecks } from './cases/turns/sends.ts';
import { sourceChecks } from './cases/turns/sources.ts';
import { toolChecks } from './cases/turns/tools.ts';
import { usageChecks } from './cases/usage/usage.ts';
import type { Check } from './check-kit/check.ts';
import { requestChecks } from './requests/request-checks.ts';

/** Every check for a live target, by area. */
export const CHECKS: readonly Check[] = [
  ...deliveryChecks,
  // These wait for seconds of the real clock, so they start first.
  ...timestampChecks,
  // These keep many streams open for a moment longer.
  ...approvalSequenceChecks,
  ...formValueChecks,
  ...memberChecks,
  ...toolChecks,
  ...sourceChecks,
  ...catalogChecks,
  ...chatChecks,
  ...chatChangeChecks,
  ...changedDuringChecks,
  ...chatEndpointChecks,
  ...chatNamespaceChecks,
  ...credentialChecks,
  ...failureChecks,
  ...listChecks,
  ...messageChecks,
  ...incognitoChecks,
  ...messageEndpointChecks,
  ...ownChecks,
  ...serviceChecks,
  ...usageChecks,
  ...errorOutageChecks,
  ...tooManyAttachmentsChecks,
  ...idempotencyChecks,
  ...cancelChecks,
  ...undeliveredCancelChecks,
  ...interactionChecks,
  ...answeredTwiceChecks,
  ...approveToolChecks,
  ...toolDecisionChecks,
  ...respondElicitationChecks,
  ...cancelAuthChecks,
  ...expiryChecks,
  ...malformedChecks,
  ...undeliveredChecks,
  ...scopeChecks,
  ...enoughScopeChecks,
  ...attachmentScopeChecks,
  ...skillChecks,
  ...skillCitationChecks,
  ...skillEndpointChecks,
  ...skillUpdateChecks,
  ...skillVisibilityChecks,
  ...skillSharingChecks,
  ...agentChecks,
  ...stepChecks,
  ...eventChecks,
  ...afterFaultChecks,
  ...messageAgentChecks,
  ...streamChecks,
  ...streamActionChecks,
  ...stateChecks,
  ...turnSendChecks,
  ...turnOutcomeChecks,
  ...attachmentChecks,
  ...selectedAgentsChecks,
  ...principalChecks,
  ...metadataChecks,
  ...turnModelChecks,
  ...modelInputChecks,
  ...busyChecks,
  ...changedAtOnceChecks,
  ...outcomeChecks,
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
  ...eachInteractionChecks,
  ...interactionTaskChecks,
  ...severalInteractionsChecks,
  ...payloadChecks,
  ...afterEachActionChecks,
  ...runningChecks,
  ...largeTurnChecks,
  ...actionPairChecks,
  ...disconnectChecks,
  ...exactTotalChecks,
  ...walkedListChecks,
];
