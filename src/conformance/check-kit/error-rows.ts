import { readGenerated } from '../generated.ts';

/** A failure over HTTP, as spec/errors.yaml lists it. */
export interface ErrorRow {
  readonly id: string;
  readonly channel: 'http' | 'event';
  readonly status?: number;
  readonly message_code: string;
  readonly data_code?: string;
  readonly operations: readonly string[];
}

let rows: ReadonlyMap<string, ErrorRow> | undefined;

/** @throws RangeError when spec/errors.yaml has no such row */
export function errorRow(id: string): ErrorRow {
  rows ??= new Map(readGenerated<readonly ErrorRow[]>('errors.json').map((row) => [row.id, row]));
  const row = rows.get(id);
  if (!row) throw new RangeError(`spec/errors.yaml has no row ${id}`);
  return row;
}
