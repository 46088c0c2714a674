import type { Binding, Fact } from '../../../generated/bindings.d.ts';
import type { OperationId, RequirementId } from '../../../generated/ids.d.ts';
import { readGenerated } from '../generated.ts';

let rows: ReadonlyMap<string, readonly RequirementId[]> | undefined;

/** The requirements that decide a fact of an operation, or of a member of its request. Empty if there are none. */
export function rowsDeciding(fact: Fact, operation: OperationId, member?: string): readonly RequirementId[] {
  rows ??= readRows();
  return rows.get(keyOf({ fact, operation, ...(member !== undefined && { member }) })) ?? [];
}

function readRows(): ReadonlyMap<string, readonly RequirementId[]> {
  const byKey = Map.groupBy(readGenerated<readonly Binding[]>('bindings.json'), keyOf);
  return new Map([...byKey].map(([key, all]) => [key, all.map(({ requirement }) => requirement)]));
}

function keyOf({ fact, operation, member = '' }: Omit<Binding, 'requirement'>): string {
  return `${fact} ${operation} ${member}`;
}
