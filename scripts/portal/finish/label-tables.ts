/**
 * Prepares the wide tables of a page for phones, where each row becomes a block: every cell gets the heading of its column. A script
 * in the page could do this too, but would make the page jump.
 */
export function labelTables(html: string): string {
  return html.replace(/<table>([\s\S]*?)<\/table>/g, (table, rows: string) => {
    const heads = Array.from(rows.matchAll(/<th\b[^>]*>([\s\S]*?)<\/th>/g), ([, head = '']) => plain(head));
    if (heads.length < 3 || heads.includes('')) return table;
    return `<table class="wide">${labelCells(rows, heads)}</table>`;
  });
}

function labelCells(rows: string, heads: readonly string[]): string {
  let column = 0;
  return rows.replace(/<(tr|td)\b/g, (tag, name: string) => {
    column = name === 'tr' ? 0 : column + 1;
    return column === 0 ? tag : `<td data-label="${heads[column - 1] ?? ''}"`;
  });
}

function plain(html: string): string {
  return html
    .replace(/<[^>]*>/g, '')
    .replaceAll('"', '&quot;')
    .trim();
}
