import { type SampleRequest, targetOf } from './request.ts';

export function curl(request: SampleRequest): string {
  const { method, isKeyed, isStream, body, server, token } = request;
  const flags = [
    ...(isStream ? ['-N'] : []),
    ...(method === 'GET' || (method === 'POST' && body !== undefined) ? [] : [`-X ${method}`]),
  ];
  const url =
    server === undefined ? `"$BASE_URL${targetOf(request)}"` : shellQuote(`${server}${targetOf(request)}`);
  // The URL comes last, since it is the longest: where it is wrapped, no backslash is left alone on a line.
  return [
    ['curl', ...flags].join(' '),
    ...(token === undefined ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...(token ? [`-H ${shellQuote(`Authorization: Bearer ${token}`)}`] : []),
    ...(isKeyed ? ['-H "Idempotency-Key: $(uuidgen)"'] : []),
    ...(body === undefined
      ? []
      : ['-H "Content-Type: application/json"', `-d ${shellQuote(JSON.stringify(body, null, 2))}`]),
    url,
  ].join(' \\\n  ');
}

/** A text as one word of a shell command. */
export function shellQuote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
