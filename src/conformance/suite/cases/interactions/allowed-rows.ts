import type { ErrorRowId } from '../../../../../generated/ids.d.ts';
import type { Answer } from '../../../drive/answer.ts';
import type { CheckContext } from '../../check-kit/context.ts';
import type { Asked } from '../../check-kit/interaction-replies.ts';
import { finish } from '../../check-kit/turns.ts';

/**
 * The failures with which the service may refuse a further answer: not pending or, once the turn has ended, not found. So if
 * one of the answers got 404, the turn must end.
 */
export async function allowedRows(
  t: CheckContext,
  { stream }: Asked,
  ...further: readonly Answer[]
): Promise<readonly ErrorRowId[]> {
  if (!further.some(({ status }) => status === 404)) return ['action-not-pending'];
  await finish(t, stream);
  return stream.hasEnded ? ['action-not-pending', 'action-not-found'] : ['action-not-pending'];
}
