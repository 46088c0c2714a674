import { quote } from '../commands.ts';
import type { WireRequest } from '../drive/wire.ts';

/** The longest body in a command, in characters. A longer command is unreadable, and a shell may reject it. */
const LONGEST_BODY = 8000;

/**
 * Renders a redacted request as a curl command for a POSIX shell. Everything in the request is quoted, so that neither the shell nor curl
 * interprets it. The token is the only variable.
 */
export function renderCurl({ method, path, headers, body }: WireRequest, baseUrl: string): string {
  const parts = [`curl -gsSN -X ${quote(method)} ${quote(baseUrl + path)}`];
  for (const [name, value] of Object.entries(headers)) parts.push(`-H ${renderHeader(name, value)}`);
  // Without this header, curl would add a content type that the request did not have.
  if (body && headers['content-type'] === undefined) parts.push(`-H 'content-type:'`);
  if (body) parts.push(renderBody(Buffer.from(body).toString()));
  return parts.join(' \\\n  ');
}

function renderHeader(name: string, value: string): string {
  const [, scheme] = name === 'authorization' ? (/^((?:Bearer|Basic) )\*+$/i.exec(value) ?? []) : [];
  // Double quotes let the shell expand the variable. The scheme contains nothing that a shell interprets.
  if (scheme !== undefined) return `"authorization: ${scheme}$CONVERSATION_API_TOKEN"`;
  return quote(value === '' ? `${name};` : `${name}: ${value}`);
}

function renderBody(text: string): string {
  if (text.length > LONGEST_BODY) return `--data-binary @body.json # a body of ${text.length} characters`;
  return `--data-raw ${quote(text)}`;
}
