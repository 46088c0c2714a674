import { bodyText, type SampleRequest, urlOf } from './request.ts';

/** By the standard library, as the only file of a program. */
export function csharp(request: SampleRequest): string {
  const { method, isKeyed, isStream, body, token } = request;
  const url = urlOf(request, 'Environment.GetEnvironmentVariable("BASE_URL") + ');
  return [
    'using System;',
    ...(isStream ? ['using System.IO;'] : []),
    'using System.Net.Http;',
    ...(body === undefined ? [] : ['using System.Text;']),
    '',
    `var url = ${url};`,
    'using var client = new HttpClient();',
    `using var request = new HttpRequestMessage(new HttpMethod("${method}"), url);`,
    ...(token === undefined
      ? [
          'var token = Environment.GetEnvironmentVariable("TOKEN");',
          'request.Headers.Add("Authorization", "Bearer " + token);',
        ]
      : []),
    ...(token ? [`request.Headers.Add("Authorization", ${JSON.stringify(`Bearer ${token}`)});`] : []),
    ...(isKeyed ? ['request.Headers.Add("Idempotency-Key", Guid.NewGuid().ToString());'] : []),
    // JSON never has three quotation marks in a row.
    ...(body === undefined
      ? []
      : [
          `var body = """\n    ${bodyText(body, 4)}\n    """;`,
          'request.Content = new StringContent(body, Encoding.UTF8, "application/json");',
        ]),
    ...(isStream
      ? [
          'using var response = await client.SendAsync(request, HttpCompletionOption.ResponseHeadersRead);',
          'using var lines = new StreamReader(await response.Content.ReadAsStreamAsync());',
          'while (await lines.ReadLineAsync() is string line)',
          '    Console.WriteLine(line);',
        ]
      : [
          'using var response = await client.SendAsync(request);',
          'var answer = await response.Content.ReadAsStringAsync();',
          'Console.WriteLine($"{(int)response.StatusCode} {answer}");',
        ]),
  ].join('\n');
}
