import { defineRouteMiddleware } from '@astrojs/starlight/route-data';

/**
 * Gives the page of a requirement a short sidebar: the chapter of the requirements in full, and the others as one link each. There are
 * so many of these pages that the whole sidebar would be most of the site.
 */
export const onRequest = defineRouteMiddleware(({ locals: { starlightRoute: route } }) => {
  const area = /^requirements\/([^./]+)\./.exec(route.id)?.[1];
  if (area === undefined) return;
  const own = `/requirements/${area}/`;
  route.sidebar = route.sidebar.map((entry) => {
    if (entry.type === 'link') return entry;
    const isOwn = entry.entries.some((each) => each.type === 'link' && each.href === own);
    if (!isOwn) return asLink(entry);
    return { ...entry, collapsed: false, entries: entry.entries.map((each) => markParent(each, own)) };
  });
});

type Entry = App.Locals['starlightRoute']['sidebar'][number];

/** The area of the requirement is marked as where the reader is, and is still a link. */
function markParent<Each extends Entry>(entry: Each, own: string): Each {
  if (entry.type !== 'link' || entry.href !== own) return entry;
  return { ...entry, attrs: { ...entry.attrs, 'aria-current': 'true' } };
}

function asLink(group: Extract<Entry, { type: 'group' }>): Entry {
  const [first] = group.entries;
  if (first?.type !== 'link') return group;
  return { ...first, label: group.label };
}
