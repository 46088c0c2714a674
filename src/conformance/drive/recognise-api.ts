import { mediaTypeOf } from '../judge/headers.ts';

/** The parts of an answer that show which service runs at a URL. */
export interface Greeting {
  readonly path: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The beginning of the body. */
  readonly text: string;
  /** Whether the answer does not come from the service. */
  readonly isStrange?: boolean;
}

const LONGEST_NAME = 80;

/** What is likely if nothing but such answers arrives, by the first status that matches. */
const LIKELY: readonly (readonly [RegExp, string])[] = [
  [/^3/, 'it may lead to a login; give the base URL of the service, before /api/v1'],
  [/^403/, 'a gateway may not let this machine through (a login, an IP allowlist or a firewall)'],
  [
    /^421/,
    'the server does not answer for the host of this URL; what stands before it may send it another `Host` (nginx: `proxy_set_header Host $http_host`), or the server has to allow that name',
  ],
  [/^5/, 'a gateway may have no running service behind it; try again when the service is up'],
  [/^/, 'give the base URL of the service, before /api/v1; a gateway may also have no route to it'],
];

/**
 * Describes in one sentence which answers arrive in place of those of the service, with the likely reason. Undefined if any of the answers may be the service's. A
 * refused token (401) has a message of its own.
 */
export function describeStranger(greetings: readonly Greeting[]): string | undefined {
  const [first] = greetings;
  if (!first || !greetings.every(({ isStrange, status }) => isStrange && status !== 401)) return undefined;
  const { path, status, headers } = first;
  const server = headers.server === undefined ? '' : ` from ${headers.server.slice(0, LONGEST_NAME)}`;
  const [, reason] = LIKELY.find(([pattern]) => pattern.test(String(status))) ?? [];
  return `there is no Conversational AI Service API here: GET ${path} was answered with ${status}, ${describeBody(first)}${server}; ${reason}`;
}

function isPage({ headers, text }: Greeting): boolean {
  return mediaTypeOf(headers) === 'text/html' || /^\s*<(!doctype|html)\b/i.test(text);
}

function describeBody(greeting: Greeting): string {
  const { headers, text } = greeting;
  if (headers.location !== undefined) return `a redirect to ${headers.location.slice(0, LONGEST_NAME)}`;
  const [, title = ''] = /<title[^<>]*>([^<]*)/i.exec(text) ?? [];
  if (isPage(greeting))
    return title.trim() === ''
      ? 'a web page'
      : `the web page ${JSON.stringify(title.trim().slice(0, LONGEST_NAME))}`;
  const excerpt = text.trim().slice(0, LONGEST_NAME);
  return excerpt === '' ? 'no text' : JSON.stringify(excerpt);
}
