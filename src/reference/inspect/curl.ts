import { randomUUID } from 'node:crypto';
import type { ShownRequest } from './shown-request.ts';

/** The environment variable that stands for the token. */
export const TOKEN_VARIABLE = 'CONVERSATION_API_TOKEN';

/**
 * Writes a request as a command that sends it again, with a new idempotency key: with the old one, the server would return the stored
 * outcome. The token comes from an environment variable.
 *
 * @param base the URL of the server
 * @returns undefined if the body was not kept
 */
export function curlOf(request: ShownRequest, base: string): string | undefined {
  if (request.isTooLong || request.isNotText) return undefined;
  const { method, path, headers, body } = request;
  const sent = Object.entries(headers).map(([name, value]) => [
    name,
    name === 'idempotency-key' && value !== '' ? randomUUID() : value,
  ]);
  return [
    `curl -N -X ${method} ${quote(base + path)}`,
    `-H "authorization: Bearer $${TOKEN_VARIABLE}"`,
    ...sent.map(([name, value]) => `-H ${quote(value === '' ? `${name};` : `${name}: ${value}`)}`),
    // Otherwise curl would send the type of a form.
    ...(body !== undefined && !('content-type' in headers) ? ["-H 'content-type:'"] : []),
    ...(body === undefined ? [] : [`--data-raw ${quote(body)}`]),
  ].join(' \\\n  ');
}

/** Nothing inside single quotes has a meaning to a shell. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
