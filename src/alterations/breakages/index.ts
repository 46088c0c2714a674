import type { Breakage } from '../alteration.ts';
import { agentBreakages } from './agents.ts';
import { cancelBreakages } from './cancel.ts';
import { catalogBreakages } from './catalog.ts';
import { changedAtOnceBreakages } from './changed-at-once.ts';
import { chatChangeBreakages } from './chats/changes.ts';
import { chatBreakages } from './chats/create-and-read.ts';
import { chatNamespaceBreakages } from './chats/namespace.ts';
import { credentialBreakages } from './credentials.ts';
import { errorConflictBreakages } from './errors/conflicts.ts';
import { errorNotFoundBreakages } from './errors/not-found.ts';
import { errorOutageBreakages } from './errors/outages.ts';
import { errorRowBreakages } from './errors/rows.ts';
import { errorTurnBreakages } from './errors/turns.ts';
import { eventBreakages } from './events.ts';
import { idempotencyBreakages } from './idempotency.ts';
import { answeredTwiceBreakages } from './interactions/answered-twice.ts';
import { interactionBreakages } from './interactions/answers.ts';
import { approvalSequenceBreakages } from './interactions/approval-sequences.ts';
import { effectBreakages } from './interactions/effects.ts';
import { malformedBreakages } from './interactions/malformed.ts';
import { payloadBreakages } from './interactions/payloads-match-script.ts';
import { severalInteractionsBreakages } from './interactions/several-interactions.ts';
import { undeliveredBreakages } from './interactions/undelivered.ts';
import { listBreakages } from './lists.ts';
import { messageAgentBreakages } from './messages/agents.ts';
import { messageBreakages } from './messages/fields.ts';
import { misheardBreakages } from './misheard.ts';
import { onceMoreBreakages } from './once-more.ts';
import { refusedBreakages } from './refused.ts';
import { requestBreakages } from './requests.ts';
import { attachmentScopeBreakages } from './scopes/attachments.ts';
import { scopeBreakages } from './scopes/operations.ts';
import { serviceBreakages } from './service.ts';
import { SHAPE_BREAKAGES } from './shapes/breakages.ts';
import { skillCitationBreakages } from './skills/citations.ts';
import { skillFieldBreakages } from './skills/fields.ts';
import { skillBreakages } from './skills/operations.ts';
import { skillVisibilityBreakages } from './skills/visibility.ts';
import { stateBreakages } from './states.ts';
import { streamActionBreakages } from './stream/actions.ts';
import { streamBreakages } from './stream/event-order.ts';
import { streamRefusalBreakages } from './stream/refusals.ts';
import { turnAgentBreakages } from './turns/agents.ts';
import { turnAttachmentBreakages } from './turns/attachments.ts';
import { turnBodyBreakages } from './turns/body.ts';
import { combinedMemberBreakages } from './turns/combined-members.ts';
import { largeTurnBreakages } from './turns/large-turns.ts';
import { turnOutcomeBreakages } from './turns/outcomes.ts';
import { turnSendBreakages } from './turns/sends.ts';
import { wireEventBreakages } from './wire/events.ts';
import { wireStreamBreakages } from './wire/streams.ts';
import { wireTurnBreakages } from './wire/turns.ts';

/** The breakages of requirements that checks verify, by area. */
export const BREAKAGES: readonly Breakage[] = [
  ...agentBreakages,
  ...cancelBreakages,
  ...catalogBreakages,
  ...chatBreakages,
  ...chatChangeBreakages,
  ...chatNamespaceBreakages,
  ...credentialBreakages,
  ...errorRowBreakages,
  ...errorConflictBreakages,
  ...errorNotFoundBreakages,
  ...errorOutageBreakages,
  ...errorTurnBreakages,
  ...eventBreakages,
  ...idempotencyBreakages,
  ...interactionBreakages,
  ...answeredTwiceBreakages,
  ...effectBreakages,
  ...malformedBreakages,
  ...undeliveredBreakages,
  ...severalInteractionsBreakages,
  ...payloadBreakages,
  ...listBreakages,
  ...messageBreakages,
  ...messageAgentBreakages,
  ...scopeBreakages,
  ...attachmentScopeBreakages,
  ...serviceBreakages,
  ...refusedBreakages,
  ...requestBreakages,
  ...misheardBreakages,
  ...skillBreakages,
  ...skillCitationBreakages,
  ...skillFieldBreakages,
  ...skillVisibilityBreakages,
  ...stateBreakages,
  ...streamBreakages,
  ...streamActionBreakages,
  ...streamRefusalBreakages,
  ...turnSendBreakages,
  ...turnOutcomeBreakages,
  ...turnBodyBreakages,
  ...turnAttachmentBreakages,
  ...turnAgentBreakages,
  ...combinedMemberBreakages,
  ...largeTurnBreakages,
  ...approvalSequenceBreakages,
  ...changedAtOnceBreakages,
  ...onceMoreBreakages,
];

/** The breakages of requirements that no check verifies, because the judge verifies them in all traffic. */
export const WIRE_BREAKAGES: readonly Breakage[] = [
  ...wireStreamBreakages,
  ...wireEventBreakages,
  ...wireTurnBreakages,
];

export { SHAPE_BREAKAGES };

export const ALL_BREAKAGES: readonly Breakage[] = [...BREAKAGES, ...WIRE_BREAKAGES, ...SHAPE_BREAKAGES];
