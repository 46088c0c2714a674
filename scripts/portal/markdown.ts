/** Markdown from data. Text of the contract is already Markdown and is passed on unchanged. */

/** A table. A cell may contain Markdown; bars and line breaks in it are escaped. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`;
  return [line(head), `|${head.map(() => ' --- ').join('|')}|`, ...rows.map(line)].join('\n');
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replace(/\s*\n\s*/g, ' ');
}

/** A code block. The fence is longer than any run of backticks in the code. */
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

/** Text inside HTML. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** A filter for a list: a label, and the values in order. */
export interface Facet {
  readonly label: string;
  readonly values: readonly string[];
}

/**
 * A list whose rows the page can filter: by text, and by the values of their attributes. The address keeps the filters.
 *
 * @param content rows made by `row`, whose values have the names of the facets
 */
export function filterable(name: string, facets: readonly Facet[], content: string): string {
  const label = escapeHtml(`Filter ${name}`);
  const selects = facets.map(({ label: facet, values }) => {
    const options = values.map((value) => `<option>${escapeHtml(value)}</option>`).join('');
    return `<select aria-label="${escapeHtml(facet)}" name="${facetName(facet)}"><option value="">${escapeHtml(facet)}: all</option>${options}</select>`;
  });
  const fields = `<div class="filters"><input type="search" name="text" placeholder="${label}" aria-label="${label}">${selects.join('')}<span class="count" role="status"></span></div>`;
  return `<filter-rows>\n${fields}\n\n${content}\n\n</filter-rows>`;
}

/** `Send again` as the name of an attribute and a parameter. */
export function facetName(label: string): string {
  return label.toLowerCase().replaceAll(' ', '-');
}

/** A row of a list. @param values by the names of facets, with `|` between several; `id` is its anchor */
export function row(values: Readonly<Record<string, string>>, content: string): string {
  const attributes = Object.entries(values).map(
    ([name, value]) => ` ${name === 'id' ? 'id' : `data-${name}`}="${escapeHtml(value)}"`,
  );
  return `<div class="row"${attributes.join('')}>\n\n${content}\n\n</div>`;
}

/** Rows by group, each collapsed under its name and count. */
export function foldedGroups(groups: Iterable<readonly [name: string, rows: readonly string[]]>): string {
  return parts(
    ...Array.from(groups, ([name, rows]) =>
      folded(`${escapeHtml(name)} <small class="count">${rows.length}</small>`, parts(...rows)),
    ),
  );
}

/** Code blocks of which the page shows one at a time. Without scripts, all are shown one below another. */
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

/** Content that is shown on request. @param summary HTML */
export function folded(summary: string, content: string, { isOpen = false } = {}): string {
  return `<details${isOpen ? ' open' : ''}><summary>${summary}</summary>\n\n${content}\n\n</details>`;
}

/** A part of a page with its own place in the layout. @param name its class */
export function block(name: string, ...content: readonly (string | undefined)[]): string {
  return parts(`<div class="${name}">`, ...content, '</div>');
}
