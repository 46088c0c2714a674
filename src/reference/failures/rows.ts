import errors from '../../../generated/errors.json' with { type: 'json' };
import type { ErrorRowId } from '../../../generated/ids.d.ts';

export type { ErrorRowId };

/** A failure over HTTP, as spec/errors.yaml lists it. */
export interface ErrorRow {
  readonly id: string;
  readonly status: number;
  readonly message_code: string;
  readonly data_code?: string;
  readonly condition: string;
  readonly retry: string;
}

const ROWS: ReadonlyMap<string, ErrorRow> = new Map(
  errors.flatMap((row) => ('status' in row && row.status !== undefined ? [[row.id, row as ErrorRow]] : [])),
);

/** The row of a failure. @throws RangeError when spec/errors.yaml lists no HTTP failure under this id */
export function errorRow(id: ErrorRowId): ErrorRow {
  const row = ROWS.get(id);
  if (!row)
    throw new RangeError(`spec/errors.yaml has no failure ${id} over HTTP; add it there or name another`);
  return row;
}
