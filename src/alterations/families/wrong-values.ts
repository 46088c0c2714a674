import errors from '../../../generated/errors.json' with { type: 'json' };
import type { Family } from './family.ts';
import { tryOperators } from './operator.ts';
import type { Place } from './place.ts';
import { WRONG_VALUE_OPERATORS } from './wrong-value-operators.ts';

/** The service shows a different value with the same shape. */
export const wrongValues: Family = {
  name: 'wrong-values',
  generate: (traffic) =>
    tryOperators('wrong-values', WRONG_VALUE_OPERATORS, traffic, {
      isMeant: (isAccepted) => isAccepted,
      isSpoken,
    }),
};

const CODES: ReadonlySet<string> = new Set(errors.map(({ message_code }) => message_code));

/**
 * Whether the contract says anything about a value besides its shape. It says nothing about request ids, human-readable texts, or
 * failures without a row in spec/errors.yaml. Of other failures, it only specifies the code, the data and the details of an outage.
 */
function isSpoken({ channel, event, pointer }: Place): boolean {
  if (/(^|\.)request_id$/.test(pointer)) return false;
  if (event !== undefined) return !(event === 'message.error' && pointer === 'message');
  if (pointer === 'message' || pointer === 'meta') return false;
  const [, code] = /(?:^|,)[45]\d\d(?:,([\w]+))?/.exec(channel) ?? [];
  if (!/(^|,)[45]\d\d(,|$)/.test(channel)) return true;
  return (
    code !== undefined && CODES.has(code) && /^(message_code|data\b.*|meta\.error_details\b.*)$/.test(pointer)
  );
}
