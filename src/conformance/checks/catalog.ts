import { attach, CATALOG_BLOCKS, idsBeyond, idsListed } from '../check-kit/catalog.ts';
import { check } from '../check-kit/check.ts';
import type { CheckContext } from '../check-kit/context.ts';
import type { Actor } from '../drive/actor.ts';
import type { Answer } from '../drive/answer.ts';

const CATALOG = '/chat/catalog';

/**
 * The blocks whose items can be tried out by attaching them. A skill may be inactive, and a connector may be out of
 * reach; neither tells whether it may be used.
 */
const TRIED = CATALOG_BLOCKS.filter(({ name }) => name === 'libraries' || name === 'agents');

/** The catalog and what it is narrowed by (sections 2.5 and 4.3). */
export const catalogChecks = [
  check({
    id: 'catalog.get',
    requirements: ['catalog.get.exists', 'catalog.get.no-parameters'],
    async run(t) {
      const catalog = await t.main.get(CATALOG);
      t.expect('catalog.get.exists').succeeds(catalog);
      const { models, permission_modes: modes } = catalog.data;
      t.expect('catalog.get.no-parameters').holds(
        catalog,
        Array.isArray(models) && Array.isArray(modes),
        'models and permission_modes',
        Object.keys(catalog.data),
        '/data',
      );
    },
  }),

  ...[
    { requirement: 'catalog.models.enabled-only', block: 'models', resource: 'disabled_model' },
    { requirement: 'catalog.models.completion-only', block: 'models', resource: 'embedding_model' },
    { requirement: 'catalog.agents.runnable-only', block: 'agents', resource: 'inactive_agent' },
  ].map(({ requirement, block, resource }) =>
    check({
      id: requirement,
      requirements: [requirement],
      needs: [`resource:${resource}`],
      async run(t) {
        const catalog = t.given(await t.main.get(CATALOG));
        const listed = catalog.data[block];
        const items: readonly { readonly id?: unknown }[] = Array.isArray(listed) ? listed : [];
        const found = items.find((item) => item?.id === t.resource(resource));
        t.expect(requirement).holds(
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
      requirements: [`catalog.${name}.scope`, 'catalog.blocks.absent-without-scope'],
      needs: [`credential:no_scope:${scope}`],
      async run(t) {
        const without = t.given(await t.as(`no_scope:${scope}`).get(CATALOG));
        const block = without.data[name];
        const isEmpty = Array.isArray(block) && block.length === 0;
        t.expect(`catalog.${name}.scope`).holds(
          without,
          block === undefined || isEmpty,
          'none',
          block,
          `/data/${name}`,
        );
        t.expect('catalog.blocks.absent-without-scope').holds(
          without,
          !(name in without.data),
          `no member ${name}`,
          block,
          `/data/${name}`,
        );
      },
    }),
  ),

  // Agents may be switched off, and then nobody is shown any.
  ...CATALOG_BLOCKS.filter(({ name }) => name !== 'agents').map(({ name }) =>
    check({
      id: `catalog.${name}.shown`,
      requirements: [`catalog.${name}.scope`],
      // It lacks nothing else, and so has the scope of the block.
      needs: ['credential:no_scope:chat:write'],
      async run(t) {
        const catalog = t.given(await t.as('no_scope:chat:write').get(CATALOG));
        const block = catalog.data[name];
        t.expect(`catalog.${name}.scope`).holds(
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
    requirements: ['catalog.agents.absent-while-disabled'],
    needs: ['fault:agents_disabled'],
    async run(t) {
      const { headers } = t.fault('agents_disabled');
      const catalog = t.given(await t.main.request('GET', CATALOG, undefined, headers));
      t.expect('catalog.agents.absent-while-disabled').holds(
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
    requirements: ['catalog.blocks.by-user'],
    needs: ['credential:other_user'],
    async run(t) {
      const users = [t.as('other_user'), t.main] as const;
      const [others, mains] = [await read(t, users[0]), await read(t, users[1])] as const;
      await everythingIsUsable(t, ['catalog.blocks.by-user'], users[1], mains, others);
      await everythingIsUsable(t, ['catalog.blocks.by-user'], users[0], others, mains);
    },
  }),

  check({
    id: 'catalog.blocks.by-allowlist',
    requirements: ['catalog.blocks.by-allowlist', 'credentials.allowlist.narrows'],
    needs: ['credential:allowlist'],
    async run(t) {
      const all = await read(t, t.main);
      const limited = t.as('allowlist');
      const rows = ['catalog.blocks.by-allowlist', 'credentials.allowlist.narrows'];
      await everythingIsUsable(t, rows, limited, await read(t, limited), all);
    },
  }),
];

async function read(t: CheckContext, actor: Actor): Promise<Answer> {
  return t.given(await actor.get(CATALOG));
}

/**
 * Holds a catalog to what the service itself says of each item when a turn attaches it: it lists nothing that is refused as
 * not allowed. What another catalog does not list is tried first.
 */
async function everythingIsUsable(
  t: CheckContext,
  requirements: readonly string[],
  actor: Actor,
  catalog: Answer,
  other: Answer,
): Promise<void> {
  for (const block of TRIED) {
    const ids = [...new Set([...idsBeyond(catalog, other, block.name), ...idsListed(catalog, block.name)])];
    if (ids.length === 0) continue;
    const sent = await attach(t, actor, block, ids);
    const isRefused = sent.messageCode === 'api_token_resource_not_allowed';
    if (!isRefused) t.given(sent);
    t.expect(...requirements).holds(
      catalog,
      !isRefused,
      `only ${block.name} that this credential's turns can use`,
      `some that are refused: ${ids.join(', ')}`,
      `/data/${block.name}`,
    );
  }
}
