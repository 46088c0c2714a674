import { SENDS } from '../../../generated/operation-groups.js';
import { isRequested } from '../../reference/faults/fault-scope.ts';
import type { HttpRequest, JsonAnswer } from '../../reference/http/exchange.ts';
import { ATTACHMENT_TYPES } from '../../reference/operations/turn-draft.ts';
import { TIMERS } from '../../reference/timers.ts';
import { type PortChange, type Variant, variant } from '../alteration.ts';
import { answerInstead } from '../decorators/answer-instead.ts';
import { codeOf, fail, failure, isInvalid, isSuccess } from '../decorators/answers.ts';
import { isRawJson } from '../decorators/copy-json.ts';
import { LONGEST_CONTENT, MOST_AGENTS, UNKNOWN_IDS_FROM } from '../decorators/facts.ts';
import { createRecall } from '../decorators/keys.ts';
import { isFor } from '../decorators/operations.ts';
import { carryingRequest, inClock, inStore, requestWorkedFor } from '../decorators/ports.ts';
import { refuseInStream } from '../decorators/refuse-in-stream.ts';
import { askBeside, attachedAgents, type Body, bodyOf, citedIn, insteadOf } from '../decorators/requests.ts';
import { changeFailures, rewriteFailures } from '../decorators/rewrite-answers.ts';
import { rewriteTurns } from '../decorators/rewrite-turns.ts';
import { sendAnother } from '../decorators/send-another.ts';
import { isThroughStream, sendThroughStream } from '../decorators/send-through-stream.ts';
import { inResponses } from '../decorators/wire.ts';

const HOUR = 3_600_000;

/**
 * The failures that the service document lists for the streaming send before its stream opens (section 7), the one whose row mentions any
 * turn, and the failure for an unknown credential.
 */
const LISTED_FOR_STREAM = new Set<unknown>([
  'api_v1_unauthenticated',
  'api_v1_idempotency_key_required',
  'api_v1_chat_busy',
  'api_v1_idempotency_conflict',
  'api_token_resource_not_allowed',
  'api_v1_agent_not_available',
  'api_v1_too_many_agents',
  'api_v1_validation_error',
  'api_v1_agents_disabled',
  'api_v1_agents_unavailable',
]);

/** How turns are refused, run, and cut off. */
export const sendVariants: readonly Variant[] = [
  variant(
    'A-45=empty-as-null',
    'Empty metadata comes back as null.',
    rewriteTurns((turn) =>
      turn.metadata && Object.keys(turn.metadata).length === 0 ? { ...turn, metadata: null } : turn,
    ),
  ),
  variant(
    'A-45=json-value',
    'Metadata comes back with its members in reverse order.',
    rewriteTurns((turn) => ({ ...turn, metadata: reversed(turn.metadata) })),
  ),
  variant(
    'A-47=sum',
    'An agent that is named twice counts twice.',
    answerInstead(SENDS, (request) => {
      const { attachments, content } = bodyOf(request) ?? {};
      const cited = typeof content === 'string' ? content.split('{{agent:').length - 1 : 0;
      const attached = Array.isArray(attachments?.agent_ids) ? attachments.agent_ids.length : 0;
      return cited + attached > MOST_AGENTS ? fail(request, 'too-many-agents') : undefined;
    }),
  ),
  variant(
    'A-47=every-citation',
    'Every different citation of an agent counts, also one without a valid id.',
    answerInstead(SENDS, (request) => {
      const { attachments, content } = bodyOf(request) ?? {};
      const cited = String(content).match(/(?<=\{\{agent:)[^{}]*(?=\}\})/g) ?? [];
      const attached = Array.isArray(attachments?.agent_ids) ? attachments.agent_ids : [];
      return new Set([...cited, ...attached].map(String)).size > MOST_AGENTS
        ? fail(request, 'too-many-agents')
        : undefined;
    }),
  ),
  variant(
    'A-48=not-found',
    'An attachment that does not exist is refused as not found.',
    changeFailures(SENDS, isForUnknownAttachment, { status: 404, code: 'api_v1_not_found' }),
  ),
  variant(
    'A-48=validation',
    'An attachment that does not exist is refused with the validation error.',
    changeFailures(SENDS, isForUnknownAttachment, { status: 422, code: 'api_v1_validation_error' }),
  ),
  variant(
    'A-51=disabled-first',
    'While agents are disabled, a turn that selects agents fails for that reason before any other.',
    answerInstead(SENDS, async (request, sound) => {
      const answer = await sound(request);
      if ('open' in answer || isSuccess(answer) || !selectsAgents(request)) return answer;
      // The catalog also shows no agents to a credential without their scope.
      if (codeOf(answer) === 'api_token_scope_not_allowed') return answer;
      const { body } = (await askBeside(sound, request, 'getCatalog')) as { body: Body };
      return body?.data && !body.data.agents ? agentsDisabled(request) : answer;
    }),
  ),
  variant('A-52=refused', 'A turn with an inactive skill is refused.', {
    ...inStore('skills', ({ find }) => ({
      find(id) {
        const skill = find(id);
        return skill && isSending() && !skill.isActive ? undefined : skill;
      },
    })),
    exchange: carryingRequest,
  }),
  variant('A-52=used', 'An inactive skill is applied like any other.', {
    ...inStore('skills', ({ find }) => ({
      find(id) {
        const skill = find(id);
        return skill && isSending() ? { ...skill, isActive: true } : skill;
      },
    })),
    exchange: carryingRequest,
  }),
  variant('A-54=stops', 'A blocking turn is cancelled when its client disconnects.', stoppingWithClient()),
  variant(
    'A-53=failure',
    'A blocking send fails when its turn is cancelled, and its replay has the message.',
    (exchange) => {
      const wasShown = createRecall<number>();
      return answerInstead('sendMessage', async (request, sound) => {
        const answer = await sound(request);
        if ('open' in answer || !isSuccess(answer)) return answer;
        const { data }: Body = answer.body;
        return !wasShown(data.id) && data.status === 'cancelled'
          ? failure(request, 409, 'turn_cancelled', { message_id: data.id })
          : answer;
      })(exchange);
    },
  ),
  variant('A-55=longer-deadline', 'The deadline of a streamed turn is one hour.', {
    ...inClock((duration) => (duration === TIMERS.turn && isStreamedTurn() ? HOUR : duration)),
    exchange: carryingRequest,
  }),
  variant(
    'A-56=auto-declined',
    'In a blocking turn, every interaction is declined, and the turn continues.',
    sendThroughStream,
  ),
  variant(
    'A-57=cancelled-status',
    'A turn that was cut off at an interaction is listed as cancelled.',
    (exchange) => {
      const cut = new Set<number>();
      const noting = rewriteFailures('sendMessage', 'interaction_in_auto_mode', (body) => {
        cut.add(body.data.message_id);
        return body;
      })(exchange);
      return rewriteTurns((turn) => (cut.has(turn.id) ? { ...turn, status: 'cancelled' } : turn))(noting);
    },
  ),
  variant(
    'A-41=in-stream',
    'A streaming send whose content is too long opens a stream and fails there.',
    refuseInStream((refusal) => codeOf(refusal) === 'api_v1_content_too_long'),
  ),
  variant(
    'A-41=no-limit',
    'A streaming send may have any content.',
    sendAnother((request) => {
      const body = bodyOf(request);
      const isTooLong =
        request.operation.operationId === 'streamMessage' && body?.content?.length > LONGEST_CONTENT;
      return isTooLong ? { ...body, content: body.content.slice(0, LONGEST_CONTENT) } : undefined;
    }),
  ),
  variant(
    'A-60=closed',
    'A streaming send that is refused for a reason the service document does not list opens a stream and fails there.',
    refuseInStream(isUnlisted),
  ),
  variant(
    'A-60=own-codes',
    'A streaming send that is refused for such a reason fails in its stream, with a code of the service where no row gives one.',
    refuseInStream(
      (refusal, request) => isUnlisted(refusal) || isForUnknownAttachment(refusal.body, request),
      ({ body }, request) =>
        isInvalid(body) || isForUnknownAttachment(body, request) ? 'unusable_turn' : undefined,
    ),
  ),
  variant('A-138=skip', 'In auto mode, no tool runs that changes something.', {
    port: 'connectors',
    exchange: carryingRequest,
    ports: ({ connectors, ...ports }) => ({
      ...ports,
      connectors: {
        async tools(connector, signal) {
          const tools = await connectors.tools(connector, signal);
          const request = requestWorkedFor();
          const isAuto = request && bodyOf(request)?.permission_mode === 'auto';
          return isAuto ? tools.filter(({ isReadOnly }) => isReadOnly) : tools;
        },
        call: (connector, call) => connectors.call(connector, call),
        close: () => connectors.close(),
      },
    }),
  }),
];

/** The failure while agents are disabled. It advises the client not to retry. */
function agentsDisabled(request: HttpRequest): JsonAnswer {
  const answer = fail(request, 'agents-disabled');
  const body: Body = answer.body;
  return { ...answer, body: { ...body, meta: { ...body.meta, error_details: { retry_action: 'none' } } } };
}

function isUnlisted(refusal: JsonAnswer): boolean {
  return !LISTED_FOR_STREAM.has(codeOf(refusal));
}

function isForUnknownAttachment({ message_code }: Body, request: HttpRequest): boolean {
  const { attachments } = bodyOf(request) ?? {};
  const ids = ATTACHMENT_TYPES.flatMap(({ member }) => attachments?.[member] ?? []);
  return message_code === 'api_token_resource_not_allowed' && ids.some((id) => id >= UNKNOWN_IDS_FROM);
}

function selectsAgents(request: HttpRequest): boolean {
  const body = bodyOf(request);
  return attachedAgents(body).length > 0 || citedIn(body).length > 0;
}

/** Whether the current request streams a turn that did not ask for an early deadline. */
function isStreamedTurn(): boolean {
  const request = requestWorkedFor();
  if (!request || isThroughStream(request)) return false;
  return request.operation.operationId === 'streamMessage' && !isRequested('turn_timeout');
}

function isSending(): boolean {
  const request = requestWorkedFor();
  return request !== undefined && isFor(SENDS, request);
}

function stoppingWithClient(): PortChange {
  let cancel: (token: string | undefined, chatId: string) => void = () => {};
  return {
    ...inResponses((response, { method, url, headers }) => {
      const [, chatId] = /^\/api\/v1\/chats\/([^/]+)\/messages$/.exec(url ?? '') ?? [];
      if (method !== 'POST' || chatId === undefined) return;
      const stop = cancel;
      response.on('close', () => {
        if (!response.writableEnded) stop(headers.authorization, chatId);
      });
    }),
    exchange: (exchange) => {
      const running = new Map<string, HttpRequest>();
      cancel = (token, chatId) => {
        const request = running.get(`${token} ${chatId}`);
        if (request) void exchange(insteadOf(request, 'cancelTurn', {}));
      };
      return answerInstead('sendMessage', (request, sound) => {
        running.set(`${request.header('authorization')} ${request.path.chat_id}`, request);
        return sound(request);
      })(exchange);
    },
  };
}

function reversed(value: Body): Body {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null || isRawJson(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, member]) => [name, reversed(member)])
      .reverse(),
  );
}
