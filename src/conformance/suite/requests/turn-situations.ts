import type { Need, OperationId, RequirementId, ScenarioName } from '../../../../generated/ids.d.ts';
import type { RequestMember } from '../../../../generated/request-members.d.ts';
import { Answer } from '../../drive/answer.ts';
import { RESOLVES } from '../../judge/consistency/question-book.ts';
import { ANSWERED_BY } from '../../judge/operations.ts';
import type { CheckContext } from '../check-kit/context.ts';
import { answer, type InteractionKind, raise, replyOf } from '../check-kit/interaction-replies.ts';
import { OWN_PLACES, RAISING_PLACES } from '../check-kit/raising-places.ts';
import { expectFree, expectRefusal } from '../check-kit/refused-turn.ts';
import { chatOf, finish } from '../check-kit/turns.ts';
import { type UnrelatedMembers, withUnrelatedMembers } from '../check-kit/unrelated-members.ts';
import { nameOf, type Request } from './request.ts';
import type { Arranged, RequestSituation, SoundRequest } from './situation.ts';

/** The mode in which each operation runs a turn that raises no interaction. */
const MODES: Readonly<Partial<Record<OperationId, string>>> = {
  sendMessage: 'auto',
  streamMessage: 'manual',
};

/** Sending a turn, answering its interactions, and cancelling it. */
export const turnSituations: readonly RequestSituation[] = [
  { operation: 'sendMessage', needs: [], arrange: arrangeTurn },
  { operation: 'streamMessage', needs: [], arrange: arrangeTurn },
  ...RAISING_PLACES.map(({ name, kind, scenario, situation }) =>
    asking(kind, scenario, { name, asks: situation, isFor: isTriedIn(scenario) }),
  ),
  asking('tool_approval', 'tool_approval_two_tools', {
    name: 'second-of-two-tools',
    which: 'last',
    isFor: ({ path }) => path.includes('[]'),
  }),
  ...OWN_PLACES.map(
    ({ kind }): RequestSituation => ({
      operation: ANSWERED_BY[kind],
      name: 'nothing-pending',
      needs: [],
      isShared: true,
      verifies: [],
      isFor: (member, { name }) => nameOf(member) === 'action_id' && NAMES_NONE.includes(name),
      arrange: (t) => arrangeNothing(t, kind),
    }),
  ),
  { operation: 'cancelTurn', needs: [], isShared: true, arrange: arrangeCancel },
];

/** One value for each way in which an answer can fail to name an interaction. */
const NAMES_NONE = ['missing', 'unknown'];

/** Every member is tested where the turn itself asks. Where an agent's task asks, only the id is different, so only the id is tested. */
function isTriedIn(scenario: ScenarioName): (member: RequestMember) => boolean {
  return (member) => !scenario.startsWith('agents') || nameOf(member) === 'action_id';
}

async function arrangeTurn(t: CheckContext, member: RequestMember): Promise<Arranged> {
  const own: UnrelatedMembers = { chatId: t.freshId(), members: {} };
  const further = await withUnrelatedMembers(t);
  const sending = ({ chatId, members }: UnrelatedMembers): SoundRequest => ({
    request: {
      path: { chat_id: chatId },
      header: { 'idempotency-key': t.freshId() },
      body: { permission_mode: MODES[member.operation], ...members, ...t.plain() },
    },
    expectRefused: async (sent, requirements) => void (await expectRefusal(t, sent, ...requirements)),
    async expectTaken(sent, requirements) {
      t.expect(...requirements).accepts(sent);
      if (!(sent instanceof Answer)) await finish(t, sent);
      // The judge compares the listed turn with the send and with its answer.
      t.requireSuccess(await t.main.history(chatId));
    },
  });
  return {
    plain: sending(own),
    further: further.map(sending),
    async expectUnchanged(requirements) {
      // A service could read a malformed id as the id of any of these chats.
      for (const { chatId } of member.in === 'path' ? [own, ...further] : [own])
        await expectCount(t, requirements, chatId, 0);
      // The first of the other chats existed before.
      for (const { chatId } of member.in === 'path' ? [] : further.slice(0, 1))
        await expectFree(t, requirements, chatId);
    },
  };
}

/** A turn has raised an interaction. */
function asking(
  kind: InteractionKind,
  scenario: ScenarioName,
  rest: Pick<RequestSituation, 'name' | 'asks' | 'which' | 'isFor'>,
): RequestSituation {
  const needs: readonly Need[] = [`scenario:${scenario}`];
  return {
    operation: ANSWERED_BY[kind],
    needs,
    isShared: true,
    verifies: [RESOLVES[kind]],
    ...rest,
    async arrange(t) {
      const asked = await raise(t, scenario, kind);
      return {
        plain: accepting(t, { path: { chat_id: asked.stream.chatId }, body: asked.reply.body }),
        // Only an accepted answer resolves the interaction, so this succeeds only if it is still pending.
        expectUnchanged: async () => t.expect(RESOLVES[kind]).succeeds(await answer(t, asked)),
      };
    },
  };
}

/** No turn has raised an interaction. */
async function arrangeNothing(t: CheckContext, kind: InteractionKind): Promise<Arranged> {
  const chatId = await chatOf(t);
  return { plain: accepting(t, { path: { chat_id: chatId }, body: replyOf(kind, t.freshId()).body }) };
}

/** A turn that has ended can be cancelled any number of times. */
async function arrangeCancel(t: CheckContext): Promise<Arranged> {
  const chatId = await chatOf(t);
  return {
    plain: accepting(t, { path: { chat_id: chatId }, body: {} }),
    expectUnchanged: (requirements) => expectCount(t, requirements, chatId, 1),
  };
}

/** A request whose answer shows none of its members. */
function accepting(t: CheckContext, request: Request): SoundRequest {
  return {
    request,
    expectTaken: async (sent, requirements) => t.expect(...requirements).accepts(sent),
  };
}

/** Claims that a chat has this many turns. The contract does not say whether a refused send leaves an empty chat behind. */
async function expectCount(
  t: CheckContext,
  requirements: readonly RequirementId[],
  chatId: string,
  count: number,
): Promise<void> {
  const history = await t.main.history(chatId);
  const found = history.items.length;
  t.expect(...requirements).isTrue(
    history,
    found === count,
    `as many turns as before: ${count}`,
    found,
    '/data',
  );
}
