import { renderFailure } from '../../reference/failures/render.ts';
import type { Exchange, HttpRequest, JsonAnswer, StreamAnswer } from '../../reference/http/exchange.ts';
import { turnFailure } from '../../reference/operations/answers.ts';
import { answerInstead } from './answer-instead.ts';
import { succeed } from './answers.ts';
import { declining } from './interactions.ts';
import { operationOf } from './operations.ts';
import { bodyOf, withHeader } from './requests.ts';
import { isOf, TURN_ENDS } from './rewrite-events.ts';

/** A header that marks a request permanently, since every change to a request keeps its headers. No client sends it. */
const MARK = 'x-altered-through-stream';

/** Whether a blocking send runs as a stream. */
export function isThroughStream(request: HttpRequest): boolean {
  return request.header(MARK) !== undefined;
}

/** Runs a blocking send as a stream, declines every interaction of its turn, and answers with the end of the stream. */
export const sendThroughStream = answerInstead('sendMessage', async (request, sound) => {
  if (bodyOf(request)?.permission_mode !== 'auto') return sound(request);
  const streamed = await sound({
    ...request,
    ...withHeader(request, MARK, 'yes'),
    operation: operationOf('streamMessage'),
  });
  return 'open' in streamed ? readToEnd(streamed, request, sound) : streamed;
});

function readToEnd(streamed: StreamAnswer, request: HttpRequest, sound: Exchange): Promise<JsonAnswer> {
  return new Promise((resolve) => {
    let messageId = 0;
    streamed.open({
      send(event) {
        if (event.type === 'message.start') messageId = event.data.message_id;
        else if (event.type === 'message.action_required') void sound(declining(event.data, request));
        else if (isOf(TURN_ENDS, event)) resolve(succeed(request, event.data));
        else if (event.type === 'message.error') {
          const failure = turnFailure(event.data, { id: messageId, chatId: request.path.chat_id ?? '' });
          resolve({ status: failure.status, body: renderFailure(failure, request.requestId) });
        }
      },
      end() {},
      onGone() {},
    });
  });
}
