import { methods } from '../../generated/methods.js';
import { type Call, exampleOf, type Json, type OpenApi, parametersOf } from './contract.ts';
import { fence, tabs } from './markdown.ts';

/** A request of an operation with the values of its examples. */
interface SampleRequest {
  readonly method: string;
  /** The path with example values. */
  readonly path: string;
  readonly pathValues: readonly Json[];
  readonly query: readonly (readonly [name: string, value: string])[];
  readonly isKeyed: boolean;
  readonly isStream: boolean;
  readonly body: Json | undefined;
  /** How the client of this package calls the operation: `turns.stream`. */
  readonly call: string;
}

/** The same request in four languages. Each sends the first example of the operation. */
export function samplesOf(call: Call, openapi: OpenApi): string {
  const request = sampleRequest(call, openapi);
  return tabs([
    { label: 'curl', block: fence('sh', curl(request)) },
    { label: 'TypeScript', block: fence('ts', typescript(request)) },
    { label: 'Python', block: fence('python', python(request)) },
    { label: 'Go', block: fence('go', go(request)) },
  ]);
}

export function sampleRequest(call: Call, openapi: OpenApi): SampleRequest {
  const parameters = parametersOf(call, openapi);
  const media = Object.values(call.operation.requestBody?.content ?? {})[0];
  const inPath = parameters.filter((each) => each.in === 'path');
  return {
    method: call.method,
    path: inPath.reduce((path, each) => path.replace(`{${each.name}}`, String(exampleOf(each))), call.path),
    pathValues: inPath.map(exampleOf),
    query: parameters
      .filter((each) => each.in === 'query' && each.schema.default !== undefined)
      .map(({ name, schema }) => [name, String(schema.default)] as const),
    isKeyed: parameters.some((each) => each.in === 'header'),
    isStream:
      'text/event-stream' in ((call.operation.responses['200'] as { content?: object })?.content ?? {}),
    body: Object.values(media?.examples ?? {})[0]?.value,
    call: clientCall(call),
  };
}

function clientCall({ method, path }: Call): string {
  for (const [tag, ofTag] of Object.entries(methods)) {
    for (const [name, each] of Object.entries(ofTag)) {
      if (each.method === method && each.path === path) return `${tag}.${name}`;
    }
  }
  throw new Error(`generated/methods.js has no method for ${method} ${path}; run \`npm run generate\``);
}

function target({ path, query }: SampleRequest): string {
  return query.length === 0 ? path : `${path}?${query.map(([name, value]) => `${name}=${value}`).join('&')}`;
}

function curl(request: SampleRequest): string {
  const { method, isKeyed, isStream, body } = request;
  const flags = [
    ...(isStream ? ['-N'] : []),
    ...(method === 'GET' || (method === 'POST' && body !== undefined) ? [] : [`-X ${method}`]),
  ];
  return [
    `curl ${[...flags, `"$BASE_URL${target(request)}"`].join(' ')}`,
    '-H "Authorization: Bearer $TOKEN"',
    ...(isKeyed ? ['-H "Idempotency-Key: turn-$(date +%s)"'] : []),
    ...(body === undefined
      ? []
      : [
          '-H "Content-Type: application/json"',
          `-d '${JSON.stringify(body, null, 2).replaceAll("'", "'\\''")}'`,
        ]),
  ].join(' \\\n  ');
}

function typescript({ call, pathValues, body, query, isStream }: SampleRequest): string {
  const input =
    body ??
    (query.length > 0 ? Object.fromEntries(query.map(([name, value]) => [name, Number(value)])) : undefined);
  const args = [...pathValues, ...(input === undefined ? [] : [input])].map(literal).join(', ');
  const head = [
    "import { createClient } from 'conversation-api';",
    '',
    'const client = createClient({ baseUrl: process.env.BASE_URL!, token: process.env.TOKEN! });',
    '',
  ];
  const use = isStream
    ? [`for await (const event of client.${call}(${args})) {`, '  console.log(event.type, event.data);', '}']
    : [`const answer = await client.${call}(${args});`, 'console.log(answer);'];
  return [...head, ...use].join('\n');
}

/** A value as TypeScript, with quotes and keys as people write them. */
function literal(value: Json): string {
  return JSON.stringify(value, null, 2)
    .replace(/"([A-Za-z_]\w*)":/g, '$1:')
    .replace(/"((?:[^"\\']|\\[^"])*)"/g, "'$1'");
}

function python(request: SampleRequest): string {
  const { method, isKeyed, isStream, body } = request;
  const headers = [
    'headers = {"Authorization": f"Bearer {os.environ[\'TOKEN\']}"}',
    ...(isKeyed ? ['headers["Idempotency-Key"] = str(uuid.uuid4())'] : []),
  ];
  const imports = ['import os', ...(isKeyed ? ['import uuid'] : []), '', 'import httpx'];
  const url = `os.environ["BASE_URL"] + "${target(request)}"`;
  const content = body === undefined ? [] : [`body = ${pythonLiteral(body)}`];
  const json = body === undefined ? '' : ', json=body';
  return isStream
    ? [
        ...imports,
        'from httpx_sse import connect_sse',
        '',
        ...headers,
        ...content,
        '# Pings come after 15 seconds of silence, so a minute without any event means that the connection is lost.',
        'with httpx.Client(timeout=60) as client:',
        `    url = ${url}`,
        `    with connect_sse(client, "${method}", url, headers=headers${json}) as source:`,
        '        source.response.raise_for_status()',
        '        for event in source.iter_sse():',
        '            print(event.event, event.json())',
      ].join('\n')
    : [
        ...imports,
        '',
        ...headers,
        ...content,
        `url = ${url}`,
        `response = httpx.request("${method}", url, headers=headers${json})`,
        'response.raise_for_status()',
        'print(response.json()["data"])',
      ].join('\n');
}

const PYTHON_WORDS: Readonly<Record<string, string>> = { true: 'True', false: 'False', null: 'None' };

function pythonLiteral(value: Json): string {
  return JSON.stringify(value, null, 4).replace(/(?<=: |^\s*)(?:true|false|null)\b(?=,?$)/gm, (word) =>
    String(PYTHON_WORDS[word]),
  );
}

function go(request: SampleRequest): string {
  const { method, isKeyed, isStream, body } = request;
  const reader = body === undefined ? 'nil' : 'strings.NewReader(body)';
  const imports = [
    ...(isStream ? ['bufio'] : []),
    ...(isKeyed ? ['crypto/rand'] : []),
    'fmt',
    ...(isStream ? [] : ['io']),
    'net/http',
    'os',
    ...(body === undefined ? [] : ['strings']),
  ];
  return [
    'package main',
    '',
    'import (',
    ...imports.map((name) => `\t"${name}"`),
    ')',
    '',
    'func main() {',
    ...(body === undefined ? [] : [`\tbody := ${goString(JSON.stringify(body))}`]),
    `\treq, err := http.NewRequest("${method}", os.Getenv("BASE_URL")+"${target(request)}", ${reader})`,
    '\tif err != nil {',
    '\t\tpanic(err)',
    '\t}',
    '\treq.Header.Set("Authorization", "Bearer "+os.Getenv("TOKEN"))',
    ...(isKeyed ? ['\treq.Header.Set("Idempotency-Key", rand.Text())'] : []),
    ...(body === undefined ? [] : ['\treq.Header.Set("Content-Type", "application/json")']),
    '\tres, err := http.DefaultClient.Do(req)',
    '\tif err != nil {',
    '\t\tpanic(err)',
    '\t}',
    '\tdefer res.Body.Close()',
    ...(isStream
      ? [
          '\tlines := bufio.NewScanner(res.Body)',
          '\tlines.Buffer(nil, 4<<20)',
          '\tfor lines.Scan() {',
          '\t\tfmt.Println(lines.Text())',
          '\t}',
          '\tif err := lines.Err(); err != nil {',
          '\t\tpanic(err)',
          '\t}',
        ]
      : [
          '\tanswer, err := io.ReadAll(res.Body)',
          '\tif err != nil {',
          '\t\tpanic(err)',
          '\t}',
          '\tfmt.Println(res.Status, string(answer))',
        ]),
    '}',
  ].join('\n');
}

function goString(text: string): string {
  return text.includes('`') ? JSON.stringify(text) : `\`${text}\``;
}
