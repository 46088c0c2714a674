import { shellQuote } from '../samples/curl.ts';
import type { PreparedRequest } from './facts.ts';

/** A request as a shell command. The token comes from the variable `TOKEN`, so that it does not appear in the shell history. */
export function curlOf({ method, server, path, headers, body }: PreparedRequest, isStream: boolean): string {
  const named = Object.entries(headers)
    .filter(([name]) => name !== 'Authorization')
    .map(([name, value]) => `-H ${shellQuote(`${name}: ${value}`)}`);
  return [
    `curl${isStream ? ' -N' : ''} -X ${method} ${shellQuote(`${server}${path}`)}`,
    ...(headers.Authorization === undefined ? [] : ['-H "Authorization: Bearer $TOKEN"']),
    ...named,
    ...(body === undefined ? [] : [`--data-binary ${shellQuote(body)}`]),
  ].join(' \\\n  ');
}
