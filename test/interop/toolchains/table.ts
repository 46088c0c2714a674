import { table } from '../../../scripts/portal/markdown.ts';
import type { Count, Figures } from './figures.ts';
import type { Toolchain } from './toolchain.ts';

/** Figures without the list of losses, by the id of a toolchain. */
export type Measured = Readonly<
  Record<string, Pick<Figures, 'union' | 'event' | 'answer'> & { readonly calls?: Count }>
>;

/** The content of measured.json. */
export interface Measurements {
  /** Measured with the contract before its published form was adapted to generators. */
  readonly before: Measured;
  readonly now: Measured;
}

/**
 * The page with a table in place of the existing one.
 *
 * @param name the name of the table in the comments of the page
 * @throws Error if the page has no such place
 */
export function withTable(page: string, table: string, name = 'table'): string {
  const begin = `<!-- ${name} of npm run interop: begin -->`;
  const end = `<!-- ${name} of npm run interop: end -->`;
  const [head, rest] = [page.slice(0, page.indexOf(begin)), page.slice(page.indexOf(end))];
  if (!page.includes(begin) || !page.includes(end)) throw new Error(`the page lacks ${begin} or ${end}`);
  return `${head}${begin}\n\n${table}\n\n${rest}`;
}

/** The table of docs/interop.md. */
export function tableOf(toolchains: readonly Toolchain[], { before, now }: Measurements): string {
  const head = ['tool', 'version', 'writes', 'options', 'union', 'events', 'answers', 'calls', 'lost'];
  const kinds = ['union', 'event', 'answer'] as const;
  const rows = toolchains.map(({ id, tool, version, writes, options, undescribed, call, lost }) => [
    tool,
    version,
    writes,
    options,
    ...kinds.map((kind) =>
      undescribed?.includes(kind) ? 'not in its input' : change(before[id]?.[kind], now[id]?.[kind]),
    ),
    call === undefined ? 'no client' : made(now[id]?.calls),
    lost,
  ]);
  return table(head, rows);
}

function made(calls: Count | undefined): string {
  return calls === undefined ? 'not run' : `${calls.kept} of ${calls.of}`;
}

function change(before: Count | undefined, now: Count | undefined): string {
  const shown = (count: Count | undefined) => (count === undefined ? 'not run' : String(count.kept));
  const of = (now ?? before)?.of;
  return of === undefined ? 'not run' : `${shown(before)} → ${shown(now)} of ${of}`;
}
