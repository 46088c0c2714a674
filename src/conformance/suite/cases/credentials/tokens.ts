import type { CauseId, OperationId } from '../../../../../generated/ids.d.ts';
import { type Check, check, R } from '../../check-kit/check.ts';
import type { CheckContext } from '../../check-kit/context.ts';
import { type Asked, raise } from '../../check-kit/interaction-replies.ts';
import { makePathParameters, OPERATIONS, requestOperation } from '../../check-kit/operations.ts';
import { checkProbes } from '../../check-kit/probe.ts';
import { RAISING_PLACES, type RaisingPlace } from '../../check-kit/raising-places.ts';
import { SURELY_WAITS } from '../../check-kit/running-states.ts';
import { endOf } from '../../check-kit/turns.ts';

/** A request without a valid access token. */
interface BadToken {
  /** Part of the ids of checks. */
  readonly name: string;
  readonly cause: CauseId;
  headers(t: CheckContext): { readonly authorization?: string };
}

const BAD_TOKENS: readonly BadToken[] = [
  { name: 'none', cause: 'no-token', headers: () => ({}) },
  { name: 'unknown', cause: 'unknown-token', headers: (t) => ({ authorization: `Bearer ${t.freshId()}` }) },
  {
    name: 'other-scheme',
    cause: 'unknown-token',
    // The server would accept the token with the right scheme.
    headers: (t) => ({ authorization: `Basic ${t.main.token ?? ''}` }),
  },
  { name: 'empty', cause: 'unknown-token', headers: () => ({ authorization: 'Bearer ' }) },
];

/** For each operation that answers an interaction, the place that raises one. */
const ANSWERED: Readonly<Partial<Record<OperationId, RaisingPlace | undefined>>> = {
  approveTool: placeOf('tool-approval'),
  respondPlan: placeOf('plan-approval'),
  respondElicitation: placeOf('elicitation'),
  cancelAuth: placeOf('auth-required'),
};

const REQUIRED = R['credentials.token.required'];

/**
 * Each operation without a token, with one that the service did not issue, or in a form that it does not accept (section 5). The contract
 * does not say which failure such a request gets.
 */
export const tokenChecks: readonly Check[] = OPERATIONS.flatMap((operation) => {
  const { operationId } = operation;
  const place = ANSWERED[operationId];
  if (place)
    return checkProbes({
      id: `credentials.token.${operationId}.bad`,
      situations: [{ probe: 'bad token', operation: operationId }],
      needs: ['credential:none', `scenario:${place.scenario}`],
      lasts: SURELY_WAITS,
      arrange: (t) => raise(t, place.scenario, place.kind, { approved: false }),
      probes: BAD_TOKENS.map(({ cause, headers }) => ({
        arranges: [cause],
        requirements: [REQUIRED],
        async run(t: CheckContext, { stream, reply }: Asked) {
          const sent = await t.as('none').act(stream.chatId, reply.action, reply.body, headers(t));
          t.expect(REQUIRED).isRefused(sent);
        },
      })),
    });
  return BAD_TOKENS.map(({ name, cause, headers }) =>
    check({
      id: `credentials.token.${operationId}.${name}`,
      situations: [{ probe: 'bad token', operation: operationId, value: name }],
      requirements: [REQUIRED],
      arranges: [cause],
      needs: ['credential:none'],
      async run(t) {
        const parameters = await makePathParameters(t, operation);
        const sent = await requestOperation(t, operation, parameters, t.as('none'), headers(t));
        t.expect(REQUIRED).isRefused(sent);
      },
    }),
  );
});

function placeOf(name: string): RaisingPlace | undefined {
  return RAISING_PLACES.find((place) => place.name === name);
}

// Every endpoint refuses a request whose Authorization header carries no bearer token.
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
    arranges: ['no-token', 'unknown-token'],
    needs: ['credential:none', 'scenario:long_turn'],
    async run(t) {
      const stream = await t.running(t.scenario('long_turn'));
      for (const { headers } of BAD_TOKENS)
        t.expect(REQUIRED).isRefused(await t.as('none').act(stream.chatId, 'cancel', {}, headers(t)));
      t.requireSuccess(await t.main.act(stream.chatId, 'cancel', {}));
      await endOf(t, stream, 'message.cancelled');
    },
  }),
];
