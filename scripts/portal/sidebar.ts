import { addressOf, type Page } from './page.ts';
import type { Role } from './roles.ts';

/** The method of an operation, next to its title. */
interface Badge {
  readonly text: string;
  readonly class: string;
}

/** One entry of the sidebar, in Starlight's terms. */
export type SidebarEntry =
  | { readonly label: string; readonly link: string; readonly badge?: Badge }
  | { readonly label: string; readonly collapsed?: boolean; readonly items: readonly SidebarEntry[] };

/**
 * The sidebar. Failures, schemas and open points are listed on separate pages: the sidebar is part of every page, and with these lists it
 * would be larger than most pages.
 *
 * @param tags the tags of the operations, in their order, each with its operations
 * @param roles the readers, each with their guides
 */
export function sidebarOf(
  pages: readonly Page[],
  tags: ReadonlyMap<string, readonly string[]>,
  roles: readonly Role[],
): readonly SidebarEntry[] {
  const byPath = new Map(pages.map((page) => [page.path, page]));
  const entry = (path: string): SidebarEntry[] => {
    const page = byPath.get(path);
    if (page === undefined) return [];
    const { badge } = page;
    return [
      {
        label: page.label ?? page.title,
        link: addressOf(page),
        ...(badge !== undefined && { badge: { text: badge, class: `method-${badge.toLowerCase()}` } }),
      },
    ];
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
    {
      label: 'Guides',
      items: guideGroups(roles, pages).map(({ label, paths }) => ({
        label,
        collapsed: true,
        items: paths.flatMap(entry),
      })),
    },
    {
      label: 'Conformance',
      items: [...entry('conformance/checks'), ...entry('conformance/ledger'), ...entry('changelog')],
    },
  ];
}

/** The guides of each role, and then those that no role lists, so that none is missing. Each guide is listed once. */
function guideGroups(
  roles: readonly Role[],
  pages: readonly Page[],
): readonly { label: string; paths: readonly string[] }[] {
  const left = new Set(pages.map(({ path }) => path).filter((path) => path.startsWith('guides/')));
  const groups = roles.map(({ role, pages: ofRole }) => ({
    label: `${role.charAt(0).toUpperCase()}${role.slice(1)}`,
    paths: ofRole.map(({ path }) => path).filter((path) => left.delete(path)),
  }));
  return [...groups, { label: 'Work on this project', paths: [...left] }].filter(
    ({ paths }) => paths.length > 0,
  );
}
