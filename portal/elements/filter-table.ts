import { element } from './element.ts';

/** `<filter-table>`: a table that can be narrowed by text and by the values of some columns. The page has the fields already. */
export class FilterTable extends HTMLElement {
  connectedCallback(): void {
    const table = this.querySelector('table');
    const search = this.querySelector('input');
    const count = this.querySelector('.count');
    if (!table || !search || !count) return;
    const heads = [...table.querySelectorAll('thead th')].map((cell) => cell.textContent.trim());
    const rows = [...table.querySelectorAll<HTMLTableRowElement>('tbody tr')];
    const selects = [...this.querySelectorAll('select')].map((select) => ({
      select,
      column: heads.indexOf(select.getAttribute('aria-label') ?? ''),
    }));
    for (const { select, column } of selects) addValues(select, column, rows);
    const apply = () => {
      const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
      let shown = 0;
      for (const row of rows) {
        const text = (row.textContent ?? '').toLowerCase();
        const isShown =
          words.every((word) => text.includes(word)) &&
          selects.every(
            ({ column, select }) => select.value === '' || valuesOf(row, column).includes(select.value),
          );
        row.hidden = !isShown;
        if (isShown) shown += 1;
      }
      count.textContent = `${shown} of ${rows.length}`;
    };
    this.addEventListener('input', apply);
    apply();
  }
}

function addValues(select: HTMLSelectElement, column: number, rows: readonly HTMLTableRowElement[]): void {
  const values = new Set(rows.flatMap((row) => valuesOf(row, column)));
  const sorted = [...values].sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  select.append(...sorted.map((value) => element('option', { value }, value)));
}

/** A cell can hold several values, with commas between them. */
function valuesOf(row: HTMLTableRowElement, column: number): readonly string[] {
  const text = row.cells[column]?.textContent?.trim() ?? '';
  return text === '' ? [] : text.split(/,(?!\s*(?:soon|after))\s*/);
}
