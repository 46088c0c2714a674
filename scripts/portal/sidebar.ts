import { addressOf, type Page } from './page.ts';
import { GUIDES } from './pages/guides.ts';

/** One entry of the sidebar, in Starlight's terms. */
export type SidebarEntry =
  | { readonly label: string; readonly link: string }
  | { readonly label: string; readonly collapsed?: boolean; readonly items: readonly SidebarEntry[] };

/**
 * The sidebar. Failures, schemas and open points are listed on pages of their own: the sidebar is part of every page, and with them it
 * would be larger than most pages.
 *
 * @param tags the tags of the operations, in their order, each with its operations
 */
export function sidebarOf(
  pages: readonly Page[],
  tags: ReadonlyMap<string, readonly string[]>,
): readonly SidebarEntry[] {
  const byPath = new Map(pages.map((page) => [page.path, page]));
  const entry = (path: string): SidebarEntry[] => {
    const page = byPath.get(path);
    return page ? [{ label: page.label ?? page.title, link: addressOf(page) }] : [];
  };
  const under = (folder: string) =>
    pages
      .filter(({ path, isLeaf }) => path.startsWith(`${folder}/`) && !isLeaf)
      .flatMap(({ path }) => entry(path));
  return [
    ...entry(''),
    {
      label: 'Operations',
      items: [
        ...entry('operations'),
        ...[...tags].map(([label, ids]) => ({
          label,
          items: ids.flatMap((id) => entry(`operations/${id}`)),
        })),
      ],
    },
    { label: 'The stream', items: [...entry('stream'), ...entry('stream/player'), ...under('events')] },
    {
      label: 'Reference',
      items: [...entry('failures'), ...entry('schemas'), ...entry('open-points')],
    },
    { label: 'Requirements', collapsed: true, items: [...entry('requirements'), ...under('requirements')] },
    { label: 'Guides', items: GUIDES.flatMap((name) => entry(`guides/${name}`)) },
    {
      label: 'Conformance',
      items: [...entry('conformance/checks'), ...entry('conformance/ledger'), ...entry('changelog')],
    },
  ];
}
