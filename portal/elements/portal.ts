/** The script of every page. It is small: the player and the requests to a server are loaded on the pages that have them. */
import { makeTabs } from './code-tabs.ts';
import { FilterTable } from './filter-table.ts';

makeTabs();
customElements.define('filter-table', FilterTable);
scrollTables();

if (document.querySelector('stream-player'))
  import('./player/stream-player.ts').then(({ StreamPlayer }) =>
    customElements.define('stream-player', StreamPlayer),
  );
if (document.querySelector('try-it'))
  import('./try-it/try-it.ts').then(({ TryIt }) => customElements.define('try-it', TryIt));

/** A table that is wider than its page scrolls by itself, also by keyboard. */
function scrollTables(): void {
  for (const table of document.querySelectorAll<HTMLElement>('.sl-markdown-content table')) {
    if (table.scrollWidth > table.clientWidth) table.tabIndex = 0;
  }
}
