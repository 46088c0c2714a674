import { address } from '../addresses.ts';
import { foldChapters } from '../chapters.ts';
import { parts } from '../markdown.ts';
import type { Page } from '../page.ts';
import { pagePathOf, SHOWN_OTHERWISE } from '../page-paths.ts';
import { changeProse } from '../prose.ts';
import type { Sources } from '../sources.ts';

const REPOSITORY_COMMAND = /(?:`|^)npm run /m;

/** A reader of the portal may have only the package, which lacks these commands. */
const WHERE_COMMANDS_RUN =
  'Commands that begin with `npm run` are those of conversation-api itself, and run in a clone of its repository.';

/** Every page of docs/, the decisions, and the changes. */
export function guidePages({ texts }: Sources): readonly Page[] {
  return [...texts]
    .filter(([path]) => !(path in SHOWN_OTHERWISE))
    .map(([path, text]) => {
      const title = /^# (.+)$/m.exec(text)?.[1] ?? path;
      const body = text.replace(/^# .+\n/m, '').replace(/<!--.*?-->\n?/gs, '');
      return {
        path: pagePathOf(path),
        title: title.replaceAll('`', ''),
        description: firstParagraph(body),
        body: parts(
          REPOSITORY_COMMAND.test(body) ? WHERE_COMMANDS_RUN : undefined,
          foldChapters(relink(withoutContents(body), path, texts)),
        ),
      };
    });
}

function firstParagraph(body: string): string {
  return body.split(/\n\s*\n/).find((paragraph) => /^\s*[^#\s]/.test(paragraph)) ?? '';
}

/** Drops the list of chapters at the top of a guide: the portal shows it next to the text. */
function withoutContents(body: string): string {
  return body.replace(/^(?:- \[[^\]]*\]\(#[^)]*\)[^\n]*\n(?: {2}[^\n]*\n)*){3,}/m, '');
}

const LINK = /(?<!!)\[((?:[^\]\\`]|\\.|`[^`]*`)*)\]\(([^)\s]+)\)/g;

/** Makes links between files point to pages. A link to a file without a page becomes plain text. */
function relink(body: string, file: string, texts: Sources['texts']): string {
  return changeProse(body, (text) =>
    text.replace(LINK, (link, label: string, target: string) => {
      if (/^(?:https?:|mailto:|#)/.test(target)) return link;
      const [path = '', anchor] = target.split('#');
      const page = pageAt(resolvePath(file, path), anchor, texts);
      return page === undefined ? label : `[${label}](${page})`;
    }),
  );
}

function pageAt(path: string, anchor: string | undefined, texts: Sources['texts']): string | undefined {
  if (path === 'docs/open-points.md' && anchor !== undefined) {
    const id = /^a-\d+/.exec(anchor)?.[0].toUpperCase();
    return id === undefined ? '/open-points/' : address.openPoint(id);
  }
  if (path === 'docs/errors.md' && anchor !== undefined && !/^(over|inside|found)-/.test(anchor))
    return address.failure(anchor);
  const own = SHOWN_OTHERWISE[path];
  if (own !== undefined) return own;
  if (path === 'README.md') return '/';
  if (!texts.has(path)) return undefined;
  return `/${pagePathOf(path)}/${anchor === undefined ? '' : `#${anchor}`}`;
}

function resolvePath(file: string, relative: string): string {
  return new URL(relative, `https://repository.invalid/${file}`).pathname.slice(1);
}
