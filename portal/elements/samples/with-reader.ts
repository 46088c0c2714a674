import type { PreparedRequest } from '../try-it/facts.ts';
import type { SampleRequest } from './request.ts';

/**
 * A sample with the server, the token and the values of the reader. The key stays one that each run makes anew.
 *
 * @param pathValues as typed, in the order of the path
 */
export function withReader(
  sample: SampleRequest,
  { server, path: target, headers, body }: PreparedRequest,
  pathValues: readonly string[],
): SampleRequest {
  const [path = '', query] = target.split('?');
  return {
    ...sample,
    server,
    token: headers.Authorization?.replace(/^Bearer /, '') ?? '',
    path,
    pathValues: pathValues.map((value, index) =>
      typeof sample.pathValues[index] === 'number' && /^\d+$/.test(value) ? Number(value) : value,
    ),
    query: [...new URLSearchParams(query)],
    body: body === undefined ? undefined : JSON.parse(body),
  };
}
