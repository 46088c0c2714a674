import type { Fact } from '../../../../generated/bindings.d.ts';
import type { CauseId, ErrorRowId, RequirementId } from '../../../../generated/ids.d.ts';
import type { RequestMember } from '../../../../generated/request-members.d.ts';
import { rowsDeciding } from '../../judge/bindings.ts';
import type { MemberValue, ValueKind } from './member-value.ts';
import { nameOf } from './request.ts';

/** The facts that a kind of value shows. A later group counts where no row decides an earlier one. */
const SHOWS: Readonly<Record<ValueKind, readonly (readonly Fact[])[]>> = {
  taken: [['taken', 'heard']],
  known: [['known', 'heard']],
  default: [['default']],
  missing: [['missing']],
  least: [['least']],
  limit: [['most']],
  'too-long': [['beyond']],
  empty: [['beyond']],
  outside: [['beyond']],
  unknown: [['unknown']],
  'not-positive': [['not-positive']],
  mistyped: [['mistyped']],
  foreign: [['foreign'], ['mistyped']],
};

const OUTSIDE = /^(?!missing|least|second|most)/;

/** What the contract leaves open about values, by operation and member, and by name of the value. */
const OPEN: readonly (readonly [member: RegExp, value: RegExp, reason: string])[] = [
  [/^createSkill level$/, /^(company|workspace)$/, 'It needs a right, or a library (A-120).'],
  [/Skill visibility$/, /^shared$/, 'It needs users (A-121).'],
  [/Skill shared_user_ids$/, /^empty$/, 'It may need users (A-121).'],
  [/^updateSkill workspace_id$/, /^known$/, 'A personal skill may not get a library (A-120).'],
  [/^streamMessage chat_id$/, /^/, 'A refusal may come on the stream (A-60), whose events name a chat.'],
  [/^listMessages size$/, OUTSIDE, 'It would take a chat of more than 200 turns.'],
  [
    /Message content$/,
    /^(longest|one-more)-/,
    'It would take a body of up to 256 kB, which a service may not take (A-19).',
  ],
];

/** The failures of section 7 for refused values, by member. The contract does not say which failure other refused values get. */
const FAILURES: readonly (readonly [member: RegExp, kind: ValueKind, ...failures: ErrorRowId[]])[] = [
  [/Message idempotency-key$/, 'missing', 'idempotency-key-required'],
  [/^sendMessage content$/, 'too-long', 'content-too-long'],
  [/Message principal_agent_id$/, 'not-positive', 'invalid-agents'],
  [/Skill instructions$/, 'too-long', 'instructions-too-long'],
  [/^(approve|respond|cancelAuth)\w* action_id$/, 'unknown', 'action-not-found'],
  // Either the chat or the interaction does not exist, so either code is right.
  [/^(approve|respond|cancelAuth)\w* chat_id$/, 'unknown', 'not-found', 'action-not-found'],
  [/^(\w+Chat|\w+Skill|listMessages|cancelTurn) (chat|skill)_id$/, 'unknown', 'not-found'],
];

/** The failures that a refused value may get where a statement decides them. Empty where any 4xx is correct. */
export function failuresOf(member: RequestMember, { kind }: MemberValue): readonly ErrorRowId[] {
  const place = placeOf(member);
  const found = FAILURES.find(([isMember, ofKind]) => ofKind === kind && isMember.test(place));
  return found ? (found.slice(2) as ErrorRowId[]) : [];
}

/** The causes of refusals, by member; the first matching line applies. No statement says that values of another type are refused. */
const CAUSES: readonly (readonly [member: RegExp, kind: ValueKind, cause: CauseId])[] = [
  [/ idempotency-key$/, 'missing', 'missing-key'],
  [/^/, 'missing', 'missing-member'],
  [/^/, 'empty', 'missing-member'],
  [/^/, 'too-long', 'too-long'],
  [/ chat_id$/, 'unknown', 'missing-chat'],
  [/ skill_id$/, 'unknown', 'missing-skill'],
  [/ action_id$/, 'unknown', 'unknown-interaction'],
  [/ attachments\./, 'unknown', 'unknown-resource'],
  [/ principal_agent_id$/, 'not-positive', 'not-positive-agent'],
  [/^streamMessage permission_mode$/, 'foreign', 'unlisted-mode'],
  [/^sendMessage permission_mode$/, 'foreign', 'unlisted-mode'],
  [/^sendMessage permission_mode$/, 'mistyped', 'unlisted-mode'],
];

/** The cause of a refusal, if it is one that a statement may decide. */
export function causeOf(member: RequestMember, { kind }: MemberValue): CauseId | undefined {
  const place = placeOf(member);
  return CAUSES.find(([isMember, ofKind]) => ofKind === kind && isMember.test(place))?.[2];
}

/** The requirements that decide how the service handles a value. Empty if there are none. */
export function rowsOf(member: RequestMember, { name, kind }: MemberValue): readonly RequirementId[] {
  const place = placeOf(member);
  if (OPEN.some(([isMember, isValue]) => isMember.test(place) && isValue.test(name))) return [];
  const decided = SHOWS[kind].map((facts) =>
    facts.flatMap((fact) => rowsDeciding(fact, member.operation, nameOf(member))),
  );
  return decided.find((rows) => rows.length > 0) ?? [];
}

function placeOf(member: RequestMember): string {
  return `${member.operation} ${nameOf(member)}`;
}
