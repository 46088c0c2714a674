/** Compares assertions that both editions state, one of them only as our decision. */
import type { Change } from '../change.ts';
import type { Place } from '../place.ts';
import { effectChange } from './effect.ts';
import type { FlatSchema } from './flat.ts';

/**
 * A mark removes an assertion from what the service promises (`accepts`), so the service may send more values. An assertion that
 * is added or removed together with its mark is reported only as an assertion.
 */
export function compareDecisions(before: FlatSchema, after: FlatSchema, at: Place): Change[] {
  const decided = new Set([...before.decided, ...after.decided]);
  return [...decided]
    .filter((assertion) => states(before, assertion) && states(after, assertion))
    .filter((assertion) => before.decided.has(assertion) !== after.decided.has(assertion))
    .map((assertion) => {
      const source = `${sourceOf(after, assertion)}/decided ${assertion}`;
      return after.decided.has(assertion)
        ? effectChange('widened', at, `\`${assertion}\` is now our decision, was promised`, source)
        : effectChange('narrowed', at, `\`${assertion}\` is promised now, was our decision`, source);
    });
}

function states({ said, required }: FlatSchema, assertion: string): boolean {
  const member = memberOf(assertion);
  return member === undefined ? said.has(assertion) : required.has(member);
}

function sourceOf({ said, required }: FlatSchema, assertion: string): string | undefined {
  const member = memberOf(assertion);
  return member === undefined ? said.get(assertion)?.[0]?.part.pointer : required.get(member)?.pointer;
}

function memberOf(assertion: string): string | undefined {
  return assertion.startsWith('required ') ? assertion.slice('required '.length) : undefined;
}
