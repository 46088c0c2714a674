/** Markdown from data. Text of the contract is Markdown already and is passed on as it is. */

/** A table. A cell may contain Markdown; bars and line ends in it are kept from ending the cell. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`;
  return [line(head), `|${head.map(() => ' --- ').join('|')}|`, ...rows.map(line)].join('\n');
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replace(/\s*\n\s*/g, ' ');
}

/** A block of code. The fence is longer than any run of backticks in the code. */
export function fence(language: string, code: string, meta = ''): string {
  const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(([run]) => run.length));
  const bar = '`'.repeat(longest + 1);
  return `${bar}${language}${meta && ` ${meta}`}\n${code.replace(/\n+$/, '')}\n${bar}`;
}

export function json(value: unknown, meta = ''): string {
  return fence('json', JSON.stringify(value, null, 2), meta);
}

export function code(text: string): string {
  return `\`${text}\``;
}

/** Text inside of HTML. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** A table that the page can filter: by text, and by the values of the named columns. A script fills the fields in. */
export function filterable(name: string, columns: readonly string[], content: string): string {
  const label = escapeHtml(`Filter ${name}`);
  const selects = columns.map(
    (column) =>
      `<select aria-label="${escapeHtml(column)}"><option value="">${escapeHtml(column)}: all</option></select>`,
  );
  const fields = `<div class="filters"><input type="search" placeholder="${label}" aria-label="${label}">${selects.join('')}<span class="count" role="status"></span></div>`;
  return `<filter-table>\n${fields}\n\n${content}\n\n</filter-table>`;
}

/** Blocks of code of which the page shows one at a time. Without scripts all are shown, one below the other. */
export function tabs(blocks: readonly { readonly label: string; readonly block: string }[]): string {
  return blocks
    .map(({ label, block }) => `<code-tab data-label="${escapeHtml(label)}">\n\n${block}\n\n</code-tab>`)
    .join('\n\n');
}

/** Parts of a page, with an empty line between them. Parts that are undefined or empty are left out. */
export function parts(...texts: readonly (string | undefined)[]): string {
  return texts.filter((text) => text !== undefined && text !== '').join('\n\n');
}

/** A section, or nothing when it has no content. */
export function section(heading: string, ...content: readonly (string | undefined)[]): string | undefined {
  const body = parts(...content);
  return body === '' ? undefined : `${heading}\n\n${body}`;
}

export function list(items: readonly string[]): string {
  return items.map((item) => `- ${item}`).join('\n');
}
