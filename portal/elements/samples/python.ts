import { type Json, type SampleRequest, urlOf } from './request.ts';

export function python(request: SampleRequest): string {
  const { method, isKeyed, isStream, body, server, token } = request;
  const headers = [
    `headers = {${authorization(token)}}`,
    ...(isKeyed ? ['headers["Idempotency-Key"] = str(uuid.uuid4())'] : []),
  ];
  const standard = [
    ...(server === undefined || token === undefined ? ['import os'] : []),
    ...(isKeyed ? ['import uuid'] : []),
  ];
  const imports = [...standard, ...(standard.length === 0 ? [] : ['']), 'import httpx'];
  const url = urlOf(request, 'os.environ["BASE_URL"] + ');
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

function authorization(token: string | undefined): string {
  if (token === undefined) return '"Authorization": f"Bearer {os.environ[\'TOKEN\']}"';
  return token === '' ? '' : `"Authorization": ${JSON.stringify(`Bearer ${token}`)}`;
}

const PYTHON_WORDS: Readonly<Record<string, string>> = { true: 'True', false: 'False', null: 'None' };

/** At the end of a line, these words are values: a string would end with a quotation mark. */
function pythonLiteral(value: Json): string {
  return JSON.stringify(value, null, 4).replace(/(?:true|false|null)(?=,?$)/gm, (word) =>
    String(PYTHON_WORDS[word]),
  );
}
