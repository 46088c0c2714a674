import type { OperationId } from '../../../../../generated/ids.d.ts';
import { type Check, check, R } from '../../check-kit/check.ts';
import type { CheckContext } from '../../check-kit/context.ts';
import { RAISING_PLACES, type RaisingPlace, raise } from '../../check-kit/interaction-replies.ts';
import { makePathParameters, OPERATIONS, requestOperation } from '../../check-kit/operations.ts';
import { endOf } from '../../check-kit/turns.ts';

/** A header `Authorization` that carries no access token of the service. */
interface BadToken {
  /** Part of the ids of checks. */
  readonly name: string;
  authorization(t: CheckContext): string;
}

const BAD_TOKENS: readonly BadToken[] = [
  { name: 'unknown', authorization: (t) => `Bearer ${t.freshId()}` },
  // The server would know the token, if the scheme were right.
  { name: 'other-scheme', authorization: (t) => `Basic ${t.main.token ?? ''}` },
  { name: 'empty', authorization: () => 'Bearer ' },
];

/** The place where an interaction waits for the answer of each operation. */
const ANSWERED: Readonly<Partial<Record<OperationId, RaisingPlace | undefined>>> = {
  approveTool: placeOf('tool-approval'),
  respondPlan: placeOf('plan-approval'),
  respondElicitation: placeOf('elicitation'),
  cancelAuth: placeOf('auth-required'),
};

const REQUIRED = R['credentials.token.required'];

/** Each operation with a token that the service did not issue, or in a form that it does not take (section 5; A-02). */
export const tokenChecks: readonly Check[] = OPERATIONS.flatMap((operation) => {
  const { operationId } = operation;
  const place = ANSWERED[operationId];
  return BAD_TOKENS.map(({ name, authorization }) =>
    check({
      id: `credentials.token.${operationId}.${name}`,
      requirements: [REQUIRED],
      arranges: ['unknown-token'],
      needs: ['credential:none', ...(place ? ([`scenario:${place.scenario}`] as const) : [])],
      async run(t) {
        const headers = { authorization: authorization(t) };
        const nobody = t.as('none');
        if (place) {
          const { stream, reply } = await raise(t, place.scenario, place.kind, { approved: false });
          t.expect(REQUIRED).isRefused(await nobody.act(stream.chatId, reply.action, reply.body, headers));
          return;
        }
        const parameters = await makePathParameters(t, operation);
        t.expect(REQUIRED).isRefused(await requestOperation(t, operation, parameters, nobody, headers));
      },
    }),
  );
});

function placeOf(name: string): RaisingPlace | undefined {
  return RAISING_PLACES.find((place) => place.name === name);
}

// A request without an Authorization header that carries a bearer token is refused at every endpoint.
export const keptTokenChecks: readonly Check[] = [
  check({
    id: 'credentials.token.altered',
    requirements: [REQUIRED],
    arranges: ['unknown-token'],
    needs: ['credential:none'],
    async run(t) {
      const { token = '' } = t.main;
      for (const altered of [token.slice(0, -1), `${token}0`, token.slice(1), `0${token}`]) {
        const headers = { authorization: `Bearer ${altered}` };
        t.expect(REQUIRED).isRefused(await t.as('none').request('GET', '/chats', undefined, headers));
      }
    },
  }),

  check({
    id: 'credentials.token.running-turn',
    requirements: [REQUIRED],
    arranges: ['unknown-token'],
    needs: ['credential:none', 'scenario:long_turn'],
    async run(t) {
      const stream = await t.running(t.scenario('long_turn'));
      for (const { authorization } of BAD_TOKENS) {
        const headers = { authorization: authorization(t) };
        t.expect(REQUIRED).isRefused(await t.as('none').act(stream.chatId, 'cancel', {}, headers));
      }
      t.given(await t.main.act(stream.chatId, 'cancel', {}));
      await endOf(t, stream, 'message.cancelled');
    },
  }),
];
