import type { RequirementId } from '../../../../../generated/ids.d.ts';
import type { Actor } from '../../../drive/actor.ts';
import type { Answer } from '../../../drive/answer.ts';
import { objectsIn } from '../../../judge/json.ts';
import { attach, CATALOG_BLOCKS, idsBeyond, idsListed, namedOutside } from '../../check-kit/catalog.ts';
import { check, R } from '../../check-kit/check.ts';
import type { CheckContext } from '../../check-kit/context.ts';
import { makeSkill } from '../../check-kit/skills.ts';

const CATALOG = '/chat/catalog';

/**
 * The parts of the catalog whose items the checks attach. Skills are left out: a skill may be inactive, so attaching it does not
 * show whether the credential may use it.
 */
const TRIED = CATALOG_BLOCKS.filter(({ name }) => name !== 'skills');

/** The parts of the catalog that nothing changes during a run. */
const SAME_FOR_ALL = ['models', 'libraries', 'connectors', 'agents'] as const;

/** For each part of the catalog, the requirement about its scope. */
const SCOPE_OF_BLOCK = {
  libraries: R['catalog.libraries.scope'],
  skills: R['catalog.skills.scope'],
  connectors: R['catalog.connectors.scope'],
  agents: R['catalog.agents.scope'],
} as const;

/** What makes each part appear. The contract does not say whether an empty part is present. */
const SHOWN_BY = {
  libraries: 'resource:library',
  skills: 'resource:company_skill',
  connectors: 'resource:connector',
} as const;

/** The catalog and the restrictions on it (sections 2.5 and 4.3). */
export const catalogChecks = [
  check({
    id: 'catalog.get',
    requirements: [R['catalog.get.exists'], R['catalog.get.no-parameters']],
    async run(t) {
      const catalog = await t.main.get(CATALOG);
      t.expect('catalog.get.exists').succeeds(catalog);
      const { models, permission_modes: modes } = catalog.data;
      t.expect('catalog.get.no-parameters').isTrue(
        catalog,
        Array.isArray(models) && Array.isArray(modes),
        'models and permission_modes',
        Object.keys(catalog.data),
        '/data',
      );
    },
  }),

  ...(
    [
      { requirement: R['catalog.models.enabled-only'], block: 'models', resource: 'disabled_model' },
      { requirement: R['catalog.models.completion-only'], block: 'models', resource: 'embedding_model' },
      { requirement: R['catalog.agents.runnable-only'], block: 'agents', resource: 'inactive_agent' },
      {
        requirement: R['catalog.agents.runnable-only'],
        block: 'agents',
        resource: 'company_disabled_agent',
        of: '.disabled',
      },
      {
        requirement: R['catalog.agents.runnable-only'],
        block: 'agents',
        resource: 'deleted_agent',
        of: '.deleted',
      },
    ] as const
  ).map(({ requirement, block, resource, ...rest }) =>
    check({
      id: `${requirement}${'of' in rest ? rest.of : ''}`,
      requirements: [requirement],
      needs: [`resource:${resource}`],
      async run(t) {
        const catalog = t.requireSuccess(await t.main.get(CATALOG));
        const listed = catalog.data[block];
        const items: readonly { readonly id?: unknown }[] = Array.isArray(listed) ? listed : [];
        const found = items.find((item) => item?.id === t.resource(resource));
        t.expect(requirement).isTrue(
          catalog,
          !found,
          `no ${resource} ${t.resource(resource)}`,
          found,
          `/data/${block}`,
        );
      },
    }),
  ),

  ...CATALOG_BLOCKS.map(({ name, scope }) =>
    check({
      id: `catalog.${name}.scope`,
      requirements: [
        SCOPE_OF_BLOCK[name],
        R['catalog.blocks.absent-without-scope'],
        R['catalog.models.enabled-only'],
      ],
      needs: [`credential:no_scope:${scope}`],
      async run(t) {
        const without = t.requireSuccess(await t.as(`no_scope:${scope}`).get(CATALOG));
        // A resource that a credential with every scope cannot use must not appear for a credential of the same user with fewer scopes.
        const beyond = modelsBeyond(without, t.requireSuccess(await t.main.get(CATALOG)));
        t.expect('catalog.models.enabled-only').equals(without, beyond, [], '/data/models');
        const block = without.data[name];
        const isEmpty = Array.isArray(block) && block.length === 0;
        t.expect(SCOPE_OF_BLOCK[name]).isTrue(
          without,
          block === undefined || isEmpty,
          'none',
          block,
          `/data/${name}`,
        );
        t.expect('catalog.blocks.absent-without-scope').isTrue(
          without,
          !(name in without.data),
          `no member ${name}`,
          block,
          `/data/${name}`,
        );
      },
    }),
  ),

  // Agents may be disabled. The catalog then shows them to nobody.
  ...(['libraries', 'skills', 'connectors'] as const).map((name) =>
    check({
      id: `catalog.${name}.shown`,
      requirements: [SCOPE_OF_BLOCK[name]],
      // This credential lacks only chat:write, so it has the scope for this part.
      needs: ['credential:no_scope:chat:write', SHOWN_BY[name]],
      async run(t) {
        const catalog = t.requireSuccess(await t.as('no_scope:chat:write').get(CATALOG));
        const block = catalog.data[name];
        t.expect(SCOPE_OF_BLOCK[name]).isTrue(
          catalog,
          Array.isArray(block),
          'an array',
          block,
          `/data/${name}`,
        );
      },
    }),
  ),

  check({
    id: 'catalog.agents.absent-while-disabled',
    requirements: [R['catalog.agents.absent-while-disabled']],
    needs: ['fault:agents_disabled'],
    async run(t) {
      const { headers } = t.fault('agents_disabled');
      const catalog = t.requireSuccess(await t.main.request('GET', CATALOG, undefined, headers));
      t.expect('catalog.agents.absent-while-disabled').isTrue(
        catalog,
        !('agents' in catalog.data),
        'no member agents',
        catalog.data.agents,
        '/data/agents',
      );
    },
  }),

  check({
    id: 'catalog.blocks.by-user',
    requirements: [R['catalog.blocks.by-user']],
    needs: ['credential:other_user'],
    async run(t) {
      const users = [t.as('other_user'), t.main] as const;
      const [others, mains] = [await read(t, users[0]), await read(t, users[1])] as const;
      await expectUsable(t, ['catalog.blocks.by-user'], users[1], mains, others);
      await expectUsable(t, ['catalog.blocks.by-user'], users[0], others, mains);
    },
  }),

  check({
    id: 'catalog.blocks.by-allowlist',
    requirements: [R['catalog.blocks.by-allowlist'], R['credentials.allowlist.narrows']],
    needs: ['credential:allowlist'],
    async run(t) {
      const all = await read(t, t.main);
      const limited = t.as('allowlist');
      const narrowing = ['catalog.blocks.by-allowlist', 'credentials.allowlist.narrows'] as const;
      const narrowed = await read(t, limited);
      for (const block of CATALOG_BLOCKS) {
        const out = namedOutside(t, block, narrowed);
        if (out.length === 0) continue;
        const listed = idsListed(narrowed, block.name);
        const isNarrow = !listed.some((id) => out.includes(id));
        const expected = `without ${out.join(', ')}`;
        t.expect(...narrowing).isTrue(narrowed, isNarrow, expected, listed, `/data/${block.name}`);
      }
      await expectUsable(t, narrowing, limited, narrowed, all);
      for (const name of SAME_FOR_ALL) expectSameItems(t, name, narrowed, all);
    },
  }),

  check({
    id: 'catalog.blocks.by-allowlist.new-skill',
    requirements: [R['catalog.blocks.by-allowlist'], R['credentials.allowlist.narrows']],
    needs: ['credential:allowlist_skills'],
    async run(t) {
      // A skill created now is outside the list of resources to which a credential is limited.
      const { id } = await makeSkill(t);
      await read(t, t.main);
      const catalog = await read(t, t.as('allowlist_skills'));
      const listed = idsListed(catalog, 'skills');
      t.expect('catalog.blocks.by-allowlist', 'credentials.allowlist.narrows').isTrue(
        catalog,
        !listed.includes(id),
        `no skill ${id}, to which the credential is not limited`,
        listed,
        '/data/skills',
      );
    },
  }),
];

/** The items that an allowlist leaves in the catalog must look the same as without an allowlist. */
function expectSameItems(t: CheckContext, block: string, narrowed: Answer, all: Answer): void {
  const known = new Map(objectsIn(all.data[block]).map((item) => [item.id, item]));
  const claim = t.expect('catalog.blocks.by-allowlist');
  for (const [index, item] of objectsIn(narrowed.data[block]).entries()) {
    const other = known.get(item.id);
    for (const [name, value] of Object.entries(other ?? {}))
      claim.equals(narrowed, item[name], value, `/data/${block}/${index}/${name}`);
  }
}

/** The ids of models that one catalog lists and another does not. */
function modelsBeyond(catalog: Answer, other: Answer): unknown[] {
  const known = new Set(objectsIn(other.data.models).map(({ id }) => id));
  return objectsIn(catalog.data.models).flatMap(({ id }) => (known.has(id) ? [] : [id]));
}

async function read(t: CheckContext, actor: Actor): Promise<Answer> {
  return t.requireSuccess(await actor.get(CATALOG));
}

/**
 * Attaches the items of a catalog to turns, and expects that the service refuses none of them as not allowed. Items that another catalog
 * does not list come first.
 */
async function expectUsable(
  t: CheckContext,
  requirements: readonly RequirementId[],
  actor: Actor,
  catalog: Answer,
  other: Answer,
): Promise<void> {
  for (const block of TRIED) {
    const ids = [...new Set([...idsBeyond(catalog, other, block.name), ...idsListed(catalog, block.name)])];
    if (ids.length === 0) continue;
    const sent = await attach(t, actor, block, ids);
    const isRefused = sent.messageCode === 'api_token_resource_not_allowed';
    // A connector may be unreachable, which does not show whether the credential may use it.
    if (!isRefused && block.name === 'connectors' && !sent.isSuccess) continue;
    if (!isRefused) t.requireSuccess(sent);
    t.expect(...requirements).isTrue(
      catalog,
      !isRefused,
      `only ${block.name} that the turns of this credential can use`,
      `refused when attached: ${ids.join(', ')}`,
      `/data/${block.name}`,
    );
  }
}
