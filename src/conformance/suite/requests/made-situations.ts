import type { OperationId, RequirementId } from '../../../../generated/ids.d.ts';
import type { RequestMember } from '../../../../generated/request-members.d.ts';
import { Answer } from '../../drive/answer.ts';
import type { LiveStream } from '../../drive/live-stream.ts';
import { isSameJson, type JsonObject } from '../../judge/json.ts';
import { anyModel, idsListed } from '../check-kit/catalog.ts';
import { listNewest, makeChat } from '../check-kit/chats.ts';
import { combinationsOf } from '../check-kit/combinations.ts';
import type { CheckContext } from '../check-kit/context.ts';
import { makeSkill, searchSkills, skillBody } from '../check-kit/skills.ts';
import type { MemberValue } from './member-value.ts';
import { nameOf } from './request.ts';
import type { Arranged, RequestSituation, SoundRequest } from './situation.ts';

/** Members without which a service may ignore another member. */
const CONTEXTS: Readonly<Record<string, JsonObject>> = {
  workspace_id: { level: 'workspace' },
  shared_user_ids: { visibility: 'shared' },
};

/** Chats and skills: how to create one, and how to change it. */
const RESOURCES = {
  chat: { make: makeChat, parameter: 'chat_id', change: { name: 'Conformance, changed' } },
  skill: { make: makeSkill, parameter: 'skill_id', change: { description: 'What it is for now.' } },
} as const;
type MadeKind = keyof typeof RESOURCES;

/** The operations on a single chat or skill. */
const ON_ONE = [
  ['getChat', 'chat'],
  ['updateChat', 'chat'],
  ['deleteChat', 'chat'],
  ['getSkill', 'skill'],
  ['updateSkill', 'skill'],
  ['toggleSkill', 'skill'],
  ['deleteSkill', 'skill'],
] as const satisfies readonly (readonly [OperationId, MadeKind])[];

/** Members that change only through an accepted request. The contract leaves open what counts as activity in a chat. */
const KEPT = ['id', 'name', 'is_favorite', 'description', 'is_active'];

/** Creating a chat or a skill, and every operation on an existing one. */
export const madeSituations: readonly RequestSituation[] = [
  { operation: 'createChat', needs: [], arrange: arrangeNewChat },
  { operation: 'createSkill', needs: [], arrange: arrangeNewSkill },
  ...ON_ONE.map(
    ([operation, kind]): RequestSituation => ({
      operation,
      needs: [],
      arrange: (t, member) => arrangeOne(t, member, kind),
    }),
  ),
];

async function arrangeNewChat(
  t: CheckContext,
  member: RequestMember,
  _value: MemberValue,
  id: string,
): Promise<Arranged> {
  const name = `Conformance ${id}`;
  const others = { permission_mode: 'auto', model_id: await anyModel(t) };
  // A service may refuse a chat without a name.
  const withMembers = (some: JsonObject): SoundRequest => ({
    request: { body: { name, ...some } },
    expectTaken: (sent, requirements, value) =>
      expectShown(t, 'chat', sent, requirements, { name, ...shownBy(member, value) }),
  });
  const further = combinationsOf(others).map(withMembers);
  return {
    plain: withMembers({}),
    further,
    beside: further,
    async expectUnchanged(requirements) {
      const list = await listNewest(t);
      const found = list.items.find((chat) => String(chat.name).includes(id));
      t.expect(...requirements).isTrue(list, found === undefined, 'no such chat', found?.id, '/data');
    },
  };
}

async function arrangeNewSkill(
  t: CheckContext,
  member: RequestMember,
  _value: MemberValue,
  id: string,
): Promise<Arranged> {
  const description = `Made as ${id}.`;
  const { visibility: _, ...body } = { ...skillBody({ name: `Conformance ${id}` }), description };
  const own = CONTEXTS[nameOf(member)] ?? {};
  const [library] = idsListed(t.requireSuccess(await t.main.get('/chat/catalog')), 'libraries');
  const withMembers = (some: JsonObject): SoundRequest => ({
    request: { body: { ...body, ...some } },
    expectTaken: (sent, requirements, value) =>
      expectShown(t, 'skill', sent, requirements, { description, ...own, ...shownBy(member, value) }),
  });
  const ofLibrary = { visibility: 'private', level: 'workspace', workspace_id: library, ...own };
  const beside = [withMembers({ visibility: 'private', level: 'personal', icon: 'book', ...own })];
  return {
    plain: withMembers(own),
    beside,
    further: [
      ...beside,
      // A credential that can use a library may not be allowed to create skills in it.
      ...(library === undefined ? [] : [{ ...withMembers(ofLibrary), isUncertain: true }]),
    ],
    async expectUnchanged(requirements) {
      const { page, found } = await searchSkills(t, ({ name, description: shown }) =>
        [name, shown].some((text) => String(text).includes(id)),
      );
      t.expect(...requirements).isTrue(page, found === undefined, 'no such skill', found?.id, '/data');
    },
  };
}

async function arrangeOne(t: CheckContext, member: RequestMember, kind: MadeKind): Promise<Arranged> {
  const { make, parameter, change } = RESOURCES[kind];
  const { id, path } = await make(t);
  const isInBody = member.in === 'body';
  const kept = isInBody ? member.path.slice(0, 1) : KEPT;
  const hasBody = member.operation.startsWith('update');
  const own = nameOf(member) === 'workspace_id' ? {} : CONTEXTS[nameOf(member)];
  const body = isInBody ? { ...own } : change;
  const plain: SoundRequest = {
    request: { path: { [parameter]: id }, ...(hasBody && { body }) },
    expectTaken: (sent, requirements, value) =>
      expectShown(t, kind, sent, requirements, isInBody ? shownBy(member, value) : change),
  };
  if (member.operation.startsWith('get')) return { plain };
  const before = t.requireSuccess(await t.main.get(path));
  return {
    plain,
    async expectUnchanged(requirements) {
      const after = t.requireSuccess(await t.main.get(path));
      const claim = t.expect(...requirements);
      for (const name of kept) {
        const isSame = isSameJson(before.data[name], after.data[name]);
        claim.isTrue(after, isSame, 'the value from before', after.data[name], `/data/${name}`);
      }
    },
  };
}

/** What a chat or skill shows after a member was set. Parameters do not show. */
function shownBy({ in: part, path: [name = ''] }: RequestMember, value: unknown): JsonObject {
  return part === 'body' ? { [name]: value } : {};
}

/** Claims that the answer to a request and a later answer show these members. */
async function expectShown(
  t: CheckContext,
  kind: MadeKind,
  sent: Answer | LiveStream,
  requirements: readonly RequirementId[],
  members: JsonObject,
): Promise<void> {
  const claim = t.expect(...requirements);
  claim.accepts(sent);
  if (!(sent instanceof Answer)) return;
  const read = t.requireSuccess(await t.main.get(`/${kind}s/${sent.data.id}`));
  for (const [name, value] of Object.entries(members))
    for (const shown of [sent, read]) claim.shows(shown, name, value);
}
