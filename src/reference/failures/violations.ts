import errors from '../../../generated/errors.json' with { type: 'json' };
import type { ErrorObject } from '../../../generated/validators.js';
import { type ApiFailure, refusal } from './api-failure.ts';
import type { ErrorRowId } from './rows.ts';
import { unlisted } from './unlisted.ts';

/** A schema keyword whose violation has its own failure. */
interface Violation {
  readonly request: string;
  readonly pointer: string;
  readonly keyword: string;
}

const ROWS = new Map(
  errors.flatMap((row) =>
    ((row as { violations?: readonly Violation[] }).violations ?? []).map((violation) => [
      nameOf(violation),
      row.id,
    ]),
  ),
);

/** The failure for a body that violates its schema: the row of errors.yaml for that keyword, or else 400. */
export function violationFailure(request: string, error: ErrorObject | undefined): ApiFailure {
  const { instancePath: pointer = '', keyword = '', message = 'does not fit' } = error ?? {};
  const row = ROWS.get(nameOf({ request, pointer, keyword }));
  if (row) return refusal(row as ErrorRowId);
  return unlisted('invalid-request', `The body does not fit the contract: ${pointer || 'it'} ${message}.`);
}

function nameOf({ request, pointer, keyword }: Violation): string {
  return `${request} ${pointer} ${keyword}`;
}
