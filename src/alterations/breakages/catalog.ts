import type { HttpRequest } from '../../reference/http/exchange.ts';
import { type Breakage, breakage, type Wrap } from '../alteration.ts';
import { noSuchPath } from '../decorators/answer-instead.ts';
import { rewriteData } from '../decorators/rewrite-answers.ts';

const BLOCKS = ['libraries', 'skills', 'connectors', 'agents'] as const;
type Item = { readonly id: number } & Record<string, unknown>;

export const catalogBreakages: readonly Breakage[] = [
  breakage('catalog.get.exists', 'There is no catalog.', noSuchPath('getCatalog')),
  breakage(
    'catalog.get.no-parameters',
    'The catalog is empty unless a parameter says what to list.',
    inCatalog(() => ({})),
  ),
  ...(
    [
      { id: 'catalog.models.enabled-only', block: 'models', what: 'disabled models' },
      { id: 'catalog.models.completion-only', block: 'models', what: 'embedding models' },
      { id: 'catalog.agents.runnable-only', block: 'agents', what: 'inactive agents' },
    ] as const
  ).map(({ id, block, what }) =>
    breakage(
      id,
      `The catalog also lists ${what}.`,
      inCatalog((catalog) => ({ ...catalog, [block]: withoutGaps(catalog[block] as Item[]) })),
    ),
  ),
  ...(
    [
      ['disabled', 38, 'an agent that the company has disabled'],
      ['deleted', 39, 'an agent that was deleted'],
    ] as const
  ).map(([way, id, what]) =>
    breakage(
      `catalog.agents.runnable-only/${way}`,
      `The catalog also lists ${what}.`,
      inCatalog((catalog) => {
        const [agent, ...others] = (catalog.agents ?? []) as Item[];
        return agent ? { ...catalog, agents: [agent, ...others, { ...agent, id }] } : catalog;
      }),
    ),
  ),
  ...BLOCKS.flatMap((block) => [
    breakage(
      `catalog.${block}.scope/shown`,
      `The catalog shows ${block} to a credential without their scope.`,
      inCatalog((catalog) => ({ [block]: [itemOf(1)], ...catalog })),
    ),
    breakage(
      `catalog.blocks.absent-without-scope/${block}`,
      `The catalog shows an empty list of ${block} to a credential without their scope.`,
      inCatalog((catalog) => ({ [block]: [], ...catalog })),
    ),
  ]),
  ...BLOCKS.filter((block) => block !== 'agents').map((block) =>
    breakage(
      `catalog.${block}.scope/hidden`,
      `The catalog shows ${block} to no credential.`,
      inCatalog(({ [block]: _, ...catalog }) => catalog),
    ),
  ),
  breakage(
    'catalog.agents.absent-while-disabled',
    'While agents are disabled, the catalog shows an empty list of agents.',
    inCatalog((catalog) => ({ agents: [], ...catalog })),
  ),
  breakage(
    'catalog.blocks.by-user',
    'The catalog also lists what it has shown to other users.',
    listingAllShown(),
  ),
  breakage(
    'catalog.blocks.by-allowlist',
    'The catalog of a limited credential also lists what it has shown to other credentials.',
    listingAllShown(BLOCKS, isLimited),
  ),
  breakage(
    'catalog.blocks.by-allowlist/skills',
    'The catalog of a credential that is limited to some skills lists those of other credentials too.',
    listingAllShown(['skills']),
  ),
  breakage(
    'skills.visible.own/first-of-catalog',
    'The catalog lists at most fifty skills.',
    inCatalog(({ skills, ...catalog }) => ({
      ...catalog,
      ...(Array.isArray(skills) && { skills: skills.slice(0, 50) }),
    })),
  ),
];

/** Makes catalogs list everything that any catalog listed before. @param isAffected selects the requests for them; all by default */
export function listingAllShown(
  blocks: readonly string[] = BLOCKS,
  isAffected: (request: HttpRequest) => boolean = () => true,
): Wrap {
  return (exchange) => {
    const shown = new Map<string, Map<number, Item>>(blocks.map((block) => [block, new Map()]));
    return inCatalog((catalog, { request }) => ({
      ...catalog,
      ...Object.fromEntries(
        [...shown].flatMap(([block, items]) => {
          const own = catalog[block] as Item[] | undefined;
          for (const item of own ?? []) items.set(item.id, item);
          return own && isAffected(request) ? [[block, [...items.values()]]] : [];
        }),
      ),
    }))(exchange);
  };
}

/** Whether the credential of a request is limited to some resources. */
export function isLimited(request: HttpRequest): boolean {
  return request.header('authorization')?.includes('allowlist') ?? false;
}

function inCatalog(change: Parameters<typeof rewriteData>[1]) {
  return rewriteData('getCatalog', change);
}

/** Fills the gaps in a list with an item for every unused id, up to a few beyond the last one. */
function withoutGaps(items: readonly Item[]): Item[] {
  const known = new Map(items.map((item) => [item.id, item]));
  const last = Math.max(0, ...known.keys()) + 5;
  return Array.from({ length: last }, (_, index) => known.get(index + 1) ?? itemOf(index + 1));
}

function itemOf(id: number): Item {
  const name = `Number ${id}`;
  return { id, name, code: name, type: 'completion', display_name: name, description: name, tag: null };
}
