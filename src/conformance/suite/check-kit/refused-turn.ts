import type { RequirementId } from '../../../../generated/ids.d.ts';
import { Answer } from '../../drive/answer.ts';
import type { LiveStream } from '../../drive/live-stream.ts';
import type { CheckContext } from './context.ts';

/**
 * Expects that a turn was refused for a reason that section 7 does not list for the streaming send. The list may be
 * closed, and then the failure comes on the stream.
 *
 * @returns the answer; undefined when the refusal came on a stream
 */
export async function expectRefusal(
  t: CheckContext,
  sent: Answer | LiveStream,
  ...requirements: readonly RequirementId[]
): Promise<Answer | undefined> {
  const claim = t.expect(...requirements);
  if (sent instanceof Answer) {
    claim.isRefused(sent);
    return sent;
  }
  const end = (await t.inTime(sent.rest()))?.type;
  claim.isTrue(sent, end === 'message.error', 'a refusal', end);
  return undefined;
}
