import { pagePathOf } from './page-paths.ts';

/** A kind of reader, with the pages for them in reading order. */
export interface Role {
  /** What they do: `call the service`. */
  readonly role: string;
  readonly pages: readonly { readonly path: string; readonly label: string }[];
}

/** The row of a role in the README: what the reader does, and links to files of docs/. */
const ROW = /^\| ([^|]+?) \| (.*\]\(docs\/.*) \|$/gm;
const LINK = /\[([^\]]+)\]\((docs\/[^)#]+\.md)[^)]*\)/g;

/**
 * The roles in the README's table of readers.
 *
 * @throws Error if there is no such table, since the guides would then have no order
 */
export function readRoles(readme: string): readonly Role[] {
  const roles = Array.from(readme.matchAll(ROW), ([, role = '', links = '']) => ({
    role,
    pages: Array.from(links.matchAll(LINK), ([, label = '', file = '']) => ({
      path: pagePathOf(file),
      label,
    })),
  }));
  if (roles.length === 0) throw new Error('README.md has no table whose rows lead readers to docs/*.md');
  return roles;
}
