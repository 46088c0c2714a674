import { list, parts } from '../markdown.ts';
import type { Page } from '../page.ts';

/** The page for missing addresses. Astro writes it to 404.html, where servers look for it. */
export function notFoundPages(): readonly Page[] {
  return [
    {
      path: '404',
      title: 'There is no such page',
      description: 'This address has no page.',
      isWide: true,
      isUnlisted: true,
      body: parts(
        'The address may have a typing mistake, or belong to another edition of the contract. Press `/` to search for what you need, or begin here:',
        list([
          '[The first page](/)',
          '[All operations](/operations/)',
          '[All failures](/failures/)',
          '[The stream](/stream/)',
          '[All requirements](/requirements/)',
        ]),
      ),
    },
  ];
}
