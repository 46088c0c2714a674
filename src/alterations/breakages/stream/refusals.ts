import type { StreamEvent } from '../../../../generated/types.d.ts';
import { type ErrorRowId, errorRow } from '../../../reference/failures/rows.ts';
import { codeOf } from '../../decorators/refuse.ts';
import { answerInstead } from '../../decorators/rewrite.ts';
import type { Breakage } from '../breakage.ts';

/** What refuses a streaming send before its stream opens, and the row of errors.yaml that says how. */
const REFUSALS: Readonly<Record<string, ErrorRowId>> = {
  'stream.refusal.chat-busy': 'chat-busy',
  'stream.refusal.idempotency-conflict': 'idempotency-conflict',
  'stream.refusal.resource-not-allowed': 'attachment-not-allowed',
  'stream.refusal.agent-not-available': 'agent-not-available',
  'stream.refusal.too-many-agents': 'too-many-agents',
  'stream.refusal.validation-error': 'invalid-agents',
  'stream.refusal.agents-disabled': 'agents-disabled',
  'stream.refusal.agents-unavailable': 'agents-unavailable',
};

/** Each refusal, told inside a stream that opens for it. */
export const streamRefusalBreakages: readonly Breakage[] = Object.entries(REFUSALS).map(
  ([requirement, id]): Breakage => {
    const { status, message_code: code } = errorRow(id);
    return {
      id: requirement,
      requirement,
      port: 'exchange',
      behaviour: `A streaming send that is refused with ${code} opens a stream, and says so there.`,
      exchange: answerInstead('streamMessage', async (request, sound) => {
        const answer = await sound(request);
        if ('open' in answer || answer.status !== status || codeOf(answer) !== code) return answer;
        return {
          status: 200,
          open(sink) {
            for (const event of failedStream(request.path.chat_id ?? '', request.requestId, code)) {
              sink.send(event);
            }
            sink.end();
          },
        };
      }),
    };
  },
);

function failedStream(chatId: string, requestId: string, code: string): readonly StreamEvent[] {
  return [
    { type: 'message.start', data: { chat_id: chatId, message_id: 1, request_id: requestId } },
    { type: 'message.error', data: { code, message: 'The turn was refused.', retryable: false } },
  ];
}
