import { address } from './addresses.ts';
import { callsOf } from './contract.ts';
import { changeProse } from './prose.ts';
import type { Sources } from './sources.ts';

/** The address of each name that is always a link. */
export type Names = ReadonlyMap<string, string>;

/** The page of the variants that belong to no open point. */
const LEDGER = '/conformance/ledger/';

/** Later entries take precedence: if a check and a requirement have the same id, the id links to the requirement. */
export function namesOf(sources: Sources): Names {
  const { openapi, events, failures, requirements, openPoints, suite } = sources;
  const points = new Set(openPoints.map(({ id }) => id));
  const byCode = Map.groupBy(failures, ({ message_code }) => message_code);
  return new Map([
    ...suite.checks.map(({ id }) => [id, address.check(id)] as const),
    ...suite.breakages.map(({ id, of }) => [id, address.requirement(of)] as const),
    ...suite.variants.map(({ id, of }) => [id, points.has(of) ? address.openPoint(of) : LEDGER] as const),
    ...openPoints.flatMap(({ id, readings }) =>
      readings.map(({ key }) => [`${id}=${key}`, address.openPoint(id)] as const),
    ),
    ...Object.keys(openapi.components.schemas).map((name) => [name, address.schema(name)] as const),
    ...[...byCode].map(([code, rows]) => [code, addressOfCode(code, rows)] as const),
    ...callsOf(openapi).map(({ id }) => [id, address.operation(id)] as const),
    ...events.map(({ event }) => [event, address.event(event)] as const),
    ...requirements.map(({ id }) => [id, address.requirement(id)] as const),
    ...openPoints.map(({ id }) => [id, address.openPoint(id)] as const),
  ]);
}

/** Several failures can have the same code. The code then links to their table. */
function addressOfCode(code: string, rows: Sources['failures']): string {
  const [only, ...others] = rows;
  return only && others.length === 0 ? address.failure(only.id) : address.failureCode(code);
}

/**
 * Redirects the links of the published documents to pages of the portal: those to open points, and those to the documents themselves.
 *
 * @param docs the address of the published docs, with a slash at the end
 */
export function keepLinksInside(markdown: string, docs: string): string {
  const root = new URL('/', docs).href;
  return markdown
    .replaceAll(/(?<=\]\(|href=")(https?:\/\/[^\s)"#]+)#a-(\d+)(?=[)"])/g, (link, page, point) =>
      page === `${docs}open-points` ? address.openPoint(`A-${point}`) : link,
    )
    .replaceAll(/(?<![("])(https?:\/\/[^\s)"]+\/)((?:open|async)api\.json)/g, (link, folder, file) =>
      folder === root ? `[${file}](/${file})` : link,
    );
}

/** Links, images, HTML elements and code stay unchanged, except code that is a name. */
const TOKEN =
  /!?\[(?:[^\]\\`]|\\.|`[^`]*`)*\](?:\([^)]*\)|\[[^\]]*\])|<a\b.*?<\/a>|<[^>\n]+>|(`+)(?!`)[\s\S]*?[^`]\1(?!`)|\bA-\d{2,3}\b(?![=\w])|\b(?:message\.(?:start|delta|step|action_required|completed|cancelled|error))\b(?!\.\w)/g;

/**
 * Turns names in Markdown into links: the ids of open points and the names of events anywhere in the text, other names only if marked
 * as code. Headings, code blocks and existing links stay unchanged.
 *
 * @param own the address of the page, which does not link to itself
 */
export function linkNames(markdown: string, names: Names, own: string): string {
  return changeProse(markdown, (paragraph) =>
    paragraph.replace(TOKEN, (token) => {
      if (/^[[!<]/.test(token)) return token;
      const name = token.replace(/^`+|`+$/g, '');
      const target = names.get(name);
      return target === undefined || target === own ? token : `[${token}](${target})`;
    }),
  );
}
