import type { Binding, Fact } from '../../../generated/bindings.d.ts';
import type { OperationId, RequirementId, Scope } from '../../../generated/ids.d.ts';
import { readGenerated } from '../generated.ts';

let listed: readonly Binding[] | undefined;
let rows: ReadonlyMap<string, readonly RequirementId[]> | undefined;

/** The requirements that decide a fact of an operation, or of a member of its request. Empty if there are none. */
export function rowsDeciding(fact: Fact, operation: OperationId, member?: string): readonly RequirementId[] {
  rows ??= readRows();
  return rows.get(keyOf({ fact, operation, ...(member !== undefined && { member }) })) ?? [];
}

/** The scope that each member of a request needs besides that of the operation, by the path to the member. */
export function scopesOfMembers(operation: OperationId): ReadonlyMap<string, Scope> {
  const those = bindings().filter((each) => each.operation === operation);
  return new Map(those.flatMap(({ member, scope }) => (member && scope ? [[member, scope] as const] : [])));
}

function bindings(): readonly Binding[] {
  listed ??= readGenerated<readonly Binding[]>('bindings.json');
  return listed;
}

function readRows(): ReadonlyMap<string, readonly RequirementId[]> {
  const byKey = Map.groupBy(bindings(), keyOf);
  return new Map([...byKey].map(([key, all]) => [key, all.map(({ requirement }) => requirement)]));
}

function keyOf({ fact, operation, member = '' }: Omit<Binding, 'requirement'>): string {
  return `${fact} ${operation} ${member}`;
}
