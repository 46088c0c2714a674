import { type Check, check, R } from '../../check-kit/check.ts';
import { withFault } from '../../check-kit/turns.ts';

/** A send whose outcome the service does not know (section 7). */
export const errorConflictChecks: readonly Check[] = [
  check({
    id: 'errors.outcome-unknown',
    requirements: [R['errors.outcome-unknown.answer']],
    arranges: ['outcome-unknown'],
    needs: ['fault:idempotency_outcome_unknown'],
    async run(t) {
      const answer = await t.main.send(...withFault(t, 'idempotency_outcome_unknown'));
      t.expect('errors.outcome-unknown.answer').failsWith(answer, 'outcome-unknown');
    },
  }),
];
