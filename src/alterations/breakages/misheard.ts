import type { Binding, Fact } from '../../../generated/bindings.d.ts';
import { type Breakage, breakage } from '../alteration.ts';
import { mishear } from '../families/ignored-input.ts';
import { DEAFNESS_OPERATORS } from '../families/ignored-input-operators.ts';
import { requestMembers } from '../families/request-members.ts';
import { bindings } from './bindings.ts';

/** The ways of the family `ignored-input` to break a fact about a member of a request. */
const BREAKS: Readonly<Partial<Record<Fact, string>>> = {
  heard: 'not-heard',
  taken: 'refused',
  known: 'refused',
  default: 'absence-refused',
  missing: 'missing-taken',
  most: 'limit-refused',
  beyond: 'trimmed-to-limit',
};

/** By `operation:member`. */
const MEMBERS = new Map(
  requestMembers().map((member) => [`${member.operation}:${member.path.join('.')}`, member]),
);

/**
 * A breakage for each fact about a member of a body that a row of the registry decides (`decides`): the server ignores the member, refuses
 * it, or accepts a value that it must refuse. Their ids are `requirement/operation:member/operator`.
 */
export const misheardBreakages: readonly Breakage[] = bindings.flatMap(misheard);

/** Empty if no operator breaks the fact, or if it does not apply to the member. */
function misheard({ requirement, fact, operation, member: name }: Binding): readonly Breakage[] {
  const member = MEMBERS.get(`${operation}:${name}`);
  const operator = DEAFNESS_OPERATORS.find((each) => each.name === BREAKS[fact]);
  const misheard = member && operator && mishear(member, operator);
  if (!misheard) return [];
  const id = `${requirement}/${operation as string}:${name}/${operator.name}` as const;
  return [breakage(id, misheard.behaviour, misheard.exchange)];
}
