import { SENDS } from '../../../../generated/operation-groups.js';
import { FAULT_HEADER } from '../../../reference/faults/fault-scope.ts';
import { outage } from '../../../reference/turns/cut.ts';
import { type Breakage, breakage, type Wrap } from '../../alteration.ts';
import { answerInstead } from '../../decorators/answer-instead.ts';
import { codeOf, fail } from '../../decorators/answers.ts';
import { createRecall, keyOf, withFreshKey } from '../../decorators/keys.ts';
import {
  askBeside,
  attachedAgents,
  type Body,
  bodyOf,
  citedIn,
  withBody,
  withHeader,
} from '../../decorators/requests.ts';
import { rewriteAnswers, rewriteFailures } from '../../decorators/rewrite-answers.ts';
import { noteEvents } from '../../decorators/rewrite-events.ts';
import { rewriteRequests } from '../../decorators/rewrite-requests.ts';
import { failed } from '../kinds/answered.ts';
import { shown } from '../kinds/shown.ts';

const DISABLED = 'api_v1_agents_disabled';

/** The faults that leave the close of a turn in doubt. */
const DOUBTFUL = new Set<string | undefined>([
  'persistence',
  'outcome_unknown',
  'idempotency_outcome_unknown',
]);

const RETRY = {
  service_code: 'agents_disabled',
  failure_kind: 'disabled',
  operation_outcome: 'not_started',
  retry_action: 'retry',
} as const;

/** Failed turns, and agents that are disabled or unavailable. */
export const errorOutageBreakages: readonly Breakage[] = [
  shown('errors.turn-failed.turn-code/another', 'message.error', { code: 'provider_error' }),
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
    'errors.turn-failed.same-as-replay/no-details',
    'The replay of a failed turn lacks the details of the outage.',
    changingReplays(({ meta: { error_details: _, ...meta }, ...body }) => ({ ...body, meta })),
  ),
  breakage(
    'errors.turn-failed.same-as-replay/nothing-said',
    'A turn that fails before it says anything runs again when its send is repeated.',
    (exchange) => {
      const forgotten = new Set<string | undefined>();
      return answerInstead('sendMessage', async (request, sound) => {
        const key = keyOf(request);
        if (forgotten.has(key)) return sound({ ...request, ...withFreshKey(request) });
        const answer = await sound(request);
        if (codeOf(answer) !== 'upstream_error' || !('body' in answer)) return answer;
        const { data }: Body = answer.body;
        const listed = (await askBeside(sound, request, 'listMessages')) as { readonly body: Body };
        const turn = listed.body.data.find(({ id }: Body) => id === data.message_id);
        if (turn?.content === '') forgotten.add(key);
        return answer;
      })(exchange);
    },
  ),
  breakage(
    'events.error.replay-same-error/once',
    'The failure of a streamed turn is replayed once; the next repetition runs another turn.',
    (exchange) => {
      const sends = new Map<string | undefined, number>();
      const noting = noteEvents((request) => ({ type }) => {
        if (type === 'message.error') sends.set(keyOf(request), (sends.get(keyOf(request)) ?? 0) + 1);
      })(exchange);
      return rewriteRequests('streamMessage', (request) =>
        (sends.get(keyOf(request)) ?? 0) > 1 ? withFreshKey(request) : {},
      )(noting);
    },
  ),
  breakage(
    'turns.send.exists/after-doubtful-close',
    'A chat stays busy after a turn whose close is in doubt.',
    (exchange) => {
      const busy = new Set<string | undefined>();
      return answerInstead('sendMessage', (request) => {
        if (DOUBTFUL.has(request.header(FAULT_HEADER))) busy.add(request.path.chat_id);
        else if (busy.has(request.path.chat_id))
          return fail(request, 'chat-busy', { data: { message_id: 1 } });
        return undefined;
      })(exchange);
    },
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
  failed('errors.agents-disabled.retry-action/absent', SENDS, DISABLED, { 'meta.error_details': undefined }),
  breakage(
    'errors.agents-unavailable.nothing-started/started',
    'A turn whose delegation cannot be prepared is refused, but runs without agents.',
    answerInstead(SENDS, async (request, sound) => {
      const answer = await sound(request);
      const body = bodyOf(request);
      if (answer.status === 503 && attachedAgents(body).length + citedIn(body).length > 0) {
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

/** Changes the failure of a blocking send from the second response for its key on. */
function changingReplays(change: (body: Body) => Body): Wrap {
  return (exchange) => {
    const isRepeated = createRecall<string | undefined>();
    return rewriteAnswers('sendMessage', (body, { status, request }) =>
      status === 502 && isRepeated(keyOf(request)) ? change(body) : body,
    )(exchange);
  };
}
