import type { HttpRequest } from '../../reference/http/exchange.ts';
import { type Breakage, breakage, type Wrap } from '../alteration.ts';
import { SEED } from '../decorators/facts.ts';
import { rewriteData } from '../decorators/rewrite-answers.ts';
import { first, instead } from '../decorators/values.ts';
import { unserved } from './kinds/answered.ts';
import { shown } from './kinds/shown.ts';

const BLOCKS = ['libraries', 'skills', 'connectors', 'agents'] as const;
type Item = { readonly id: number } & Record<string, unknown>;

export const catalogBreakages: readonly Breakage[] = [
  unserved('catalog.get.exists', 'getCatalog'),
  breakage(
    'catalog.get.no-parameters',
    'The catalog is empty unless a parameter says what to list.',
    inCatalog(() => ({})),
  ),
  ...(
    [
      ['catalog.models.enabled-only', 'models', 'disabled models'],
      ['catalog.models.completion-only', 'models', 'embedding models'],
      ['catalog.agents.runnable-only', 'agents', 'inactive agents'],
    ] as const
  ).map(([id, block, what]) =>
    breakage(
      id,
      `The catalog also lists ${what}.`,
      inCatalog((catalog) => ({ ...catalog, [block]: withoutGaps(catalog[block] as Item[]) })),
    ),
  ),
  ...(
    [
      ['disabled', SEED.disabledAgent, 'an agent that the company has disabled'],
      ['deleted', SEED.deletedAgent, 'an agent that was deleted'],
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
    shown(`catalog.${block}.scope/shown`, 'getCatalog', { [block]: instead(undefined, [itemOf(1)]) }),
    shown(`catalog.blocks.absent-without-scope/${block}`, 'getCatalog', { [block]: instead(undefined, []) }),
  ]),
  ...BLOCKS.filter((block) => block !== 'agents').map((block) =>
    shown(`catalog.${block}.scope/hidden`, 'getCatalog', { [block]: undefined }),
  ),
  shown('catalog.agents.absent-while-disabled', 'getCatalog', { agents: instead(undefined, []) }),
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
  shown('skills.visible.own/first-of-catalog', 'getCatalog', { skills: first(50) }),
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
