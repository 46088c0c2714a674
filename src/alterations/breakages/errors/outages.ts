import { refusal } from '../../../reference/failures/api-failure.ts';
import { renderFailure } from '../../../reference/failures/render.ts';
import { FAULT_HEADER } from '../../../reference/faults/fault-scope.ts';
import type { Exchange } from '../../../reference/http/exchange.ts';
import { outage } from '../../../reference/turns/cut.ts';
import {
  answerInstead,
  bodyOf,
  rewriteAnswers,
  rewriteEvents,
  withBody,
  withHeader,
} from '../../decorators/rewrite.ts';
import type { Breakage } from '../breakage.ts';

const SENDS = ['sendMessage', 'streamMessage'] as const;

/** What is told of turns that went wrong, and should be told otherwise. */
export const errorOutageBreakages: readonly Breakage[] = [
  {
    id: 'errors.turn-failed.turn-code/another',
    requirement: 'errors.turn-failed.turn-code',
    port: 'exchange',
    behaviour: 'A stream tells the failure of a provider with another code than the blocking send.',
    exchange: rewriteEvents(() => (event) => [
      event.type === 'message.error' ? { ...event, data: { ...event.data, code: 'provider_error' } } : event,
    ]),
  },
  ...(['turn-failed', 'turn-timeout'] as const).flatMap((row) =>
    (['chat_id', 'message_id'] as const).flatMap((member): Breakage[] => [
      {
        id: `errors.${row}.data-ids/no-${member}`,
        requirement: `errors.${row}.data-ids`,
        port: 'exchange',
        behaviour: `The failure ${row} does not carry ${member}.`,
        exchange: rewriteAnswers('sendMessage', (body, { status }) =>
          status >= 500 ? { ...body, data: { ...body.data, [member]: undefined } } : body,
        ),
      },
    ]),
  ),
  {
    id: 'errors.turn-failed.data-ids/other-chat',
    requirement: 'errors.turn-failed.data-ids',
    port: 'exchange',
    behaviour: 'A failed turn names the request where the chat should stand.',
    exchange: rewriteAnswers('sendMessage', (body, { status, request }) =>
      status === 502 ? { ...body, data: { ...body.data, chat_id: request.requestId } } : body,
    ),
  },
  {
    id: 'errors.turn-failed.same-as-replay/another-turn',
    requirement: 'errors.turn-failed.same-as-replay',
    port: 'exchange',
    behaviour: 'The replay of a failed turn names another turn.',
    exchange: changingReplays((body) => ({
      ...body,
      data: { ...body.data, message_id: body.data.message_id + 1 },
    })),
  },
  {
    id: 'errors.turn-failed.same-as-replay/another-code',
    requirement: 'errors.turn-failed.same-as-replay',
    port: 'exchange',
    behaviour: 'The replay of a failed turn has the code of one whose save is unconfirmed.',
    exchange: changingReplays((body) => ({ ...body, message_code: 'api_v1_core_unavailable' })),
  },
  {
    id: 'errors.agents-disabled.without-selection/refused',
    requirement: 'errors.agents-disabled.without-selection',
    port: 'exchange',
    behaviour: 'While agents are disabled, every turn is refused.',
    exchange: answerInstead(SENDS, (request) =>
      request.header(FAULT_HEADER) === 'agents_disabled'
        ? { status: 503, body: renderFailure(refusal('agents-disabled'), request.requestId) }
        : undefined,
    ),
  },
  {
    id: 'errors.agents-disabled.retry-action/retry',
    requirement: 'errors.agents-disabled.retry-action',
    port: 'exchange',
    behaviour: 'While agents are disabled, clients are told to try again.',
    exchange: rewriteAnswers(SENDS, (body) =>
      body.message_code === 'api_v1_agents_disabled'
        ? {
            ...body,
            meta: { ...body.meta, error_details: { ...outage(RETRY), request_id: body.meta.request_id } },
          }
        : body,
    ),
  },
  {
    id: 'errors.agents-disabled.retry-action/absent',
    requirement: 'errors.agents-disabled.retry-action',
    port: 'exchange',
    behaviour: 'While agents are disabled, nothing is said of trying again.',
    exchange: rewriteAnswers(SENDS, (body) =>
      body.message_code === 'api_v1_agents_disabled'
        ? { ...body, meta: { request_id: body.meta.request_id } }
        : body,
    ),
  },
  {
    id: 'errors.agents-unavailable.nothing-started/started',
    requirement: 'errors.agents-unavailable.nothing-started',
    port: 'exchange',
    behaviour: 'A turn whose delegation cannot be prepared runs without agents, and is told as refused.',
    exchange: answerInstead(SENDS, async (request, sound) => {
      const answer = await sound(request);
      if (answer.status === 503 && selectsAgents(bodyOf(request))) {
        const alone = withBody(request, ({ attachments: _, ...body }) => ({
          ...body,
          permission_mode: 'auto',
        }));
        const begun = await sound({ ...request, ...withHeader(request, FAULT_HEADER, undefined), ...alone });
        if ('open' in begun) begun.open({ send() {}, end() {}, onGone() {} });
      }
      return answer;
    }),
  },
];

const RETRY = {
  service_code: 'agents_disabled',
  failure_kind: 'disabled',
  operation_outcome: 'not_started',
  retry_action: 'retry',
} as const;

type Body = ReturnType<typeof bodyOf>;

function selectsAgents(body: Body): boolean {
  return (body?.attachments?.agent_ids ?? []).length > 0;
}

/** Changes what a blocking send of a failed turn answers from the second time on. */
function changingReplays(change: (body: Body) => Body): (exchange: Exchange) => Exchange {
  return (exchange) => {
    const told = new Set<string | undefined>();
    return rewriteAnswers('sendMessage', (body, { status, request }) => {
      if (status !== 502) return body;
      const key = request.header('idempotency-key');
      const isAgain = told.has(key);
      told.add(key);
      return isAgain ? change(body) : body;
    })(exchange);
  };
}
