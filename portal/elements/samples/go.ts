import { type SampleRequest, urlOf } from './request.ts';

export function go(request: SampleRequest): string {
  const { method, isKeyed, isStream, body, server, token } = request;
  const reader = body === undefined ? 'nil' : 'strings.NewReader(body)';
  const imports = [
    ...(isStream ? ['bufio'] : []),
    ...(isKeyed ? ['crypto/rand'] : []),
    'fmt',
    ...(isStream ? [] : ['io']),
    'net/http',
    ...(server === undefined || token === undefined ? ['os'] : []),
    ...(body === undefined ? [] : ['strings']),
  ];
  const url = urlOf(request, 'os.Getenv("BASE_URL")+');
  return [
    'package main',
    '',
    'import (',
    ...imports.map((name) => `\t"${name}"`),
    ')',
    '',
    'func main() {',
    ...(body === undefined ? [] : [`\tbody := ${goString(JSON.stringify(body))}`]),
    `\treq, err := http.NewRequest("${method}", ${url}, ${reader})`,
    '\tif err != nil {',
    '\t\tpanic(err)',
    '\t}',
    ...(token === undefined ? ['\treq.Header.Set("Authorization", "Bearer "+os.Getenv("TOKEN"))'] : []),
    ...(token ? [`\treq.Header.Set("Authorization", ${JSON.stringify(`Bearer ${token}`)})`] : []),
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
