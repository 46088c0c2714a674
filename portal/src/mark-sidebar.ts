import { defineRouteMiddleware } from '@astrojs/starlight/route-data';

/**
 * Marks where the reader is. On a page that the sidebar does not list, it marks the list that contains the page. The page of a requirement
 * gets a short sidebar: the chapter of the requirements in full, the page itself after its list, and one link for each other chapter. There
 * are so many of these pages that full sidebars would be most of the site.
 */
export const onRequest = defineRouteMiddleware(({ locals: { starlightRoute: route } }) => {
  const [, area, name = ''] = /^requirements\/([^./]+)\.(.+)/.exec(route.id) ?? [];
  const [kind = ''] = route.id.split('/');
  const list = area === undefined ? `/${kind}/` : `/requirements/${area}/`;
  const isListed = area !== undefined || linksOf(route.sidebar).some(({ isCurrent }) => isCurrent);
  if (!isListed) route.sidebar = route.sidebar.map((entry) => markList(entry, PARENTS[kind] ?? list));
  if (area !== undefined)
    route.sidebar = route.sidebar.map((entry) =>
      has(entry, list) ? addAfter(entry, list, pageLink(`/${route.id}/`, name)) : asLink(entry),
    );
});

/** The list for each kind of page that has no list at `/KIND/`. */
const PARENTS: Readonly<Record<string, string>> = { decisions: '/guides/architecture/' };

type Entry = App.Locals['starlightRoute']['sidebar'][number];
type Link = Extract<Entry, { type: 'link' }>;

function linksOf(entries: readonly Entry[]): readonly Link[] {
  return entries.flatMap((entry) => (entry.type === 'link' ? [entry] : linksOf(entry.entries)));
}

function has(entry: Entry, href: string): boolean {
  return linksOf([entry]).some((link) => link.href === href);
}

/** Marks the list as where the reader is. The list is still a link, and its group is open. */
function markList(entry: Entry, list: string): Entry {
  if (entry.type === 'link')
    return entry.href === list ? { ...entry, attrs: { ...entry.attrs, 'aria-current': 'true' } } : entry;
  if (!has(entry, list)) return entry;
  return { ...entry, collapsed: false, entries: entry.entries.map((each) => markList(each, list)) };
}

/** Adds a link after the link to a list. */
function addAfter(entry: Entry, list: string, link: Link): Entry {
  if (entry.type === 'link') return entry;
  return {
    ...entry,
    collapsed: false,
    entries: entry.entries.flatMap((each) =>
      each.type === 'link' && each.href === list ? [each, link] : [addAfter(each, list, link)],
    ),
  };
}

function pageLink(href: string, label: string): Link {
  return { type: 'link', label, href, isCurrent: true, badge: undefined, attrs: { class: 'inside' } };
}

function asLink(group: Entry): Entry {
  if (group.type === 'link') return group;
  const [first] = linksOf([group]);
  return first ? { ...first, label: group.label } : group;
}
