import { renderFailure } from '../../reference/failures/render.ts';
import type { Exchange, HttpRequest, JsonAnswer, StreamAnswer } from '../../reference/http/exchange.ts';
import { turnFailure } from '../../reference/operations/answers.ts';
import { insteadOf } from './acting.ts';
import { declining } from './declining.ts';
import { answerInstead, bodyOf } from './rewrite.ts';
import { success } from './told.ts';

/** Answers a blocking send with how its stream would end, and declines by itself whatever the turn asks on its way. */
export const sendThroughStream = answerInstead('sendMessage', async (request, sound) => {
  if (bodyOf(request)?.permission_mode !== 'auto') return sound(request);
  const streamed = await sound({ ...request, operation: insteadOf(request, 'streamMessage', {}).operation });
  return 'open' in streamed ? readToEnd(streamed, request, sound) : streamed;
});

function readToEnd(streamed: StreamAnswer, request: HttpRequest, sound: Exchange): Promise<JsonAnswer> {
  return new Promise((resolve) => {
    let messageId = 0;
    streamed.open({
      send(event) {
        if (event.type === 'message.start') messageId = event.data.message_id;
        else if (event.type === 'message.action_required') void sound(declining(event.data, request));
        else if (event.type === 'message.completed' || event.type === 'message.cancelled')
          resolve(success(request, event.data));
        else if (event.type === 'message.error') {
          const told = turnFailure(event.data, { id: messageId, chatId: request.path.chat_id ?? '' });
          resolve({ status: told.status, body: renderFailure(told, request.requestId) });
        }
      },
      end() {},
      onGone() {},
    });
  });
}
