import type { PreparedRequest } from './facts.ts';

/** A request as a command for a shell. The token is left to the variable `TOKEN`, so that it is in no history. */
export function curlOf({ method, server, path, headers, body }: PreparedRequest, isStream: boolean): string {
  const named = Object.entries(headers)
    .filter(([name]) => name !== 'Authorization')
    .map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`);
  return [
    `curl${isStream ? ' -N' : ''} -X ${method} ${quote(`${server}${path}`)}`,
    '-H "Authorization: Bearer $TOKEN"',
    ...named,
    ...(body === undefined ? [] : [`--data-binary ${quote(body)}`]),
  ].join(' \\\n  ');
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
