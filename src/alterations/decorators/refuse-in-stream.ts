import type { StreamEvent } from '../../../generated/types.d.ts';
import type { HttpRequest, JsonAnswer, StreamAnswer } from '../../reference/http/exchange.ts';
import type { Wrap } from '../alteration.ts';
import { answerAfter } from './answer-instead.ts';
import type { Body } from './requests.ts';

/**
 * Opens a stream for some refused streaming sends, and reports the failure as an event.
 *
 * @param codeFor returns the code to report instead of the failure's own
 */
export function refuseInStream(
  isMeant: (refusal: JsonAnswer, request: HttpRequest) => boolean,
  codeFor: (refusal: JsonAnswer, request: HttpRequest) => string | undefined = () => undefined,
): Wrap {
  return answerAfter('streamMessage', (request, sound) => {
    if ('open' in sound || !isMeant(sound, request)) return undefined;
    const { path, requestId } = request;
    const { message_code: code, message }: Body = sound.body;
    return streamOf([
      {
        type: 'message.start',
        data: { chat_id: path.chat_id ?? '', message_id: 1, request_id: requestId },
      },
      { type: 'message.error', data: { code: codeFor(sound, request) ?? code, message, retryable: false } },
    ]);
  });
}

/** A stream that sends some events when it opens, and then ends. */
export function streamOf(events: readonly StreamEvent[]): StreamAnswer {
  return {
    status: 200,
    open(sink) {
      for (const event of events) sink.send(event);
      sink.end();
    },
  };
}
