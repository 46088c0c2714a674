import type { WireRequest } from '../drive/wire.ts';

/** A longer body makes a command that no shell takes, and no person reads. */
const LONGEST_BODY = 8000;

/**
 * A redacted request as a command for a POSIX shell. Whatever is in the request, the shell and curl take it as text: only the
 * token is a variable.
 */
export function renderCurl({ method, path, headers, body }: WireRequest, baseUrl: string): string {
  const parts = [`curl -gsSN -X ${quote(method)} ${quote(baseUrl + path)}`];
  for (const [name, value] of Object.entries(headers)) parts.push(`-H ${renderHeader(name, value)}`);
  // Without this, curl would add a type of its own.
  if (body && headers['content-type'] === undefined) parts.push(`-H 'content-type:'`);
  if (body) parts.push(renderBody(Buffer.from(body).toString()));
  return parts.join(' \\\n  ');
}

function renderHeader(name: string, value: string): string {
  const [, scheme] = name === 'authorization' ? (/^((?:Bearer|Basic) )\*+$/i.exec(value) ?? []) : [];
  // Between double quotes a variable is filled in, and nothing of the scheme means anything to a shell.
  if (scheme !== undefined) return `"authorization: ${scheme}$CONVERSATION_API_TOKEN"`;
  return quote(value === '' ? `${name};` : `${name}: ${value}`);
}

function renderBody(text: string): string {
  if (text.length > LONGEST_BODY) return `--data-binary @body.json # a body of ${text.length} characters`;
  return `--data-raw ${quote(text)}`;
}

/** One word of a shell. */
export function quote(text: string): string {
  if (/^[\w@%+=:,./-]+$/.test(text)) return text;
  return `'${text.replaceAll("'", "'\\''")}'`;
}
