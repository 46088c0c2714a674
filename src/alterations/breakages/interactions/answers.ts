import { randomUUID } from 'node:crypto';
import { ANSWERS } from '../../../../generated/operation-groups.js';
import { type Breakage, breakage } from '../../alteration.ts';
import { answerInstead, retryRefused } from '../../decorators/answer-instead.ts';
import { notPending, refuse, resolved } from '../../decorators/answers.ts';
import {
  approvalOf,
  closingOnce,
  haveSameToken,
  insteadOfNotFound,
  isAtItsEndpoint,
  isByAnother,
  isByOwner,
  ofWrongKind,
  ownerOf,
  withInteractions,
} from '../../decorators/interactions.ts';
import { inStore } from '../../decorators/ports.ts';
import { actionIdOf, bodyOf, insteadOf, withBody, withTokenOf } from '../../decorators/requests.ts';
import { rewriteRequests } from '../../decorators/rewrite-requests.ts';
import { after } from '../../decorators/values.ts';
import { failed, unserved } from '../kinds/answered.ts';
import { heard } from '../kinds/heard.ts';

/** Each endpoint for answers, with the endpoint for another kind of interaction. */
const ENDPOINTS = [
  { name: 'approve-tool', operationId: 'approveTool', other: 'cancelAuth' },
  { name: 'respond-plan', operationId: 'respondPlan', other: 'cancelAuth' },
  { name: 'respond-elicitation', operationId: 'respondElicitation', other: 'cancelAuth' },
  { name: 'cancel-auth', operationId: 'cancelAuth', other: 'respondPlan' },
] as const;

/** Accepts an answer from any credential as if the interaction's owner had sent it. */
const actingAsOwner = withInteractions((raised) =>
  retryRefused(ANSWERS, (request, refusal) => {
    const owner = ownerOf(request, raised);
    return owner && refusal.status === 404 ? withTokenOf(owner, request) : undefined;
  }),
);

/** Replaces the failure for another credential's interaction. */
const revealingForeign = (failure: typeof notPending) =>
  insteadOfNotFound((answer, raised) => raised.has(actionIdOf(answer)), failure);

/** Which credentials can answer an interaction, and where. */
export const interactionBreakages: readonly Breakage[] = [
  ...ENDPOINTS.flatMap(({ name, operationId, other }) => [
    breakage(
      `interactions.${name}.kind`,
      `${name} answers interactions of another kind.`,
      rewriteRequests(operationId, (request) =>
        insteadOf(request, other, { action_id: actionIdOf(request), action: 'approve' }),
      ),
    ),
    breakage(
      `interactions.state.${name}-resolves`,
      `${name} succeeds, but leaves its interaction pending.`,
      answerInstead(operationId, resolved),
    ),
    breakage(
      `interactions.state.${name}-resolves/with-metadata`,
      `${name} finds nothing that waits if the turn was sent with metadata.`,
      withInteractions((raised) =>
        answerInstead(operationId, (request) => {
          const turn = ownerOf(request, raised);
          return turn && bodyOf(turn).metadata ? notPending(request) : undefined;
        }),
      ),
    ),
    unserved(`interactions.answer.path/${name}`, operationId),
  ]),
  breakage(
    'interactions.answer.chat-of-turn',
    'An approval is not accepted under the chat of its turn.',
    rewriteRequests('approveTool', ({ path }) => ({ path: { ...path, chat_id: randomUUID() } })),
  ),
  heard('interactions.answer.action-id-verbatim', 'approveTool', { action_id: after('act_') }),
  breakage(
    'interactions.state.identified-by-action-id/all',
    'An answer resolves all pending interactions.',
    inStore('interactions', (interactions) => {
      const pending = new Set<string>();
      return {
        open(interaction) {
          pending.add(interaction.id);
          interactions.open(interaction);
        },
        change(id, from, to) {
          const isChanged = interactions.change(id, from, to);
          if (isChanged && to === 'resolved')
            for (const other of pending) interactions.change(other, 'pending', to);
          return isChanged;
        },
      };
    }),
  ),
  breakage(
    'interactions.state.identified-by-action-id/last',
    'An approval resolves the interaction that was raised last.',
    withInteractions((raised) =>
      rewriteRequests('approveTool', (request) => {
        const last = [...raised.values()].at(-1);
        if (last?.event.kind !== 'tool_approval') return {};
        return { path: last.request.path, ...withBody(request, () => approvalOf(last.event)) };
      }),
    ),
  ),
  breakage(
    'interactions.state.owner-only/accepted',
    'An answer from any credential is accepted.',
    actingAsOwner,
  ),
  breakage(
    'interactions.state.owner-only/closes',
    'An answer from another credential is refused, and closes the interaction for its owner.',
    withInteractions((raised) =>
      closingOnce(({ status }, request) => status === 404 && isByAnother(request, raised), notPending),
    ),
  ),
  breakage(
    'interactions.answer.own-credential-only/accepted',
    'An answer from any credential is accepted.',
    actingAsOwner,
  ),
  breakage(
    'interactions.answer.own-credential-only/forbidden',
    'An answer from another credential is forbidden, which reveals that the interaction exists.',
    revealingForeign((request) => refuse(request, 'forbidden')),
  ),
  breakage(
    'errors.action-not-found.other-credential/conflict',
    "An answer to another credential's interaction fails as not pending.",
    revealingForeign(notPending),
  ),
  failed('errors.action-not-found.other-credential/code', ANSWERS, 'api_v1_action_not_found', {
    message_code: 'api_v1_not_found',
  }),
  breakage(
    'interactions.answer.own-turn-only',
    "An answer is accepted under each of the credential's chats.",
    withInteractions((raised) =>
      rewriteRequests(ANSWERS, (request) => {
        const owner = ownerOf(request, raised);
        return owner && haveSameToken(owner, request) ? { path: owner.path } : {};
      }),
    ),
  ),
  breakage(
    'interactions.answer.wrong-kind/accepted',
    'An answer through the endpoint of another kind succeeds.',
    ofWrongKind(resolved),
  ),
  breakage(
    'interactions.answer.wrong-kind/closes',
    'An answer through the endpoint of another kind closes the interaction.',
    withInteractions((raised) =>
      closingOnce(
        (_, request) => isByOwner(request, raised) && !isAtItsEndpoint(request, raised),
        notPending,
      ),
    ),
  ),
  breakage(
    'interactions.state.respond-plan-resolves/in-auto',
    'A plan that was raised in auto mode accepts no answer.',
    withInteractions((raised) =>
      answerInstead('respondPlan', (request) => {
        const owner = ownerOf(request, raised);
        return owner && bodyOf(owner).permission_mode === 'auto' ? refuse(request) : undefined;
      }),
    ),
  ),
];
