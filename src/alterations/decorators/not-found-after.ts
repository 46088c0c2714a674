import { ANSWERS } from '../../../generated/operation-groups.js';
import { type ErrorRowId, errorRow } from '../../reference/failures/rows.ts';
import type { Wrap } from '../alteration.ts';
import { answerAfter } from './answer-instead.ts';
import { codeOf, fail } from './answers.ts';
import { actionIdOf } from './requests.ts';

/** Answers as if an interaction did not exist, once an answer to it got the failure of a row and it is no longer pending. */
export function notFoundAfter(row: ErrorRowId): Wrap {
  const first = errorRow(row);
  return (exchange) => {
    const met = new Set<string>();
    return answerAfter(ANSWERS, (request, sound) => {
      const code = codeOf(sound);
      if (code === 'api_v1_action_not_pending' && met.has(actionIdOf(request)))
        return fail(request, 'action-not-found');
      if (code === first.message_code && sound.status === first.status) met.add(actionIdOf(request));
      return undefined;
    })(exchange);
  };
}
