import { type Json, type SampleRequest, urlOf } from './request.ts';

/** By the client of this package; without a token by fetch, since the client always sends one. */
export function typescript(request: SampleRequest): string {
  return request.token === '' ? byFetch(request) : byClient(request);
}

function byClient({ call, pathValues, body, query, isStream, server, token }: SampleRequest): string {
  const input = body ?? (query.length > 0 ? Object.fromEntries(query.map(numberOrText)) : undefined);
  const args = [...pathValues, ...(input === undefined ? [] : [input])].map(literal).join(', ');
  const baseUrl = server === undefined ? 'process.env.BASE_URL!' : literal(server);
  const use = isStream
    ? [`for await (const event of client.${call}(${args})) {`, '  console.log(event.type, event.data);', '}']
    : [`const answer = await client.${call}(${args});`, 'console.log(answer);'];
  return [
    "import { createClient } from 'conversation-api';",
    '',
    'const client = createClient({',
    `  baseUrl: ${baseUrl},`,
    `  token: ${token === undefined ? 'process.env.TOKEN!' : literal(token)},`,
    '});',
    ...use,
  ].join('\n');
}

function byFetch(request: SampleRequest): string {
  const { method, body, isKeyed } = request;
  const url = urlOf(request, 'process.env.BASE_URL + ', literal);
  const headers = [
    ...(isKeyed ? ["'Idempotency-Key': crypto.randomUUID()"] : []),
    ...(body === undefined ? [] : ["'Content-Type': 'application/json'"]),
  ];
  return [
    `const answer = await fetch(${url}, {`,
    `  method: '${method}',`,
    ...(headers.length === 0 ? [] : [`  headers: { ${headers.join(', ')} },`]),
    ...(body === undefined ? [] : [`  body: JSON.stringify(${literal(body).replaceAll('\n', '\n  ')}),`]),
    '});',
    'console.log(answer.status, await answer.text());',
  ].join('\n');
}

function numberOrText([name, value]: readonly [string, string]): [string, Json] {
  return [name, /^\d+$/.test(value) ? Number(value) : value];
}

/** A value as TypeScript, with quotes and keys as people write them. */
function literal(value: Json): string {
  return JSON.stringify(value, null, 2)
    .replace(/"([A-Za-z_]\w*)":/g, '$1:')
    .replace(/"((?:[^"\\']|\\[^"])*)"/g, "'$1'");
}
