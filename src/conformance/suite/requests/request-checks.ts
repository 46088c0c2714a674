import type { CauseId, RequirementId } from '../../../../generated/ids.d.ts';
import type { RequestMember } from '../../../../generated/request-members.d.ts';
import { Answer } from '../../drive/answer.ts';
import type { JsonObject } from '../../judge/json.ts';
import { requestMembers } from '../../judge/request-members.ts';
import { type Check, check } from '../check-kit/check.ts';
import type { CheckContext } from '../check-kit/context.ts';
import { nameOf, withMember } from './members.ts';
import { rowOf } from './rows.ts';
import { type Arranged, SITUATIONS, type Situation } from './situations.ts';
import { type MemberValue, valuesOf } from './values.ts';

/** Why values are refused. Nothing decides that a value of another type is. */
const CAUSES: Readonly<Partial<Record<MemberValue['kind'], CauseId>>> = {
  missing: 'missing-member',
  empty: 'missing-member',
  'too-long': 'too-long',
};

/**
 * The checks that follow from the schemas of requests: every member of every body, with every kind of value. What must be taken is taken and
 * shows; what must be refused is refused in each context, and changes nothing.
 */
export const requestChecks: readonly Check[] = SITUATIONS.flatMap((situation) =>
  requestMembers()
    .filter((member) => member.operation === situation.operation && (situation.isFor?.(member) ?? true))
    .flatMap((member) => valuesOf(member).flatMap((value) => checkOf(situation, member, value))),
);

/** @returns no check where nothing decides what becomes of the value */
function checkOf(situation: Situation, member: RequestMember, value: MemberValue): readonly Check[] {
  const requirement = rowOf(member, value);
  if (requirement === undefined) return [];
  const cause = CAUSES[value.kind];
  const isTaken = value.kind === 'taken' || value.kind === 'limit';
  return [
    check({
      id: idOf(situation, member, value),
      requirements: [requirement, ...(isTaken ? [] : (situation.verifies ?? []))],
      ...(cause && { arranges: [cause] }),
      needs: situation.needs,
      async run(t) {
        const arranged = await situation.arrange(t, member);
        const made = value.make(t.freshId());
        const change = (body: JsonObject) =>
          withMember(body, member.path, made, situation.which) as JsonObject;
        if (isTaken) await expectTaken(arranged, requirement, made, change);
        else await expectRefused(t, arranged, requirement, change);
      },
    }),
  ];
}

/** The plainest request is enough: the checks of each operation combine members. */
async function expectTaken(
  { requests: [request] }: Arranged,
  requirement: RequirementId,
  value: unknown,
  change: (body: JsonObject) => JsonObject,
): Promise<void> {
  await request?.expectTaken(await request.send(change(request.body)), requirement, value);
}

async function expectRefused(
  t: CheckContext,
  { requests, expectUnchanged }: Arranged,
  requirement: RequirementId,
  change: (body: JsonObject) => JsonObject,
): Promise<void> {
  let isRefused = true;
  for (const { body, send, expectRefused } of requests) {
    const sent = await send(change(body));
    if (expectRefused) await expectRefused(sent, requirement);
    else t.expect(requirement).isRefused(sent);
    isRefused &&= sent instanceof Answer && sent.status >= 400 && sent.status < 500;
  }
  // What was accepted is reported already, and what it changed is its effect.
  if (isRefused) await expectUnchanged(requirement);
}

function idOf(
  { operation, name: situation }: Situation,
  member: RequestMember,
  { name }: MemberValue,
): string {
  const path = nameOf(member).replaceAll('[]', 'item').replaceAll('_', '-');
  return ['requests', operation, situation, path, name].filter((part) => part !== undefined).join('.');
}
