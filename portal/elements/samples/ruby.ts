import { bodyText, type SampleRequest, urlOf } from './request.ts';

/** By the standard library. */
export function ruby(request: SampleRequest): string {
  const { method, isKeyed, isStream, body, token } = request;
  const url = urlOf(request, "ENV.fetch('BASE_URL') + ", quote);
  return [
    "require 'net/http'",
    ...(isKeyed ? ["require 'securerandom'"] : []),
    '',
    `uri = URI(${url})`,
    `request = Net::HTTP::${method.charAt(0)}${method.slice(1).toLowerCase()}.new(uri)`,
    ...(token === undefined ? ["request['Authorization'] = \"Bearer #{ENV.fetch('TOKEN')}\""] : []),
    ...(token ? [`request['Authorization'] = ${quote(`Bearer ${token}`)}`] : []),
    ...(isKeyed ? ["request['Idempotency-Key'] = SecureRandom.uuid"] : []),
    ...(body === undefined
      ? []
      : [
          "request['Content-Type'] = 'application/json'",
          `request.body = <<~'JSON'\n  ${bodyText(body, 2)}\nJSON`,
        ]),
    "Net::HTTP.start(uri.host, uri.port, use_ssl: uri.scheme == 'https') do |http|",
    ...(isStream
      ? ['  http.request(request) { |response| response.read_body { |part| print part } }']
      : ['  response = http.request(request)', '  puts "#{response.code} #{response.body}"']),
    'end',
  ].join('\n');
}

function quote(text: string): string {
  return `'${text.replace(/['\\]/g, '\\$&')}'`;
}
