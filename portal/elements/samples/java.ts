import { bodyText, type Json, type SampleRequest, urlOf } from './request.ts';

/** By the standard library. Runs as one file: `java Sample.java`. */
export function java(request: SampleRequest): string {
  const { method, isKeyed, isStream, body, token } = request;
  const url = urlOf(request, 'System.getenv("BASE_URL") + ');
  const publisher = body === undefined ? 'noBody()' : 'ofString(body)';
  return [
    'import java.net.URI;',
    'import java.net.http.HttpClient;',
    'import java.net.http.HttpRequest;',
    ...(method === 'GET' ? [] : ['import java.net.http.HttpRequest.BodyPublishers;']),
    'import java.net.http.HttpResponse.BodyHandlers;',
    ...(isKeyed ? ['import java.util.UUID;'] : []),
    '',
    'class Sample {',
    '    public static void main(String[] args) throws Exception {',
    ...(body === undefined ? [] : [`        var body = """\n            ${textBlock(body)}""";`]),
    `        var request = HttpRequest.newBuilder(URI.create(${url}))`,
    ...[
      ...(token === undefined ? ['header("Authorization", "Bearer " + System.getenv("TOKEN"))'] : []),
      ...(token ? [`header("Authorization", ${JSON.stringify(`Bearer ${token}`)})`] : []),
      ...(isKeyed ? ['header("Idempotency-Key", UUID.randomUUID().toString())'] : []),
      ...(body === undefined ? [] : ['header("Content-Type", "application/json")']),
      ...(method === 'GET' ? [] : [`method("${method}", BodyPublishers.${publisher})`]),
      'build();',
    ].map((call) => `            .${call}`),
    '        var client = HttpClient.newHttpClient();',
    ...(isStream
      ? ['        client.send(request, BodyHandlers.ofLines()).body().forEach(System.out::println);']
      : [
          '        var answer = client.send(request, BodyHandlers.ofString());',
          '        System.out.println(answer.statusCode() + " " + answer.body());',
        ]),
    '    }',
    '}',
  ].join('\n');
}

/** JSON never has three quotation marks in a row, so only its backslashes need an escape. */
function textBlock(body: Json): string {
  return bodyText(body, 12).replaceAll('\\', '\\\\');
}
