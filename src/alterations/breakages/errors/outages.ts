import { FAULT_HEADER } from '../../../reference/faults/fault-scope.ts';
import { outage } from '../../../reference/turns/cut.ts';
import { type Breakage, breakage, type Wrap } from '../../alteration.ts';
import { answerInstead } from '../../decorators/answer-instead.ts';
import { fail } from '../../decorators/answers.ts';
import { createRecall, keyOf } from '../../decorators/keys.ts';
import { SENDS } from '../../decorators/operations.ts';
import { attachedAgents, type Body, bodyOf, withBody, withHeader } from '../../decorators/requests.ts';
import { rewriteAnswers, rewriteFailures } from '../../decorators/rewrite-answers.ts';
import { changeData } from '../../decorators/rewrite-events.ts';

const DISABLED = 'api_v1_agents_disabled';

const RETRY = {
  service_code: 'agents_disabled',
  failure_kind: 'disabled',
  operation_outcome: 'not_started',
  retry_action: 'retry',
} as const;

/** Failed turns, and agents that are disabled or unavailable. */
export const errorOutageBreakages: readonly Breakage[] = [
  breakage(
    'errors.turn-failed.turn-code/another',
    'A stream gives the failure of a provider another code than the blocking send gives it.',
    changeData('message.error', (data) => ({ ...data, code: 'provider_error' })),
  ),
  ...(['turn-failed', 'turn-timeout'] as const).flatMap((row) =>
    ['chat_id', 'message_id'].map((member) =>
      breakage(
        `errors.${row}.data-ids/no-${member}`,
        `The failure ${row} has no ${member}.`,
        rewriteAnswers('sendMessage', (body, { status }) =>
          status >= 500 ? { ...body, data: { ...body.data, [member]: undefined } } : body,
        ),
      ),
    ),
  ),
  breakage(
    'errors.turn-failed.data-ids/other-chat',
    'The failure of a turn has the id of the request as chat_id.',
    rewriteAnswers('sendMessage', (body, { status, request }) =>
      status === 502 ? { ...body, data: { ...body.data, chat_id: request.requestId } } : body,
    ),
  ),
  breakage(
    'errors.turn-failed.same-as-replay/another-turn',
    'The replay of a failed turn names another turn.',
    changingReplays((body) => ({
      ...body,
      data: { ...body.data, message_id: body.data.message_id + 1 },
    })),
  ),
  breakage(
    'errors.turn-failed.same-as-replay/another-code',
    'The replay of a failed turn has the code of a turn whose save is unconfirmed.',
    changingReplays((body) => ({ ...body, message_code: 'api_v1_core_unavailable' })),
  ),
  breakage(
    'errors.agents-disabled.without-selection/refused',
    'While agents are disabled, every turn is refused.',
    answerInstead(SENDS, (request) =>
      request.header(FAULT_HEADER) === 'agents_disabled' ? fail(request, 'agents-disabled') : undefined,
    ),
  ),
  breakage(
    'errors.agents-disabled.retry-action/retry',
    'While agents are disabled, the failure advises the client to try again.',
    rewriteFailures(SENDS, DISABLED, (body) => ({
      ...body,
      meta: { ...body.meta, error_details: { ...outage(RETRY), request_id: body.meta.request_id } },
    })),
  ),
  breakage(
    'errors.agents-disabled.retry-action/cited',
    'While agents are disabled, the failure advises the client to try again if the agents are only cited.',
    rewriteAnswers(SENDS, (body, { request }) =>
      body?.message_code === DISABLED && attachedAgents(bodyOf(request)).length === 0
        ? {
            ...body,
            meta: { ...body.meta, error_details: { ...outage(RETRY), request_id: body.meta.request_id } },
          }
        : body,
    ),
  ),
  breakage(
    'errors.agents-disabled.retry-action/absent',
    'While agents are disabled, the failure has no retry_action.',
    rewriteFailures(SENDS, DISABLED, (body) => ({ ...body, meta: { request_id: body.meta.request_id } })),
  ),
  breakage(
    'errors.agents-unavailable.nothing-started/started',
    'A turn whose delegation cannot be prepared is refused, but runs without agents.',
    answerInstead(SENDS, async (request, sound) => {
      const answer = await sound(request);
      if (answer.status === 503 && attachedAgents(bodyOf(request)).length > 0) {
        const alone = withBody(request, ({ attachments: _, ...body }) => ({
          ...body,
          permission_mode: 'auto',
        }));
        const begun = await sound({ ...request, ...withHeader(request, FAULT_HEADER, undefined), ...alone });
        if ('open' in begun) begun.open({ send() {}, end() {}, onGone() {} });
      }
      return answer;
    }),
  ),
];

/** Changes the failure of a blocking send from the second answer of its key on. */
function changingReplays(change: (body: Body) => Body): Wrap {
  return (exchange) => {
    const isRepeated = createRecall<string | undefined>();
    return rewriteAnswers('sendMessage', (body, { status, request }) =>
      status === 502 && isRepeated(keyOf(request)) ? change(body) : body,
    )(exchange);
  };
}
