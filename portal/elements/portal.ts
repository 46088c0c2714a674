/** The script of every page. It is small: the index of the search, the player and the requests to a server are loaded when they are used. */
import { makeTabs } from './code-tabs.ts';
import { FilterTable } from './filter-table.ts';
import { SiteSearch } from './search/site-search.ts';

makeTabs();
customElements.define('filter-table', FilterTable);
customElements.define('site-search', SiteSearch);
layOutTables();

if (document.querySelector('stream-player'))
  import('./player/stream-player.ts').then(({ StreamPlayer }) =>
    customElements.define('stream-player', StreamPlayer),
  );
if (document.querySelector('try-it'))
  import('./try-it/try-it.ts').then(({ TryIt }) => customElements.define('try-it', TryIt));

/** On a phone, the rows of a wide table become blocks with labels. A table that is wider than its page scrolls, also by keyboard. */
function layOutTables(): void {
  for (const table of document.querySelectorAll<HTMLTableElement>('.sl-markdown-content table')) {
    const heads = [...table.querySelectorAll('thead th')].map((cell) => cell.textContent.trim());
    table.classList.toggle('wide', heads.length > 2 && heads.every(Boolean));
    if (table.classList.contains('wide'))
      for (const cell of table.querySelectorAll('td')) cell.dataset.label = heads[cell.cellIndex] ?? '';
    if (table.scrollWidth > table.clientWidth) table.tabIndex = 0;
  }
}
