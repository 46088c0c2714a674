import { element } from './element.ts';

/** `<filter-table data-name data-columns>`: a table that can be narrowed by text and by the values of some columns. */
export class FilterTable extends HTMLElement {
  connectedCallback(): void {
    const table = this.querySelector('table');
    if (!table || this.querySelector('.filters')) return;
    const heads = [...table.querySelectorAll('thead th')].map((cell) => cell.textContent?.trim() ?? '');
    const rows = [...table.querySelectorAll<HTMLTableRowElement>('tbody tr')];
    const name = this.dataset.name ?? 'rows';
    const search = element('input', {
      type: 'search',
      placeholder: `Filter ${name}`,
      'aria-label': `Filter ${name}`,
    });
    const count = element('span', { role: 'status', class: 'count' });
    const selects = (this.dataset.columns ?? '')
      .split(',')
      .filter((column) => heads.includes(column))
      .map((column) => ({
        column: heads.indexOf(column),
        select: selectOf(column, heads.indexOf(column), rows),
      }));
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
    this.prepend(element('div', { class: 'filters' }, search, ...selects.map(({ select }) => select), count));
    this.addEventListener('input', apply);
    apply();
  }
}

function selectOf(label: string, column: number, rows: readonly HTMLTableRowElement[]): HTMLSelectElement {
  const values = new Set(rows.flatMap((row) => valuesOf(row, column)));
  const sorted = [...values].sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  return element(
    'select',
    { 'aria-label': label },
    element('option', { value: '' }, `${label}: all`),
    ...sorted.map((value) => element('option', { value }, value)),
  );
}

/** A cell can hold several values, with commas between them. */
function valuesOf(row: HTMLTableRowElement, column: number): readonly string[] {
  const text = row.cells[column]?.textContent?.trim() ?? '';
  return text === '' ? [] : text.split(/,(?!\s*(?:soon|after))\s*/);
}
