/**
 * `<filter-rows>`: filters rows by text and by the values of their attributes. The page already contains the fields and the rows. The URL
 * keeps the reader's choice, so that a filtered list can be shared.
 */
export class FilterRows extends HTMLElement {
  connectedCallback(): void {
    const search = this.querySelector('input');
    const count = this.querySelector('.count[role]');
    if (!search || !count) return;
    const fields = [search, ...this.querySelectorAll('select')];
    const rows = [...this.querySelectorAll<HTMLElement>('.row')];
    // There can be thousands of rows, so their text is read only when the list is filtered.
    let texts: readonly string[] | undefined;
    const groups = [...this.querySelectorAll('details')].filter((group) => group.querySelector('.row'));
    readAddress(fields);
    const apply = () => {
      const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
      const chosen = fields.slice(1).filter(({ value }) => value !== '');
      texts ??= rows.map((row) => (row.textContent ?? '').toLowerCase());
      let shown = 0;
      for (const [index, row] of rows.entries()) {
        const isShown =
          words.every((word) => texts?.[index]?.includes(word)) &&
          chosen.every(({ name, value }) =>
            (row.getAttribute(`data-${name}`) ?? '').split('|').includes(value),
          );
        row.hidden = !isShown;
        if (isShown) shown += 1;
      }
      count.textContent = `${shown} of ${rows.length}`;
      showGroups(groups, words.length + chosen.length > 0);
    };
    this.addEventListener('input', () => {
      writeAddress(fields);
      apply();
    });
    if (fields.some(({ value }) => value !== '')) apply();
    else count.textContent = `${rows.length} of ${rows.length}`;
  }
}

type Field = Pick<HTMLInputElement, 'name' | 'value'>;

function readAddress(fields: readonly Field[]): void {
  const chosen = new URLSearchParams(location.search);
  for (const field of fields) {
    field.value = chosen.get(field.name) ?? '';
    // The URL may name a value that no longer exists.
    if (field instanceof HTMLSelectElement && field.selectedIndex < 0) field.value = '';
  }
}

function writeAddress(fields: readonly Field[]): void {
  const address = new URL(location.href);
  for (const { name, value } of fields) {
    if (value === '') address.searchParams.delete(name);
    else address.searchParams.set(name, value);
  }
  history.replaceState(history.state, '', address);
}

/** While the list is filtered, groups with a matching row are open, and the others are hidden. */
function showGroups(groups: readonly HTMLDetailsElement[], isNarrowed: boolean): void {
  for (const group of groups) {
    const left = group.querySelectorAll('.row:not([hidden])').length;
    group.hidden = left === 0;
    const isOpened = group.dataset.opened !== undefined;
    if (isNarrowed && left > 0 && !group.open) {
      group.open = true;
      group.dataset.opened = '';
    } else if (!isNarrowed && isOpened) {
      group.open = false;
      delete group.dataset.opened;
    }
    const count = group.querySelector(':scope > summary .count');
    if (count) count.textContent = String(left);
  }
}
