/** The script of every page. It is small: the search index, the player and the request form are loaded only when they are needed. */
import { openChapters } from './chapters.ts';
import { makeTabs } from './code-tabs.ts';
import { ExampleMenu } from './example-menu.ts';
import { FilterRows } from './filter-rows.ts';
import { SiteSearch } from './search/site-search.ts';

makeTabs();
openChapters();
customElements.define('filter-rows', FilterRows);
customElements.define('example-menu', ExampleMenu);
customElements.define('site-search', SiteSearch);
letTablesScroll();

if (document.querySelector('stream-player'))
  import('./player/stream-player.ts').then(({ StreamPlayer }) =>
    customElements.define('stream-player', StreamPlayer),
  );
if (document.querySelector('try-it'))
  import('./try-it/try-it.ts').then(({ TryIt }) => customElements.define('try-it', TryIt));

/** A table that is wider than its page scrolls, also by keyboard. */
function letTablesScroll(): void {
  for (const table of document.querySelectorAll<HTMLTableElement>('.sl-markdown-content table'))
    if (table.scrollWidth > table.clientWidth) table.tabIndex = 0;
}
