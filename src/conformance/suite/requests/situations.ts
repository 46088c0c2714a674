import type { Need, OperationId, RequirementId, ScenarioName } from '../../../../generated/ids.d.ts';
import type { RequestMember } from '../../../../generated/request-members.d.ts';
import { Answer } from '../../drive/answer.ts';
import type { LiveStream } from '../../drive/live-stream.ts';
import { isSameJson, type JsonObject } from '../../judge/json.ts';
import { expectNoTurn } from '../cases/turns/sends.ts';
import { anyModel, idsListed } from '../check-kit/catalog.ts';
import { listNewest, makeChat } from '../check-kit/chats.ts';
import { combinationsOf } from '../check-kit/combinations.ts';
import type { Channel, CheckContext } from '../check-kit/context.ts';
import { dressings } from '../check-kit/dressings.ts';
import { answer, type Kind, RAISING_PLACES, RESOLVES, raise } from '../check-kit/interaction-replies.ts';
import { expectRefusal } from '../check-kit/refused-turn.ts';
import { makeSkill, searchSkills, skillBody } from '../check-kit/skills.ts';
import { finish } from '../check-kit/turns.ts';
import { nameOf } from './members.ts';

/** A place that requests of one operation are sent to. */
export interface Situation {
  readonly operation: OperationId;
  /** Last part of the ids of checks, where an operation has several situations. */
  readonly name?: string;
  readonly needs: readonly Need[];
  /** What the situation itself verifies where a request is refused. */
  readonly verifies?: readonly RequirementId[];
  /** Which items of arrays change. Default: each. */
  readonly which?: 'each' | 'last';
  /** The members that are tried here, if not all are. */
  isFor?(member: RequestMember): boolean;
  arrange(t: CheckContext, member: RequestMember): Promise<Arranged>;
}

/** A situation that was brought about. */
export interface Arranged {
  /** Requests in which nothing is wrong, to be changed in one member each. */
  readonly requests: readonly SoundRequest[];
  /** Claims that refused requests changed nothing. */
  expectUnchanged(requirement: RequirementId): Promise<void>;
}

export interface SoundRequest {
  readonly body: JsonObject;
  send(body: JsonObject): Promise<Answer | LiveStream>;
  /** Claims that a request was refused. By default it is a 4xx. */
  expectRefused?(sent: Answer | LiveStream, requirement: RequirementId): Promise<void>;
  /** Claims that the member has its new value wherever it shows. */
  expectTaken(sent: Answer | LiveStream, requirement: RequirementId, value: unknown): Promise<void>;
}

const ANSWERED_BY = {
  tool_approval: 'approveTool',
  plan_approval: 'respondPlan',
  elicitation: 'respondElicitation',
  auth_required: 'cancelAuth',
} as const satisfies Readonly<Record<Kind, OperationId>>;

/** Members without which a service may ignore a member instead of reading it. */
const CONTEXTS: Readonly<Record<string, JsonObject>> = {
  workspace_id: { level: 'workspace' },
  shared_user_ids: { visibility: 'shared' },
};

export const SITUATIONS: readonly Situation[] = [
  { operation: 'createChat', needs: [], arrange: arrangeNewChat },
  {
    operation: 'updateChat',
    needs: [],
    arrange: async (t, member) => arrangeChange(t, member, (await makeChat(t)).path),
  },
  { operation: 'createSkill', needs: [], arrange: arrangeNewSkill },
  {
    operation: 'updateSkill',
    needs: [],
    arrange: async (t, member) => arrangeChange(t, member, (await makeSkill(t)).path),
  },
  { operation: 'sendMessage', needs: [], arrange: (t) => arrangeTurn(t, 'blocking') },
  { operation: 'streamMessage', needs: [], arrange: (t) => arrangeTurn(t, 'streaming') },
  ...RAISING_PLACES.map(({ name, kind, scenario }) =>
    asking(kind, scenario, { name, isFor: isTriedIn(scenario) }),
  ),
  asking('tool_approval', 'tool_approval_two_tools', {
    name: 'second-of-two-tools',
    which: 'last',
    isFor: ({ path }) => path.includes('[]'),
  }),
];

/** Every member is tried where the turn itself asks. Where the task of an agent asks, only the id differs. */
function isTriedIn(scenario: ScenarioName): (member: RequestMember) => boolean {
  return (member) => !scenario.startsWith('agents') || nameOf(member) === 'action_id';
}

async function arrangeNewChat(t: CheckContext, member: RequestMember): Promise<Arranged> {
  const name = `Conformance ${t.freshId()}`;
  const others = { permission_mode: 'auto', model_id: await anyModel(t) };
  return {
    // A service may refuse a chat without a name.
    requests: [{}, ...combinationsOf(others)].map((some) => ({
      body: { name, ...some },
      send: (body) => t.main.post('/chats', body),
      expectTaken: (sent, requirement, value) => expectShown(t, member, sent, requirement, value),
    })),
    async expectUnchanged(requirement) {
      const list = await listNewest(t);
      const found = list.items.find((chat) => chat.name === name);
      t.expect(requirement).holds(list, found === undefined, 'no such chat', found?.id, '/data');
    },
  };
}

async function arrangeNewSkill(t: CheckContext, member: RequestMember): Promise<Arranged> {
  const icon = `icon-${t.freshId()}`;
  const { visibility: _, ...body } = { ...skillBody(), icon };
  const own = CONTEXTS[nameOf(member)] ?? {};
  const [library] = idsListed(t.given(await t.main.get('/chat/catalog')), 'libraries');
  const further = { description: 'For the front desk.', visibility: 'private' };
  const contexts = [
    own,
    { ...further, ...own },
    ...(library === undefined ? [] : [{ ...further, level: 'workspace', workspace_id: library, ...own }]),
  ];
  return {
    requests: contexts.map((some) => ({
      body: { ...body, ...some },
      send: (changed) => t.main.post('/skills', changed),
      expectTaken: (sent, requirement, value) => expectShown(t, member, sent, requirement, value),
    })),
    async expectUnchanged(requirement) {
      const { page, found } = await searchSkills(
        t,
        (skill) => skill.name === body.name || skill.icon === icon,
      );
      t.expect(requirement).holds(page, found === undefined, 'no such skill', found?.id, '/data');
    },
  };
}

async function arrangeChange(t: CheckContext, member: RequestMember, path: string): Promise<Arranged> {
  const [name = ''] = member.path;
  const before = t.given(await t.main.get(path));
  return {
    requests: [
      {
        body: nameOf(member) === 'workspace_id' ? {} : { ...CONTEXTS[name] },
        send: (body) => t.main.patch(path, body),
        expectTaken: (sent, requirement, value) => expectShown(t, member, sent, requirement, value, path),
      },
    ],
    async expectUnchanged(requirement) {
      const after = t.given(await t.main.get(path));
      const isSame = isSameJson(before.data[name], after.data[name]);
      t.expect(requirement).holds(after, isSame, 'the value from before', after.data[name], `/data/${name}`);
    },
  };
}

/** Claims that the answer to a change and a later answer show the new value. */
async function expectShown(
  t: CheckContext,
  { path: [name = ''], operation }: RequestMember,
  sent: Answer | LiveStream,
  requirement: RequirementId,
  value: unknown,
  path?: string,
): Promise<void> {
  const claim = t.expect(requirement);
  claim.accepts(sent);
  if (!(sent instanceof Answer)) return;
  const kind = operation.endsWith('Chat') ? 'chats' : 'skills';
  const read = t.given(await t.main.get(path ?? `/${kind}/${sent.data.id}`));
  for (const shown of [sent, read]) claim.shows(shown, name, value);
}

async function arrangeTurn(t: CheckContext, channel: Channel): Promise<Arranged> {
  const ownChat = t.freshId();
  const places = [{ chatId: ownChat, members: {} }, ...(await dressings(t))];
  return {
    requests: places.map(({ chatId, members }) => ({
      body: { ...members, ...t.plain() },
      send: (body) => t.attempt(channel, body as ReturnType<typeof t.plain>, { chatId }),
      expectRefused: async (sent, requirement) => void (await expectRefusal(t, sent, requirement)),
      async expectTaken(sent, requirement) {
        t.expect(requirement).accepts(sent);
        if (!(sent instanceof Answer)) await finish(t, sent);
        // The judge compares the listed turn with what was sent and with the answer.
        t.given(await t.main.history(chatId));
      },
    })),
    expectUnchanged: (requirement) => expectNoTurn(t, requirement, ownChat),
  };
}

/** The situation in which a turn has asked for something. */
function asking(
  kind: Kind,
  scenario: ScenarioName,
  rest: Pick<Situation, 'name' | 'which' | 'isFor'>,
): Situation {
  return {
    operation: ANSWERED_BY[kind],
    needs: [`scenario:${scenario}`],
    verifies: [RESOLVES[kind]],
    ...rest,
    async arrange(t) {
      const asked = await raise(t, scenario, kind);
      const { stream, reply } = asked;
      return {
        requests: [
          {
            body: reply.body,
            send: (body) => t.main.act(stream.chatId, reply.action, body),
            expectTaken: async (sent, requirement) => t.expect(requirement).accepts(sent),
          },
        ],
        // Only an accepted answer resolves the interaction, so it is still pending.
        expectUnchanged: async () => t.expect(RESOLVES[kind]).succeeds(await answer(t, asked)),
      };
    },
  };
}
