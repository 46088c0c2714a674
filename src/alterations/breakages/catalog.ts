import type { Exchange } from '../../reference/http/exchange.ts';
import { noSuchPath } from '../decorators/no-such-path.ts';
import { rewriteAnswers } from '../decorators/rewrite.ts';
import type { Breakage } from './breakage.ts';

const BLOCKS = ['libraries', 'skills', 'connectors', 'agents'] as const;
type Item = { readonly id: number } & Record<string, unknown>;

/** What this area's requirements forbid, each done. */
export const catalogBreakages: readonly Breakage[] = [
  {
    id: 'catalog.get.exists',
    requirement: 'catalog.get.exists',
    port: 'exchange',
    behaviour: 'There is no catalog.',
    exchange: noSuchPath('getCatalog'),
  },
  {
    id: 'catalog.get.no-parameters',
    requirement: 'catalog.get.no-parameters',
    port: 'exchange',
    behaviour: 'The catalog holds nothing unless a parameter names what it shall hold.',
    exchange: inCatalog(() => ({})),
  },
  ...[
    { requirement: 'catalog.models.enabled-only', block: 'models', what: 'disabled models' },
    { requirement: 'catalog.models.completion-only', block: 'models', what: 'embedding models' },
    { requirement: 'catalog.agents.runnable-only', block: 'agents', what: 'inactive agents' },
  ].map(
    ({ requirement, block, what }): Breakage => ({
      id: requirement,
      requirement,
      port: 'exchange',
      behaviour: `The catalog lists ${what} too.`,
      exchange: inCatalog((catalog) => ({ ...catalog, [block]: withoutGaps(catalog[block] as Item[]) })),
    }),
  ),
  ...BLOCKS.flatMap((block): Breakage[] => [
    {
      id: `catalog.${block}.scope/shown`,
      requirement: `catalog.${block}.scope`,
      port: 'exchange',
      behaviour: `The catalog shows ${block} to a credential without their scope.`,
      exchange: inCatalog((catalog) => ({ [block]: [itemOf(1)], ...catalog })),
    },
    {
      id: `catalog.blocks.absent-without-scope/${block}`,
      requirement: 'catalog.blocks.absent-without-scope',
      port: 'exchange',
      behaviour: `The catalog shows an empty list of ${block} to a credential without their scope.`,
      exchange: inCatalog((catalog) => ({ [block]: [], ...catalog })),
    },
  ]),
  ...BLOCKS.filter((block) => block !== 'agents').map(
    (block): Breakage => ({
      id: `catalog.${block}.scope/hidden`,
      requirement: `catalog.${block}.scope`,
      port: 'exchange',
      behaviour: `The catalog shows ${block} to nobody.`,
      exchange: inCatalog(({ [block]: _, ...catalog }) => catalog),
    }),
  ),
  {
    id: 'catalog.agents.absent-while-disabled',
    requirement: 'catalog.agents.absent-while-disabled',
    port: 'exchange',
    behaviour: 'While agents are disabled the catalog shows an empty list of them.',
    exchange: inCatalog((catalog) => ({ agents: [], ...catalog })),
  },
  {
    id: 'catalog.blocks.by-user',
    requirement: 'catalog.blocks.by-user',
    port: 'exchange',
    behaviour: 'A catalog also lists what was shown to other users.',
    exchange: listingAllShown,
  },
  {
    id: 'catalog.blocks.by-allowlist',
    requirement: 'catalog.blocks.by-allowlist',
    port: 'exchange',
    behaviour: 'The catalog of a limited credential also lists what was shown to others.',
    exchange: listingAllShown,
  },
];

/** Catalogs that list whatever any catalog has listed before. */
export function listingAllShown(exchange: Exchange): Exchange {
  const shown = new Map<string, Map<number, Item>>(BLOCKS.map((block) => [block, new Map()]));
  return inCatalog((catalog) => ({
    ...catalog,
    ...Object.fromEntries(
      [...shown].flatMap(([block, items]) => {
        const own = catalog[block] as Item[] | undefined;
        for (const item of own ?? []) items.set(item.id, item);
        return own ? [[block, [...items.values()]]] : [];
      }),
    ),
  }))(exchange);
}

function inCatalog(change: (catalog: Record<string, unknown>) => Record<string, unknown>) {
  return rewriteAnswers('getCatalog', (body, { status }) =>
    status === 200 ? { ...body, data: change(body.data) } : body,
  );
}

/** Every id up to the last one and a few more. */
function withoutGaps(items: readonly Item[]): Item[] {
  const known = new Map(items.map((item) => [item.id, item]));
  const last = Math.max(0, ...known.keys()) + 5;
  return Array.from({ length: last }, (_, index) => known.get(index + 1) ?? itemOf(index + 1));
}

function itemOf(id: number): Item {
  const name = `Number ${id}`;
  return { id, name, code: name, type: 'completion', display_name: name, description: name, tag: null };
}
