import type {
  CauseId,
  ErrorRowId,
  Need,
  OpenPointId,
  RequirementId,
} from '../../../../../generated/ids.d.ts';
import { isInteger, type JsonInteger } from '../../../../exact-json/exact-number.ts';
import type { Actor } from '../../../drive/actor.ts';
import { MISSING_ID } from '../../../judge/missing-id.ts';
import { ALLOWLIST_BLOCKS, idsBeyond, idsListed, outsideAllowlist } from '../../check-kit/catalog.ts';
import { R } from '../../check-kit/check.ts';
import type { CheckContext } from '../../check-kit/context.ts';
import { makeSkill } from '../../check-kit/skills.ts';
import { attaching, type Nameable, type Unusable } from './positions.ts';

/** A reason to refuse a turn because of a resource in it. */
export interface Restriction extends Nameable {
  /** Part of the ids of checks. */
  readonly name: string;
  readonly cause: CauseId;
  readonly requirement: RequirementId;
  /** The row of spec/errors.yaml, if the contract states one for this resource. */
  readonly row?: ErrorRowId;
  readonly needs?: readonly Need[];
  /** @returns undefined if the target has no such resource */
  find(t: CheckContext, actor: Actor): Promise<Unusable | undefined>;
  /** The open point whose reading the refusal shows. */
  readonly openPoint?: OpenPointId;
  /** The credential that sends the turn; main by default. */
  readonly credential?: 'allowlist' | 'allowlist_skills';
}

const AGENTS = ['agent_ids'] as const;
const EVERY_LIST = ['workspace_ids', 'file_ids', 'skill_ids', 'mcp_server_ids', 'agent_ids'];

/** Each resource that a turn must not use (sections 4.2 and 5). */
export const RESTRICTIONS: readonly Restriction[] = [
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
    members: EVERY_LIST,
    find: async () => ({ id: MISSING_ID }),
    openPoint: 'A-48',
  },
  {
    name: 'not-positive',
    cause: 'unknown-resource',
    requirement: R['turns.attachments.unknown-refused'],
    members: EVERY_LIST,
    isCitable: false,
    find: async () => ({ id: -1 }),
  },
];

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
