import { randomUUID } from 'node:crypto';
import {
  ANSWERS,
  answerAfter,
  closingAt,
  insteadOf,
  notPending,
  resolved,
  succeedAt,
} from '../../decorators/acting.ts';
import { actionIdOf, knowing, withTokenOf } from '../../decorators/asked.ts';
import { recode, refuse } from '../../decorators/refuse.ts';
import { answerInstead, bodyOf, rewriteRequests, withBody } from '../../decorators/rewrite.ts';
import { rewriteStore } from '../../decorators/rewrite-store.ts';
import type { Breakage } from '../breakage.ts';
import { toldWrongly } from '../errors/told-wrongly.ts';

/** Each endpoint, and one of another kind that does its work instead. */
const ENDPOINTS = [
  { name: 'approve-tool', operationId: 'approveTool', other: 'cancelAuth' },
  { name: 'respond-plan', operationId: 'respondPlan', other: 'cancelAuth' },
  { name: 'respond-elicitation', operationId: 'respondElicitation', other: 'cancelAuth' },
  { name: 'cancel-auth', operationId: 'cancelAuth', other: 'respondPlan' },
] as const;

/** What the owner of an interaction may do is open to everybody. */
const actingAsOwner = knowing((asked) =>
  rewriteRequests(ANSWERS, (request) => {
    const owner = asked.get(actionIdOf(request))?.request;
    return owner ? withTokenOf(owner, request) : {};
  }),
);

const byEndpoint = ENDPOINTS.flatMap(({ name, operationId, other }): Breakage[] => [
  {
    id: `interactions.${name}.kind`,
    requirement: `interactions.${name}.kind`,
    port: 'exchange',
    behaviour: `${name} answers interactions of another kind.`,
    exchange: rewriteRequests(operationId, (request) =>
      insteadOf(request, other, { action_id: actionIdOf(request), action: 'approve' }),
    ),
  },
  {
    id: `interactions.state.${name}-resolves`,
    requirement: `interactions.state.${name}-resolves`,
    port: 'exchange',
    behaviour: `An accepted ${name} leaves its interaction pending.`,
    exchange: answerInstead(operationId, resolved),
  },
  {
    id: `interactions.answer.path/${name}`,
    requirement: 'interactions.answer.path',
    port: 'exchange',
    behaviour: `${name} is not served.`,
    exchange: answerInstead(operationId, (request) => refuse(request, 'unknown-route')),
  },
]);

/** Answers that are taken from the wrong hands or at the wrong place, or are not taken where they should be. */
export const interactionBreakages: readonly Breakage[] = [
  ...byEndpoint,
  ...toldWrongly('action-not-found'),
  {
    id: 'interactions.answer.chat-of-turn',
    requirement: 'interactions.answer.chat-of-turn',
    port: 'exchange',
    behaviour: 'An answer is not found under the chat whose turn asked.',
    exchange: rewriteRequests('approveTool', ({ path }) => ({ path: { ...path, chat_id: randomUUID() } })),
  },
  {
    id: 'interactions.answer.action-id-verbatim',
    requirement: 'interactions.answer.action-id-verbatim',
    port: 'exchange',
    behaviour: 'The action id is understood without its beginning only.',
    exchange: rewriteRequests('approveTool', (request) =>
      withBody(request, (body) => ({ ...body, action_id: `act_${body.action_id}` })),
    ),
  },
  {
    id: 'interactions.state.identified-by-action-id/all',
    requirement: 'interactions.state.identified-by-action-id',
    port: 'store',
    behaviour: 'An answer resolves whatever is pending.',
    ports: rewriteStore('interactions', (interactions) => {
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
  },
  {
    id: 'interactions.state.identified-by-action-id/last',
    requirement: 'interactions.state.identified-by-action-id',
    port: 'exchange',
    behaviour: 'An answer resolves the interaction that was raised last.',
    exchange: knowing((asked) =>
      rewriteRequests('approveTool', (request) => {
        const last = [...asked.values()].at(-1);
        if (last?.event.kind !== 'tool_approval') return {};
        const { action_id, payload } = last.event;
        const decisions = payload.tools.map(({ tool_use_id }) => ({ tool_use_id, approved: true }));
        return { path: last.request.path, ...withBody(request, () => ({ action_id, decisions })) };
      }),
    ),
  },
  {
    id: 'interactions.state.owner-only/accepted',
    requirement: 'interactions.state.owner-only',
    port: 'exchange',
    behaviour: 'Any credential resolves an interaction.',
    exchange: actingAsOwner,
  },
  {
    id: 'interactions.state.owner-only/closes',
    requirement: 'interactions.state.owner-only',
    port: 'exchange',
    behaviour: 'An answer from another credential is refused, and closes the interaction for its owner.',
    exchange: closingAt(404, notPending),
  },
  {
    id: 'interactions.answer.own-credential-only/accepted',
    requirement: 'interactions.answer.own-credential-only',
    port: 'exchange',
    behaviour: 'An answer from any credential is taken.',
    exchange: actingAsOwner,
  },
  {
    id: 'interactions.answer.own-credential-only/forbidden',
    requirement: 'interactions.answer.own-credential-only',
    port: 'exchange',
    behaviour: 'An answer from another credential is forbidden, so that it learns of the interaction.',
    exchange: knowing((asked) =>
      answerAfter(ANSWERS, (request, sound) =>
        sound.status === 404 && asked.has(actionIdOf(request)) ? refuse(request, 'forbidden') : undefined,
      ),
    ),
  },
  {
    id: 'errors.action-not-found.other-credential/conflict',
    requirement: 'errors.action-not-found.other-credential',
    port: 'exchange',
    behaviour: "Another credential's interaction is told not to be pending.",
    exchange: knowing((asked) =>
      answerAfter(ANSWERS, (request, sound) =>
        sound.status === 404 && asked.has(actionIdOf(request)) ? notPending(request) : undefined,
      ),
    ),
  },
  {
    id: 'errors.action-not-found.other-credential/code',
    requirement: 'errors.action-not-found.other-credential',
    port: 'exchange',
    behaviour: "Another credential's interaction is told by the code of a missing chat.",
    exchange: recode(ANSWERS, 'api_v1_action_not_found', 'api_v1_not_found'),
  },
  {
    id: 'interactions.answer.own-turn-only',
    requirement: 'interactions.answer.own-turn-only',
    port: 'exchange',
    behaviour: 'An answer is taken under any chat of the credential.',
    exchange: knowing((asked) =>
      rewriteRequests(ANSWERS, (request) => {
        const owner = asked.get(actionIdOf(request))?.request;
        return owner ? { path: owner.path } : {};
      }),
    ),
  },
  {
    id: 'interactions.answer.wrong-kind/accepted',
    requirement: 'interactions.answer.wrong-kind',
    port: 'exchange',
    behaviour: 'Each endpoint says that it has answered an interaction of another kind.',
    exchange: succeedAt(ANSWERS, 'action-not-found', resolved),
  },
  {
    id: 'interactions.answer.wrong-kind/closes',
    requirement: 'interactions.answer.wrong-kind',
    port: 'exchange',
    behaviour: 'An interaction that was answered through the endpoint of another kind is closed.',
    exchange: closingAt(404, notPending),
  },
  {
    id: 'interactions.plan.in-auto',
    requirement: 'interactions.plan.in-auto',
    port: 'exchange',
    behaviour: 'A plan that was shown in auto mode can be answered by nobody.',
    exchange: knowing((asked) =>
      answerInstead('respondPlan', (request) => {
        const owner = asked.get(actionIdOf(request))?.request;
        return owner && bodyOf(owner).permission_mode === 'auto' ? refuse(request) : undefined;
      }),
    ),
  },
];
