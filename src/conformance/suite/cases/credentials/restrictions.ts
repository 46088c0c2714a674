import type {
  CauseId,
  ErrorRowId,
  Need,
  OpenPointId,
  RequirementId,
} from '../../../../../generated/ids.d.ts';
import { isInteger, type JsonInteger } from '../../../../exact-json/exact-number.ts';
import type { Actor, Turn } from '../../../drive/actor.ts';
import { Answer } from '../../../drive/answer.ts';
import type { JsonObject } from '../../../judge/json.ts';
import { MISSING_ID } from '../../../judge/missing-id.ts';
import {
  ALLOWLIST_BLOCKS,
  attachmentsOf,
  idsBeyond,
  idsListed,
  outsideAllowlist,
} from '../../check-kit/catalog.ts';
import { type Check, check, R } from '../../check-kit/check.ts';
import { CHANNELS, type Channel, type CheckContext } from '../../check-kit/context.ts';
import { NothingToSee } from '../../check-kit/interruption.ts';
import { expectNoTurn, expectRefusal, refusedOver } from '../../check-kit/refused-turn.ts';
import { makeSkill } from '../../check-kit/skills.ts';
import { addMembers, withUnrelatedMembers } from '../../check-kit/unrelated-members.ts';

/** A resource that a turn must not use, and a usable one of the same type. */
interface Unusable {
  readonly id: JsonInteger;
  readonly usable?: JsonInteger | undefined;
  /** Attachments of every type, all usable by the credential. */
  readonly others?: JsonObject;
}

/** A reason to refuse a turn because of a resource in it. */
interface Restriction {
  /** Part of the ids of checks. */
  readonly name: string;
  readonly cause: CauseId;
  readonly requirement: RequirementId;
  /** The row of spec/errors.yaml, if the contract states one for this resource. */
  readonly row?: ErrorRowId;
  readonly needs?: readonly Need[];
  readonly members: readonly string[];
  /** @returns undefined if the target has no such resource */
  find(t: CheckContext, actor: Actor): Promise<Unusable | undefined>;
  /** Whether a citation of such an id counts as a citation. The contract leaves this open for ids that are not positive. */
  readonly isCitable?: boolean;
  /** The open point whose reading the refusal shows. */
  readonly openPoint?: OpenPointId;
  /** The credential that sends the turn; main by default. */
  readonly credential?: 'allowlist' | 'allowlist_skills';
}

/** Where a turn names a resource. */
interface Position {
  readonly name: string;
  readonly isForAgents?: boolean;
  /** Whether the turn names the resource as its principal, which has its own failure. */
  readonly isPrincipal?: boolean;
  members(t: CheckContext, member: string, found: Unusable): object | undefined;
}

const POSITIONS: readonly Position[] = [
  { name: 'alone', members: (_, member, { id }) => attaching(member, id) },
  {
    name: 'last',
    members: (_, member, { id, usable }) =>
      usable === undefined ? undefined : attaching(member, usable, id),
  },
  {
    name: 'first',
    members: (_, member, { id, usable }) =>
      usable === undefined ? undefined : attaching(member, id, usable),
  },
  {
    name: 'beside-others',
    members: (_, member, { id, others }) => ({ attachments: { ...others, [member]: [id] } }),
  },
  {
    name: 'cited',
    isForAgents: true,
    members: (t, _, { id }) => ({ content: `${t.plain().content} {{agent:${id}}}` }),
  },
  {
    name: 'cited-last',
    isForAgents: true,
    members: (t, _, { id, usable }) =>
      usable === undefined
        ? undefined
        : { content: `${t.plain().content} {{agent:${usable}}} and {{agent:${id}}}` },
  },
  {
    name: 'cited-first',
    isForAgents: true,
    members: (t, _, { id, usable }) =>
      usable === undefined
        ? undefined
        : { content: `${t.plain().content} {{agent:${id}}} and {{agent:${usable}}}` },
  },
  {
    name: 'principal',
    isForAgents: true,
    isPrincipal: true,
    members: (_, member, { id, usable }) => ({
      ...(usable === undefined ? attaching(member, id) : attaching(member, usable, id)),
      principal_agent_id: id,
    }),
  },
  {
    name: 'cited-principal',
    isForAgents: true,
    isPrincipal: true,
    members: (t, _, { id }) => ({
      content: `${t.plain().content} {{agent:${id}}}`,
      principal_agent_id: id,
    }),
  },
  {
    name: 'beside-principal',
    isForAgents: true,
    members: (_, member, { id, usable }) =>
      usable === undefined ? undefined : { ...attaching(member, usable, id), principal_agent_id: usable },
  },
  {
    name: 'cited-beside-attached',
    isForAgents: true,
    members: (t, member, { id, usable }) =>
      usable === undefined
        ? undefined
        : { ...attaching(member, usable), content: `${t.plain().content} {{agent:${id}}}` },
  },
];

const AGENTS = ['agent_ids'] as const;

const RESTRICTIONS: readonly Restriction[] = [
  ...ALLOWLIST_BLOCKS.map(
    (block): Restriction => ({
      name: `${block.name}-outside-allowlist`,
      cause: 'outside-allowlist',
      requirement: R['errors.attachment-not-allowed.answer'],
      row: 'attachment-not-allowed',
      needs: ['credential:allowlist'],
      credential: 'allowlist',
      members: [block.attachment],
      async find(t, limited) {
        const whole = t.requireSuccess(await t.main.get('/chat/catalog'));
        const narrowed = t.requireSuccess(await limited.get('/chat/catalog'));
        const id = outsideAllowlist(t, block, whole, narrowed);
        const usable = idsListed(narrowed, block.name).find((listed) => listed !== id);
        return id === undefined ? undefined : { id, usable };
      },
    }),
  ),
  {
    name: 'file-outside-allowlist',
    cause: 'outside-allowlist',
    requirement: R['errors.attachment-not-allowed.answer'],
    row: 'attachment-not-allowed',
    needs: ['credential:allowlist', 'resource:file_outside_allowlist', 'resource:file'],
    credential: 'allowlist',
    members: ['file_ids'],
    async find(t, limited) {
      const id = t.resource('file_outside_allowlist');
      const others = t.resources('file').filter((file) => file !== id);
      return { id, usable: await findUsableFile(t, limited, others) };
    },
  },
  {
    name: 'skills-outside-allowlist',
    cause: 'outside-allowlist',
    requirement: R['errors.attachment-not-allowed.answer'],
    row: 'attachment-not-allowed',
    needs: ['credential:allowlist_skills'],
    credential: 'allowlist_skills',
    members: ['skill_ids'],
    async find(t, limited) {
      const [usable] = idsListed(t.requireSuccess(await limited.get('/chat/catalog')), 'skills');
      return { id: (await makeSkill(t)).id, usable };
    },
  },
  ...(
    [
      ['deleted', 'deleted-agent', 'errors.attachment-not-allowed.deleted-agent', 'attachment-not-allowed'],
      ['inactive', 'inactive-agent', 'errors.agent-not-available.answer', 'agent-not-available'],
      [
        'company_disabled',
        'company-disabled-agent',
        'errors.agent-not-available.company-disabled',
        'agent-not-available',
      ],
    ] as const
  ).map(
    ([kind, cause, requirement, row]): Restriction => ({
      name: cause,
      cause,
      requirement,
      row,
      needs: [`resource:${kind}_agent`],
      members: AGENTS,
      find: async (t) => ({ id: t.resource(`${kind}_agent`), usable: t.declared('agent')[0] }),
    }),
  ),
  {
    name: 'agent-zero',
    // The service may look for the agent before it looks at the form of the id.
    cause: 'unknown-resource',
    requirement: R['turns.attachments.unknown-refused'],
    needs: ['resource:agent'],
    members: AGENTS,
    isCitable: false,
    find: async (t) => ({ id: 0, usable: t.resource('agent') }),
  },
  {
    name: 'foreign-skill',
    cause: 'out-of-reach',
    requirement: R['turns.attachments.unknown-refused'],
    needs: ['resource:foreign_skill'],
    members: ['skill_ids'],
    find: async (t) => ({ id: t.resource('foreign_skill'), usable: (await makeSkill(t)).id }),
  },
  {
    name: 'skill-of-other-company',
    cause: 'out-of-reach',
    requirement: R['turns.attachments.unknown-refused'],
    needs: ['credential:other_company'],
    members: ['skill_ids'],
    async find(t) {
      const [skill] = t.requireSuccess(await t.as('other_company').get('/skills')).items;
      return isInteger(skill?.id) ? { id: skill.id, usable: (await makeSkill(t)).id } : undefined;
    },
  },
  {
    name: 'deleted-skill',
    cause: 'unknown-resource',
    requirement: R['turns.attachments.unknown-refused'],
    members: ['skill_ids'],
    async find(t) {
      const { id, path } = await makeSkill(t);
      t.requireSuccess(await t.main.delete(path));
      return { id, usable: (await makeSkill(t)).id };
    },
  },
  ...ALLOWLIST_BLOCKS.map(
    ({ name, attachment }): Restriction => ({
      name: `${name}-of-other-user`,
      cause: 'out-of-reach',
      requirement: R['turns.attachments.unknown-refused'],
      needs: ['credential:other_user'],
      members: [attachment],
      async find(t) {
        const others = t.requireSuccess(await t.as('other_user').get('/chat/catalog'));
        const own = t.requireSuccess(await t.main.get('/chat/catalog'));
        const [id] = idsBeyond(others, own, name);
        return id === undefined ? undefined : { id, usable: idsListed(own, name)[0] };
      },
    }),
  ),
  {
    name: 'unknown',
    cause: 'unknown-resource',
    requirement: R['turns.attachments.unknown-refused'],
    members: ['workspace_ids', 'file_ids', 'skill_ids', 'mcp_server_ids', 'agent_ids'],
    find: async () => ({ id: MISSING_ID }),
    openPoint: 'A-48',
  },
  {
    name: 'not-positive',
    cause: 'unknown-resource',
    requirement: R['turns.attachments.unknown-refused'],
    members: ['workspace_ids', 'file_ids', 'skill_ids', 'mcp_server_ids', 'agent_ids'],
    isCitable: false,
    find: async () => ({ id: -1 }),
  },
];

/** Each resource that a turn must not use, at each position, over both channels (sections 4.2 and 5). */
export const restrictionChecks: readonly Check[] = RESTRICTIONS.flatMap((restriction) =>
  CHANNELS.map((channel) => checkRestriction(restriction, channel)),
);

function checkRestriction(restriction: Restriction, channel: Channel): Check {
  const { name, cause, requirement, row, needs = [], members, find, openPoint } = restriction;
  const { credential = 'main' } = restriction;
  const requirements = row ? refusedOver(channel, requirement) : [requirement];
  return check({
    id: `credentials.restrictions.${name}.${channel}`,
    situations: [{ probe: 'resource that may not be used', selection: name, channel }],
    requirements,
    arranges: [cause],
    needs,
    async run(t) {
      const actor = t.as(credential);
      const unusable = await find(t, actor);
      if (!unusable) throw new NothingToSee('the target has nothing that this credential may not use');
      if (!row && members.includes('agent_ids')) t.outOfReach(unusable.id);
      const found = { ...unusable, others: await attachmentsOf(t, actor) };
      const claim = t.expect(...requirements);
      // A refused turn leaves its chat free, so the next turn can use it, and only one chat has to be deleted.
      let chatId = t.freshId();
      const turns = turnsWith(t, restriction, found);
      for (const { turn, isPrincipal } of turns) {
        const used = chatId;
        const sent = await t.attempt(channel, turn, { chatId }, actor);
        if (openPoint && !isPrincipal) t.observe(openPoint, sent);
        if (!(sent instanceof Answer)) chatId = t.freshId();
        if (row) claim.failsWith(sent, row, ...(isPrincipal ? (['invalid-agents'] as const) : []));
        else if (!(await expectRefusal(t, sent, requirement))) continue;
        await expectNoTurn(t, requirements, used, actor);
      }
      const [plain] = turns;
      if (!plain) return;
      for (const dressing of await withUnrelatedMembers(t, actor)) {
        const dressed = addMembers(plain.turn, dressing);
        const sent = await t.attempt(channel, dressed, { chatId: dressing.chatId }, actor);
        if (row) claim.failsWith(sent, row);
        else await expectRefusal(t, sent, requirement);
      }
    },
  });
}

/** The first file that the credential can attach. No operation lists files. */
async function findUsableFile(
  t: CheckContext,
  actor: Actor,
  files: readonly JsonInteger[],
): Promise<JsonInteger | undefined> {
  for (const file of files) {
    const sent = await actor.send(t.plain(attaching('file_ids', file)));
    if (sent.isSuccess) return file;
  }
  return undefined;
}

/** The turns that name a resource at each possible position. */
function turnsWith(
  t: CheckContext,
  { members, isCitable = true }: Restriction,
  found: Unusable,
): readonly { readonly turn: Turn; readonly isPrincipal: boolean }[] {
  const served = members.filter((member) => member !== 'skill_ids' || !t.lacks('skills'));
  return served.flatMap((member) =>
    POSITIONS.flatMap(({ isForAgents = false, isPrincipal = false, members: name }) => {
      if (isForAgents && !(isCitable && member === 'agent_ids')) return [];
      const named = name(t, member, found);
      return named ? [{ turn: t.plain({ ...named }), isPrincipal }] : [];
    }),
  );
}

function attaching(member: string, ...ids: readonly JsonInteger[]) {
  return { attachments: { [member]: ids } };
}
