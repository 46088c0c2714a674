import { mediaTypeOf } from '../judge/headers.ts';

/** The parts of an answer that show which service runs at a URL. */
export interface Greeting {
  readonly path: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The beginning of the body. */
  readonly text: string;
}

const LONGEST_NAME = 80;

/**
 * Describes in one sentence the service that answers instead of the API, or returns undefined if it may be the API.
 *
 * Only answers that no gateway in front of the service sends count: a missing route (unless the body is JSON), a redirect, or a web page
 * with a success status. An outage (5xx), a refusal (401, 403) and a rate limit (429) prove nothing.
 */
export function describeStranger(greetings: readonly Greeting[]): string | undefined {
  const [first] = greetings;
  if (!first || !greetings.every(isStranger)) return undefined;
  const { path, status, headers } = first;
  const server = headers.server === undefined ? '' : ` from ${headers.server.slice(0, LONGEST_NAME)}`;
  return `there is no Conversational AI Service API here: GET ${path} was answered with ${status}, ${describeBody(first)}${server}; give the base URL of the service, before /api/v1`;
}

function isStranger(greeting: Greeting): boolean {
  const { status } = greeting;
  if (status === 404 || status === 405) return !isJson(greeting);
  return (status >= 300 && status < 400) || (status < 300 && isPage(greeting));
}

/** An API that answers in JSON may be an unfinished implementation of the service, which is worth judging. */
function isJson({ headers, text }: Greeting): boolean {
  return mediaTypeOf(headers) === 'application/json' || /^\s*[[{]/.test(text);
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
