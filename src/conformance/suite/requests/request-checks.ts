import type { ErrorRowId, RequirementId } from '../../../../generated/ids.d.ts';
import type { RequestMember } from '../../../../generated/request-members.d.ts';
import { Answer } from '../../drive/answer.ts';
import type { LiveStream } from '../../drive/live-stream.ts';
import { requestMembers } from '../../judge/request-members.ts';
import { type Check, check } from '../check-kit/check.ts';
import type { CheckContext } from '../check-kit/context.ts';
import { type MemberValue, TAKEN, type ValueKind } from './member-value.ts';
import { nameOf, parameterOf, sendRequest, withMember } from './request.ts';
import { causeOf, failuresOf, rowsOf } from './rows.ts';
import type { Arranged, Situation, SoundRequest } from './situation.ts';
import { SITUATIONS } from './situations.ts';
import { valuesOf } from './values.ts';

/** The code of a decision that the turn has received and rejected (section 7). */
const REJECTED = 'api_v1_action_result_unknown';

/**
 * The checks that follow from the contract of requests: every parameter, header and member of a body, with every kind of value. What must be
 * taken is taken and shows; what must be refused is refused in each context, and changes nothing.
 */
export const requestChecks: readonly Check[] = SITUATIONS.flatMap((situation) =>
  requestMembers()
    .filter(({ operation }) => operation === situation.operation)
    .flatMap((member) =>
      valuesOf(member)
        .filter((value) => situation.isFor?.(member, value) ?? true)
        .flatMap((value) => checkOf(situation, member, value)),
    ),
);

/** @returns no check where nothing decides what becomes of the value */
function checkOf(situation: Situation, member: RequestMember, value: MemberValue): readonly Check[] {
  const requirements = rowsOf(member, value);
  if (requirements.length === 0) return [];
  const { kind } = value;
  const cause = causeOf(member, value);
  const isTaken = (TAKEN as readonly ValueKind[]).includes(kind);
  return [
    check({
      id: idOf(situation, member, value),
      requirements: [...requirements, ...(isTaken ? [] : (situation.verifies ?? []))],
      ...(cause && { arranges: [cause] }),
      needs: [...situation.needs, ...(value.needs ?? [])],
      // Another check that deletes what it made would make the list shorter.
      isQuiet: kind === 'outside',
      async run(t) {
        const id = t.freshId();
        const arranged = await situation.arrange(t, member, value, id);
        const found = await value.find?.(t);
        const makeFor = ({ request }: SoundRequest) => found ?? value.make(id, parameterOf(request, member));
        const sendWith = ({ request }: SoundRequest, made: unknown) =>
          sendRequest(t, situation.operation, withMember(request, member, made, situation.which));
        const send = (sound: SoundRequest) => sendWith(sound, makeFor(sound));
        const { plain } = arranged;
        if (kind === 'outside') {
          const ask = (each: unknown) => sendWith(plain, each);
          await plain.expectWithin?.(makeFor(plain) as readonly unknown[], ask, requirements);
        } else if (isTaken) {
          const sent = await send(plain);
          // No statement says that the type may have a parameter.
          const isOtherType = member.in === 'header' && sent instanceof Answer && sent.status === 415;
          t.skipIf(isOtherType, 'the service takes the type of content without a parameter only');
          await plain.expectTaken(sent, requirements, makeFor(plain) ?? member.default);
        } else await expectRefused(t, arranged, send, requirements, failuresOf(member, value));
      },
    }),
  ];
}

async function expectRefused(
  t: CheckContext,
  { plain, further = [], expectUnchanged }: Arranged,
  send: (sound: SoundRequest) => Promise<Answer | LiveStream>,
  requirements: readonly RequirementId[],
  failures: readonly ErrorRowId[],
): Promise<void> {
  let isRefused = true;
  for (const sound of [plain, ...further]) {
    const sent = await send(sound);
    if (failures.length > 0 && !sound.isUncertain) t.expect(...requirements).failsWith(sent, ...failures);
    else if (sound.expectRefused) await sound.expectRefused(sent, requirements);
    else t.expect(...requirements).isRefused(sent);
    isRefused &&= changedNothing(sent);
  }
  // What was accepted is reported already, and what it changed is its effect.
  if (isRefused) await expectUnchanged?.(requirements);
}

/** Whether a request was refused before it reached the turn. A turn that rejects a decision closes the interaction. */
function changedNothing(sent: Answer | LiveStream): boolean {
  return sent instanceof Answer && sent.status >= 400 && sent.status < 500 && sent.messageCode !== REJECTED;
}

function idOf(
  { operation, name: situation }: Situation,
  member: RequestMember,
  { name }: MemberValue,
): string {
  const path = nameOf(member).replaceAll('[]', 'item').replaceAll('_', '-');
  return ['requests', operation, situation, path, name].filter((part) => part !== undefined).join('.');
}
