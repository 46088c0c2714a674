import { citedAgents } from '../../reference/citations/citations.ts';
import { refusal } from '../../reference/failures/api-failure.ts';
import { renderFailure } from '../../reference/failures/render.ts';
import { isRequested } from '../../reference/faults/fault-scope.ts';
import type { Exchange, HttpAnswer, HttpRequest } from '../../reference/http/exchange.ts';
import type { Ports } from '../../reference/ports.ts';
import { TIMERS } from '../../reference/timers.ts';
import { askBeside, SENDS } from '../decorators/in-exchange.ts';
import { codeOf } from '../decorators/refuse.ts';
import { answerInstead, bodyOf, rewriteAnswers } from '../decorators/rewrite.ts';
import { rewriteTurns } from '../decorators/rewrite-turns.ts';
import { sendThroughStream } from '../decorators/send-through-stream.ts';
import { type Body, failure, isSuccess, retell } from '../decorators/told.ts';
import { carryingRequest, requestWorkedFor } from '../decorators/working-for.ts';
import { inExchange, inPort, type Variant } from './variant.ts';

const MAX_AGENTS = 15;
const HOUR = 3_600_000;
/** Larger than any id that a seed gives. */
const NOBODYS_IDS_FROM = 1_000_000;
const ATTACHMENTS = ['workspace_ids', 'file_ids', 'skill_ids', 'mcp_server_ids', 'agent_ids'];

/** What a turn is held to, where it is answered, and when it is cut. */
export const sendVariants: readonly Variant[] = [
  inExchange(
    'A-45=empty-as-null',
    'Metadata without a member comes back as null.',
    rewriteTurns((turn) =>
      turn.metadata && Object.keys(turn.metadata).length === 0 ? { ...turn, metadata: null } : turn,
    ),
  ),
  inExchange(
    'A-45=json-value',
    'Metadata comes back with its members in another order.',
    rewriteTurns((turn) => ({ ...turn, metadata: reversed(turn.metadata) })),
  ),
  inExchange(
    'A-47=sum',
    'An agent that is named twice counts twice.',
    answerInstead(SENDS, (request) => {
      const { attachments, content } = bodyOf(request) ?? {};
      const cited = typeof content === 'string' ? content.split('{{agent:').length - 1 : 0;
      const attached = Array.isArray(attachments?.agent_ids) ? attachments.agent_ids.length : 0;
      return cited + attached > MAX_AGENTS ? refused(request, 'too-many-agents') : undefined;
    }),
  ),
  inExchange(
    'A-48=not-found',
    'Something that is attached and does not exist is not found.',
    retell(SENDS, attachesNothing, { status: 404, code: 'api_v1_not_found' }),
  ),
  inExchange(
    'A-48=validation',
    'Something that is attached and does not exist is a validation error.',
    retell(SENDS, attachesNothing, { status: 422, code: 'api_v1_validation_error' }),
  ),
  inExchange(
    'A-51=disabled-first',
    'While agents are disabled, nothing else is told of a turn that selects some.',
    answerInstead(SENDS, async (request, sound) => {
      const answer = await sound(request);
      if ('open' in answer || isSuccess(answer) || !selectsAgents(request)) return answer;
      // Without their scope the catalog shows no agents either.
      if (codeOf(answer) === 'api_token_scope_not_allowed') return answer;
      const { body } = (await askBeside(sound, request, 'getCatalog')) as { body: Body };
      return body?.data && !body.data.agents ? refused(request, 'agents-disabled', 'none') : answer;
    }),
  ),
  inExchange(
    'A-53=failure',
    'A blocking send whose turn is cancelled fails; its replay has the message.',
    (exchange) => {
      const told = new Set<number>();
      return answerInstead('sendMessage', async (request, sound) => {
        const answer = await sound(request);
        if ('open' in answer || !isSuccess(answer)) return answer;
        const { data }: Body = answer.body;
        const isFirst = !told.has(data.id);
        told.add(data.id);
        return isFirst && data.status === 'cancelled'
          ? failure(request, 409, 'turn_cancelled', { message_id: data.id })
          : answer;
      })(exchange);
    },
  ),
  inPort('A-55=longer-deadline', 'clock', 'A streamed turn is cut after an hour.', {
    exchange: carryingRequest,
    ports: ({ clock, ...ports }: Ports) => ({
      ...ports,
      clock: {
        now: () => clock.now(),
        after: (duration, callback) =>
          clock.after(duration === TIMERS.turn && isLong() ? HOUR : duration, callback),
      },
    }),
  }),
  inExchange(
    'A-56=auto-declined',
    'What a blocking turn asks is declined, and it goes on.',
    sendThroughStream,
  ),
  inExchange(
    'A-57=cancelled-status',
    'A turn that was cut for what it asked is listed as cancelled.',
    (exchange) => {
      const cut = new Set<number>();
      const noting = rewriteAnswers('sendMessage', (body) => {
        if (body?.message_code === 'interaction_in_auto_mode') cut.add(body.data.message_id);
        return body;
      })(exchange);
      return rewriteTurns((turn) => (cut.has(turn.id) ? { ...turn, status: 'cancelled' } : turn))(noting);
    },
  ),
  inExchange(
    'A-41=in-stream',
    'On the stream, a content that is too long is told by an event.',
    tellingInStream(({ message_code }) => message_code === 'api_v1_content_too_long'),
  ),
  inExchange(
    'A-60=closed',
    'Before the stream opens, only what the service document lists there is told; the rest is an event.',
    tellingInStream(({ message_code }) => AFTER_OPENING.has(message_code)),
  ),
  inPort('A-138=skip', 'connectors', 'In auto mode no tool is run that changes something.', {
    exchange: carryingRequest,
    ports: ({ connectors, ...ports }: Ports) => ({
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

const AFTER_OPENING = new Set([
  'api_v1_turn_in_progress',
  'api_v1_content_too_long',
  'api_v1_too_many_attachments',
]);

function refused(
  { requestId }: HttpRequest,
  row: 'too-many-agents' | 'agents-disabled',
  retry_action?: 'none',
): HttpAnswer {
  const told = refusal(row);
  const body = renderFailure(told, requestId);
  const meta = { ...body.meta, ...(retry_action && { error_details: { retry_action } }) };
  return { status: told.status, body: { ...body, meta } };
}

function attachesNothing({ message_code }: Body, request: HttpRequest): boolean {
  const { attachments } = bodyOf(request) ?? {};
  const ids = ATTACHMENTS.flatMap((name) => attachments?.[name] ?? []);
  return message_code === 'api_token_resource_not_allowed' && ids.some((id) => id >= NOBODYS_IDS_FROM);
}

function selectsAgents(request: HttpRequest): boolean {
  const { attachments, content } = bodyOf(request) ?? {};
  return attachments?.agent_ids?.length > 0 || citedAgents(String(content)).length > 0;
}

/** Whether a streamed turn begins, and nobody asked for a deadline that comes soon. */
function isLong(): boolean {
  return requestWorkedFor()?.operation.operationId === 'streamMessage' && !isRequested('turn_timeout');
}

function reversed(value: Body): Body {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, member]) => [name, reversed(member)])
      .reverse(),
  );
}

/** Opens a stream for a refusal that would come before it, and tells it there. */
function tellingInStream(isMeant: (body: Body) => boolean): (exchange: Exchange) => Exchange {
  return answerInstead('streamMessage', async (request, sound) => {
    const answer = await sound(request);
    if ('open' in answer || !isMeant(answer.body)) return answer;
    const { message_code: code, message }: Body = answer.body;
    return {
      status: 200,
      open(sink) {
        const { chat_id = '' } = request.path;
        sink.send({ type: 'message.start', data: { chat_id, message_id: 1, request_id: request.requestId } });
        sink.send({ type: 'message.error', data: { code, message, retryable: false } });
        sink.end();
      },
    };
  });
}
