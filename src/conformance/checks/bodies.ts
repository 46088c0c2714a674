import type { RequirementId } from '../../../generated/ids.d.ts';
import { anyModel, idsListed } from '../check-kit/catalog.ts';
import { makeChat } from '../check-kit/chats.ts';
import { type Check, check, R } from '../check-kit/check.ts';
import { combinationsOf } from '../check-kit/combinations.ts';
import type { CheckContext } from '../check-kit/context.ts';
import { makeSkill, searchSkills, skillBody } from '../check-kit/skills.ts';
import type { Answer } from '../drive/answer.ts';
import { isSameJson, type JsonObject } from '../judge/json.ts';

/** A value that a member of a body does not take. */
interface BadValue {
  readonly member: string;
  /** Undefined for a member that is missing. */
  readonly value: unknown;
  readonly requirement: RequirementId;
}

/** Values that a chat does not take when it is created. */
const NEW_CHAT: readonly BadValue[] = [
  { member: 'name', value: 7, requirement: R['chats.create.name'] },
  { member: 'name', value: {}, requirement: R['chats.create.name'] },
  { member: 'name', value: 'a'.repeat(201), requirement: R['chats.name.at-most-200'] },
  { member: 'permission_mode', value: 'plan', requirement: R['chats.create.permission-mode'] },
  { member: 'permission_mode', value: 7, requirement: R['chats.create.permission-mode'] },
  { member: 'model_id', value: 'large', requirement: R['chats.create.model-id'] },
  { member: 'model_id', value: {}, requirement: R['chats.create.model-id'] },
];

/** The limit of a name is stated for creation only. */
const CHANGED_CHAT: readonly BadValue[] = [
  { member: 'name', value: 7, requirement: R['chats.update.name'] },
  { member: 'name', value: {}, requirement: R['chats.update.name'] },
  { member: 'is_favorite', value: 'perhaps', requirement: R['chats.update.is-favorite'] },
  { member: 'is_favorite', value: {}, requirement: R['chats.update.is-favorite'] },
];

/** Values that a skill does not take, neither when it is created nor when it is changed. */
const SKILL: readonly BadValue[] = [
  { member: 'name', value: 'a'.repeat(256), requirement: R['skills.name.at-most-255'] },
  { member: 'description', value: 'a'.repeat(501), requirement: R['skills.description.at-most-500'] },
  { member: 'instructions', value: 'a'.repeat(12_001), requirement: R['skills.instructions.at-most-12000'] },
];

const NEW_SKILL: readonly BadValue[] = [
  ...SKILL,
  { member: 'name', value: undefined, requirement: R['skills.create.requires-name'] },
  { member: 'name', value: null, requirement: R['skills.create.requires-name'] },
  { member: 'name', value: 7, requirement: R['skills.create.requires-name'] },
  { member: 'instructions', value: undefined, requirement: R['skills.create.requires-instructions'] },
  { member: 'instructions', value: null, requirement: R['skills.create.requires-instructions'] },
  { member: 'instructions', value: 7, requirement: R['skills.create.requires-instructions'] },
  { member: 'description', value: 7, requirement: R['skills.create.description'] },
  { member: 'icon', value: 7, requirement: R['skills.create.icon'] },
  { member: 'level', value: 'team', requirement: R['skills.create.level'] },
  { member: 'level', value: 7, requirement: R['skills.create.level'] },
  { member: 'visibility', value: 7, requirement: R['skills.create.visibility'] },
  { member: 'visibility', value: 'hidden', requirement: R['skills.create.visibility'] },
  { member: 'workspace_id', value: 'library', requirement: R['skills.create.workspace-id'] },
  { member: 'shared_user_ids', value: 'everybody', requirement: R['skills.shared-user-ids.accepted'] },
  { member: 'shared_user_ids', value: ['everybody'], requirement: R['skills.shared-user-ids.accepted'] },
];

const CHANGED_SKILL: readonly BadValue[] = [
  ...SKILL,
  { member: 'name', value: 7, requirement: R['skills.update.name'] },
  { member: 'instructions', value: 7, requirement: R['skills.update.instructions'] },
  { member: 'description', value: 7, requirement: R['skills.update.description'] },
  { member: 'icon', value: 7, requirement: R['skills.update.icon'] },
  { member: 'visibility', value: 'hidden', requirement: R['skills.update.visibility'] },
  { member: 'visibility', value: 7, requirement: R['skills.update.visibility'] },
  { member: 'shared_user_ids', value: 'everybody', requirement: R['skills.update.shared-user-ids'] },
  { member: 'shared_user_ids', value: ['everybody'], requirement: R['skills.update.shared-user-ids'] },
];

/** Values as long as a skill takes them when it is changed. */
const LONGEST: readonly BadValue[] = [
  { member: 'name', value: 'a'.repeat(255), requirement: R['skills.name.at-most-255'] },
  { member: 'description', value: 'a'.repeat(500), requirement: R['skills.description.at-most-500'] },
  { member: 'instructions', value: 'a'.repeat(12_000), requirement: R['skills.instructions.at-most-12000'] },
];

/** Bodies that a chat or skill is created or changed with, each with one member besides those that are required. */
interface TakenBody {
  readonly operation: 'createChat' | 'updateChat' | 'createSkill' | 'updateSkill';
  readonly member: string;
  readonly value: unknown;
  readonly requirement: RequirementId;
}

const TAKEN: readonly TakenBody[] = [
  { operation: 'createChat', member: 'name', value: 'Taken', requirement: R['chats.create.name'] },
  {
    operation: 'createChat',
    member: 'permission_mode',
    value: 'manual',
    requirement: R['chats.create.permission-mode'],
  },
  {
    operation: 'createChat',
    member: 'permission_mode',
    value: 'auto',
    requirement: R['chats.create.permission-mode'],
  },
  { operation: 'updateChat', member: 'name', value: 'Taken', requirement: R['chats.update.name'] },
  { operation: 'updateChat', member: 'is_favorite', value: true, requirement: R['chats.update.is-favorite'] },
  {
    operation: 'updateChat',
    member: 'is_favorite',
    value: false,
    requirement: R['chats.update.is-favorite'],
  },
  {
    operation: 'createSkill',
    member: 'description',
    value: 'Taken',
    requirement: R['skills.create.description'],
  },
  { operation: 'createSkill', member: 'icon', value: 'book', requirement: R['skills.create.icon'] },
  { operation: 'createSkill', member: 'level', value: 'personal', requirement: R['skills.create.level'] },
  {
    operation: 'createSkill',
    member: 'visibility',
    value: undefined,
    requirement: R['skills.visibility.default-public'],
  },
  {
    operation: 'createSkill',
    member: 'visibility',
    value: 'private',
    requirement: R['skills.create.visibility'],
  },
  {
    operation: 'createSkill',
    member: 'visibility',
    value: 'public',
    requirement: R['skills.create.visibility'],
  },
  { operation: 'updateSkill', member: 'name', value: 'Taken', requirement: R['skills.update.name'] },
  {
    operation: 'updateSkill',
    member: 'instructions',
    value: 'Taken.',
    requirement: R['skills.update.instructions'],
  },
  {
    operation: 'updateSkill',
    member: 'description',
    value: 'Taken',
    requirement: R['skills.update.description'],
  },
  { operation: 'updateSkill', member: 'icon', value: 'book', requirement: R['skills.update.icon'] },
  {
    operation: 'updateSkill',
    member: 'visibility',
    value: 'private',
    requirement: R['skills.update.visibility'],
  },
  {
    operation: 'updateSkill',
    member: 'visibility',
    value: 'public',
    requirement: R['skills.update.visibility'],
  },
];

const DEFAULTS: Readonly<Record<string, unknown>> = { visibility: 'public' };

/** Each member, sent alone, is taken and stays (sections 4.1 and 4.5). */
const takenChecks: readonly Check[] = TAKEN.map(({ operation, member, value, requirement }) =>
  check({
    id: `bodies.${operation}.takes-${member.replaceAll('_', '-')}.${
      value === undefined
        ? 'absent'
        : String(value)
            .toLowerCase()
            .replaceAll(/[^a-z]/g, '')
    }`,
    requirements: [requirement],
    async run(t) {
      const claim = t.expect(requirement);
      const [path, sent] = await sendMember(t, operation, { [member]: value });
      claim.succeeds(sent);
      const id = path ?? (operation === 'createChat' ? `/chats/${sent.data.id}` : `/skills/${sent.data.id}`);
      const read = t.given(await t.main.get(id));
      for (const answer of [sent, read]) claim.shows(answer, member, value ?? DEFAULTS[member]);
    },
  }),
);

/** @returns the path of the chat or skill if it was there before, and the answer */
async function sendMember(
  t: CheckContext,
  operation: TakenBody['operation'],
  body: JsonObject,
): Promise<readonly [path: string | undefined, sent: Answer]> {
  switch (operation) {
    case 'createChat':
      // A service may refuse a chat without a name.
      return [undefined, await t.main.post('/chats', { name: 'Conformance', ...body })];
    case 'createSkill': {
      const { visibility: _, ...rest } = skillBody();
      return [undefined, await t.main.post('/skills', { ...rest, ...body })];
    }
    case 'updateChat': {
      const { path } = await makeChat(t);
      return [path, await t.main.patch(path, body)];
    }
    case 'updateSkill': {
      const { path } = await makeSkill(t);
      return [path, await t.main.patch(path, body)];
    }
  }
}

/** A skill that is shared with two users, when it is created or changed: the user of other_user sees it, whichever of the two it is. */
const sharedChecks: readonly Check[] = (['createSkill', 'updateSkill'] as const).map((operation) =>
  check({
    id: `bodies.${operation}.shared-with-two`,
    requirements: [R['skills.shared-user-ids.grants-access']],
    needs: ['credential:other_user', 'resource:two_company_users'],
    async run(t) {
      const [one, two] = t.resources('two_company_users');
      const claim = t.expect('skills.shared-user-ids.grants-access');
      const { path } = operation === 'updateSkill' ? await makeSkill(t) : { path: '' };
      for (const shared_user_ids of [
        [one, two],
        [two, one],
      ]) {
        const members = { visibility: 'shared', shared_user_ids };
        const sent =
          operation === 'createSkill'
            ? await t.main.post('/skills', skillBody(members))
            : await t.main.patch(path, members);
        claim.succeeds(sent);
        claim.succeeds(await t.as('other_user').get(`/skills/${sent.data.id}`));
      }
    },
  }),
);

const modelCheck = check({
  id: 'bodies.createChat.takes-model-id',
  requirements: [R['chats.create.model-id']],
  async run(t) {
    const model_id = await anyModel(t);
    const made = await t.main.post('/chats', { name: 'Conformance', model_id });
    t.expect('chats.create.model-id').succeeds(made);
    t.expect('chats.create.model-id').shows(made, 'model_id', model_id);
  },
});

/** Bodies for chats and skills that sections 2 and 4 do not allow, each with one fault. Any 4xx refuses them. */
export const bodyChecks: readonly Check[] = [
  ...takenChecks,
  ...sharedChecks,
  modelCheck,
  ...eachValue('createChat', NEW_CHAT, async (t, { member, value, requirement }) => {
    const others = { name: 'Conformance', permission_mode: 'auto', model_id: await anyModel(t) };
    for (const body of [{ name: 'Conformance' }, ...combinationsOf(others)])
      t.expect(requirement).isRefused(await t.main.post('/chats', { ...body, [member]: value }));
  }),

  ...eachValue('updateChat', CHANGED_CHAT, async (t, bad) => {
    const { path } = await makeChat(t);
    await expectUnchanged(t, path, bad);
  }),

  ...eachValue('createSkill', NEW_SKILL, async (t, { member, value, requirement }) => {
    const body: JsonObject = skillBody({ icon: `icon-${t.freshId()}`, ...CONTEXTS[member] });
    for (const others of [{}, OTHER_MEMBERS, { ...OTHER_MEMBERS, ...(await ofLibrary(t)) }]) {
      // A skill of a library has one, which is no fault of its own.
      if (member in others && member !== 'description') continue;
      t.expect(requirement).isRefused(await t.main.post('/skills', { ...body, ...others, [member]: value }));
    }
    const { page, found } = await searchSkills(
      t,
      ({ name, icon }) => name === body.name || icon === body.icon,
    );
    t.expect(requirement).holds(page, found === undefined, 'no such skill', found?.id, '/data');
  }),

  ...eachValue('updateSkill', CHANGED_SKILL, async (t, bad) => {
    const { path } = await makeSkill(t);
    await expectUnchanged(t, path, bad);
  }),

  check({
    id: 'bodies.updateSkill.workspace-id.library',
    requirements: [R['skills.update.workspace-id']],
    needs: ['resource:library'],
    async run(t) {
      // The library of a skill of this level cannot be ignored, unlike that of others.
      const { path } = await makeSkill(t, { ...CONTEXTS.workspace_id, workspace_id: t.resource('library') });
      const claim = t.expect('skills.update.workspace-id');
      claim.isRefused(await t.main.patch(path, { workspace_id: 'library' }));
      claim.shows(t.given(await t.main.get(path)), 'workspace_id', t.resource('library'));
    },
  }),

  ...eachValue('updateSkill.longest', LONGEST, async (t, { member, value, requirement }) => {
    const { path } = await makeSkill(t);
    const changed = await t.main.patch(path, { [member]: value });
    t.expect(requirement).succeeds(changed);
    t.expect(requirement).shows(t.given(await t.main.get(path)), member, value);
  }),
];

function eachValue(
  operation: string,
  values: readonly BadValue[],
  run: (t: CheckContext, bad: BadValue) => Promise<void>,
): readonly Check[] {
  return values.map((bad) =>
    check({
      id: `bodies.${operation}.${bad.member.replaceAll('_', '-')}.${nameOf(bad.value)}`,
      requirements: [bad.requirement],
      run: (t) => run(t, bad),
    }),
  );
}

/** Part of the id of a check. */
function nameOf(value: unknown): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  if (typeof value === 'string') return value.length > 100 ? `of-${value.length}` : value;
  if (Array.isArray(value)) return 'list-of-text';
  return typeof value;
}

/** Further members of a new skill. */
const OTHER_MEMBERS: JsonObject = { description: 'For the front desk.', visibility: 'private' };

/** The members of a skill that belongs to a library; none if the catalog lists no library. */
async function ofLibrary(t: CheckContext): Promise<JsonObject> {
  const [library] = idsListed(t.given(await t.main.get('/chat/catalog')), 'libraries');
  return library === undefined ? {} : { level: 'workspace', workspace_id: library };
}

/** Members without which a service may ignore a member instead of reading it. */
const CONTEXTS: Readonly<Record<string, JsonObject>> = {
  workspace_id: { level: 'workspace' },
  shared_user_ids: { visibility: 'shared' },
};

async function expectUnchanged(
  t: CheckContext,
  path: string,
  { member, value, requirement }: BadValue,
): Promise<void> {
  const before = t.given(await t.main.get(path));
  const sent = await t.main.patch(path, {
    ...(member === 'shared_user_ids' && CONTEXTS[member]),
    [member]: value,
  });
  t.expect(requirement).isRefused(sent);
  const after = t.given(await t.main.get(path));
  const isSame = isSameJson(before.data[member], after.data[member]);
  t.expect(requirement).holds(after, isSame, 'the value from before', after.data[member], `/data/${member}`);
}
