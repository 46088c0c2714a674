import type { CauseId, ErrorRowId, RequirementId } from '../../../../generated/ids.d.ts';
import type { RequestMember } from '../../../../generated/request-members.d.ts';
import { Answer } from '../../drive/answer.ts';
import type { LiveStream } from '../../drive/live-stream.ts';
import { requestMembers } from '../../judge/request-members.ts';
import { type Check, check } from '../check-kit/check.ts';
import type { CheckContext } from '../check-kit/context.ts';
import { checkProbes, type Probe } from '../check-kit/probe.ts';
import { SURELY_WAITS } from '../check-kit/running-states.ts';
import type { Situation } from '../check-kit/situation.ts';
import { countsAll } from './list-situations.ts';
import { type MemberValue, TAKEN, type ValueKind } from './member-value.ts';
import { nameOf, parameterOf, sendRequest, withMember } from './request.ts';
import { causeOf, failuresOf, rowsOf } from './rows.ts';
import type { Arranged, RequestSituation, SoundRequest } from './situation.ts';
import { SITUATIONS } from './situations.ts';
import { valuesOf } from './values.ts';

/** The code for a decision that the turn received and rejected (section 7). */
const REJECTED = 'api_v1_action_result_unknown';

/**
 * The checks that follow from the request definitions of the contract: every parameter, header and body member, with every kind of value. A
 * valid value must be accepted and take effect. An invalid one must be refused in each context, and must change nothing.
 */
export const requestChecks: readonly Check[] = SITUATIONS.flatMap((situation) => {
  const tries = triesIn(situation);
  if (situation.isShared) return tries.length > 0 ? [checkAll(situation, tries)] : [];
  return tries.map((tried) => checkAlone(situation, tried));
});

/** A value for a member, and the requirements that decide how the service handles it. */
interface Try {
  readonly member: RequestMember;
  readonly value: MemberValue;
  readonly requirements: readonly RequirementId[];
  readonly isTaken: boolean;
}

/** The values to test in a situation. Values that no requirement decides are left out. */
function triesIn({ operation, isFor }: RequestSituation): readonly Try[] {
  return requestMembers()
    .filter((member) => member.operation === operation)
    .flatMap((member) =>
      valuesOf(member)
        .filter((value) => isFor?.(member, value) ?? true)
        .map((value) => ({
          member,
          value,
          requirements: rowsOf(member, value),
          isTaken: (TAKEN as readonly ValueKind[]).includes(value.kind),
        })),
    )
    .filter(({ requirements }) => requirements.length > 0);
}

/** The check of one value, with a situation of its own. */
function checkAlone(situation: RequestSituation, tried: Try): Check {
  const { member, value, isTaken } = tried;
  return check({
    id: idOf(situation, member, value),
    situations: [situationOf(situation, tried)],
    requirements: [...tried.requirements, ...(isTaken ? [] : (situation.verifies ?? []))],
    ...arrangesOf(tried),
    needs: [...situation.needs, ...(value.needs ?? [])],
    isQuiet: countsAll(situation, member, value.kind),
    async run(t) {
      const id = t.freshId();
      const arranged = await situation.arrange(t, member, value, id);
      const isRefused = await tryOut(t, situation, arranged, tried, id);
      // If the value was accepted, that is already reported, and the change is its effect.
      if (isRefused) await arranged.expectUnchanged?.(tried.requirements);
    },
  });
}

/** The check of all values in one shared situation. Refused values change nothing, so the next value can follow. */
function checkAll(situation: RequestSituation, tries: readonly Try[]): Check {
  const refused = tries.filter(({ isTaken }) => !isTaken);
  const taken = tries.filter(({ isTaken }) => isTaken);
  const [{ member, value }] = tries as [Try];
  const probe = (tried: Try): Probe<Arranged> => ({
    requirements: tried.requirements,
    ...arrangesOf(tried),
    // An accepted request answers the interaction.
    ends: tried.isTaken && situation.asks !== undefined,
    async run(t, arranged) {
      const isUnchanged = await tryOut(t, situation, arranged, tried, t.freshId());
      return isUnchanged || tried.isTaken ? undefined : 'over';
    },
  });
  const rows = situation.verifies ?? refused.flatMap(({ requirements }) => requirements).slice(0, 1);
  const unchanged: Probe<Arranged> = {
    requirements: rows,
    ends: situation.asks !== undefined,
    run: async (_, { expectUnchanged }) => expectUnchanged?.(rows),
  };
  return checkProbes({
    id: ['requests', situation.operation, situation.name].filter((part) => part !== undefined).join('.'),
    situations: [situationOf(situation)],
    needs: [...new Set([...situation.needs, ...tries.flatMap((tried) => tried.value.needs ?? [])])],
    lasts: situation.asks && SURELY_WAITS,
    arrange: (t) => situation.arrange(t, member, value, t.freshId()),
    probes: [...refused.map(probe), ...(rows.length > 0 ? [unchanged] : []), ...taken.map(probe)],
  });
}

function situationOf({ operation, name, asks }: RequestSituation, tried?: Try): Situation {
  return {
    probe: tried?.isTaken ? 'request that is taken' : 'request that is refused',
    operation,
    ...(tried && { member: nameOf(tried.member), value: tried.value.name }),
    ...(asks ?? (name !== undefined && { chat: name })),
  };
}

function arrangesOf({ member, value }: Try): { readonly arranges?: readonly CauseId[] } {
  const cause = causeOf(member, value);
  return cause ? { arranges: [cause] } : {};
}

/** Sends a request with the value. @returns whether it was refused and certainly changed nothing */
async function tryOut(
  t: CheckContext,
  situation: RequestSituation,
  arranged: Arranged,
  { member, value, requirements, isTaken }: Try,
  id: string,
): Promise<boolean> {
  const found = await value.find?.(t);
  const makeFor = ({ request }: SoundRequest) => found ?? value.make(id, parameterOf(request, member));
  const sendWith = ({ request }: SoundRequest, made: unknown) =>
    sendRequest(t, situation.operation, withMember(request, member, made, situation.which));
  const send = (sound: SoundRequest) => sendWith(sound, makeFor(sound));
  const { plain, beside = [] } = arranged;
  if (value.kind === 'outside') {
    const ask = (each: unknown) => sendWith(plain, each);
    await plain.expectWithin?.(makeFor(plain) as readonly unknown[], ask, requirements);
    return false;
  }
  if (!isTaken) return expectRefused(t, arranged, send, requirements, failuresOf(member, value));
  const sent = await send(plain);
  // No statement says that the content type may have a parameter.
  const isOtherType = member.in === 'header' && sent instanceof Answer && sent.status === 415;
  t.skipIf(isOtherType, 'the service takes the type of content without a parameter only');
  await plain.expectTaken(sent, requirements, makeFor(plain) ?? member.default);
  // A member that is left out has its default whatever else the request has.
  for (const sound of value.kind === 'default' ? beside : [])
    await sound.expectTaken(await send(sound), requirements, member.default);
  return false;
}

async function expectRefused(
  t: CheckContext,
  { plain, further = [] }: Arranged,
  send: (sound: SoundRequest) => Promise<Answer | LiveStream>,
  requirements: readonly RequirementId[],
  failures: readonly ErrorRowId[],
): Promise<boolean> {
  let isRefused = true;
  for (const sound of [plain, ...further]) {
    const sent = await send(sound);
    if (failures.length > 0 && !sound.isUncertain) t.expect(...requirements).failsWith(sent, ...failures);
    else if (sound.expectRefused) await sound.expectRefused(sent, requirements);
    else t.expect(...requirements).isRefused(sent);
    isRefused &&= changedNothing(sent);
  }
  return isRefused;
}

/** Whether a request was refused before it reached the turn. A turn that rejects a decision closes the interaction. */
function changedNothing(sent: Answer | LiveStream): boolean {
  return sent instanceof Answer && sent.isRefusal && sent.messageCode !== REJECTED;
}

function idOf(
  { operation, name: situation }: RequestSituation,
  member: RequestMember,
  { name }: MemberValue,
): string {
  const path = nameOf(member).replaceAll('[]', 'item').replaceAll('_', '-');
  return ['requests', operation, situation, path, name].filter((part) => part !== undefined).join('.');
}
