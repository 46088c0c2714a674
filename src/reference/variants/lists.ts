import { answerInstead, rewriteAnswers, rewriteRequests } from '../breakages/rewrite.ts';
import type { HttpRequest } from '../http/exchange.ts';
import type { Variant } from './variant.ts';

const LISTS = ['listChats', 'listMessages', 'listSkills'] as const;

/** Lists and resources, where the service document does not say what happens at the edge. */
export const listVariants: readonly Variant[] = [
  {
    id: 'A-21=clamped',
    openPoint: 'A-21',
    port: 'exchange',
    behaviour: 'A page or size out of range is taken for the nearest that is in range.',
    exchange: rewriteRequests(LISTS, (request) => ({
      query: {
        ...request.query,
        ...(request.query.size !== undefined && { size: clamp(request, 'size', 200) }),
        ...(request.query.page !== undefined && { page: clamp(request, 'page', Number.MAX_SAFE_INTEGER) }),
      },
    })),
  },
  {
    id: 'A-22=404',
    openPoint: 'A-22',
    port: 'exchange',
    behaviour: 'A page beyond the end is answered 404.',
    exchange: answerInstead(LISTS, async (request, sound) => {
      const answer = await sound(request);
      const isBeyond =
        'body' in answer &&
        answer.status === 200 &&
        isEmptyPage(answer.body) &&
        Number(request.query.page ?? 1) > 1;
      return isBeyond ? { status: 404, body: { message_code: 'api_v1_not_found' } } : answer;
    }),
  },
  {
    id: 'A-88=unlisted',
    openPoint: 'A-88',
    port: 'exchange',
    behaviour: 'A turn is not listed before it has ended.',
    exchange: rewriteAnswers('listMessages', (body, { status }) => {
      if (status !== 200) return body;
      const data = body.data.filter((turn: { status: string }) => turn.status !== 'pending');
      return {
        ...body,
        data,
        meta: { ...body.meta, total: body.meta.total - (body.data.length - data.length) },
      };
    }),
  },
  {
    id: 'A-34=idempotent',
    openPoint: 'A-34',
    port: 'exchange',
    behaviour: 'Deleting a chat again is a success.',
    exchange: (exchange) => {
      const deleted = new Set<string>();
      return answerInstead('deleteChat', async (request, sound) => {
        const id = request.path.chat_id ?? '';
        const name = `${request.header('authorization')} ${id}`;
        const answer = await sound(request);
        if (answer.status === 200) deleted.add(name);
        else if (deleted.has(name)) return { status: 200, body: again(request, { id, deleted: true }) };
        return answer;
      })(exchange);
    },
  },
  {
    id: 'A-106=action-not-found',
    openPoint: 'A-106',
    port: 'exchange',
    behaviour:
      'An answer to an interaction in a chat of somebody else is told that there is no such interaction.',
    exchange: rewriteAnswers(['approveTool', 'respondPlan', 'respondElicitation', 'cancelAuth'], (body) =>
      body?.message_code === 'api_v1_not_found' ? { ...body, message_code: 'api_v1_action_not_found' } : body,
    ),
  },
];

function clamp({ query }: HttpRequest, name: string, most: number): string {
  const value = Number(query[name]);
  return String(Number.isInteger(value) ? Math.min(Math.max(value, 1), most) : 1);
}

function isEmptyPage(body: unknown): boolean {
  const { data } = body as { data: unknown };
  return Array.isArray(data) && data.length === 0;
}

function again({ requestId }: HttpRequest, data: unknown) {
  return {
    status: 'success',
    message: 'Deleted before',
    message_code: 'api_v1_ok',
    data,
    meta: { request_id: requestId },
  };
}
