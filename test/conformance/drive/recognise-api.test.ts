import { describe, expect, it } from 'vitest';
import { describeStranger, type Greeting } from '../../../src/conformance/drive/recognise-api.ts';

const answer = (status: number, text: string, headers: Record<string, string> = {}): Greeting => ({
  path: '/api/v1/chats',
  status,
  headers,
  text,
  isStrange: true,
});
const PAGE = '<!doctype html><title>My shop</title>';
const ofService: Greeting = { ...answer(200, '{"status":"success","data":[]}'), isStrange: false };

describe('what answers instead of the service', () => {
  it.each([
    ['a web server', answer(200, PAGE, { server: 'nginx' }), /200, the web page "My shop" from nginx; give/],
    ['a web server without this page', answer(404, 'Not Found'), /404, "Not Found"; give/],
    [
      'a redirect',
      answer(308, '', { location: 'https://there.example/' }),
      /https:\/\/there.*; it may lead to a login/,
    ],
    ['a server of files', answer(405, ''), /405, no text/],
    ['a gateway during an outage', answer(502, PAGE), /; a gateway may have no running service behind it/],
    [
      'a wrong base path',
      answer(404, '{"detail":"Not Found"}'),
      /give the base URL of the service, before \/api\/v1/,
    ],
    [
      'a server of another host',
      answer(421, '{"message_code":"x"}'),
      /; the server does not answer for the host/,
    ],
    ['a firewall', answer(403, '{"message":"Forbidden"}'), /may not let this machine through/],
  ])('is named with the likely reason when it is %s', (_, greeting, expected) => {
    expect(describeStranger([greeting, greeting])).toMatch(expected);
  });

  it.each([
    ['one of the reads is answered by the service', [answer(404, ''), ofService]],
    ['the token is refused', [answer(401, '{}'), answer(401, '{}')]],
    ['nothing was answered', []],
  ])('is not named when %s', (_, greetings) => {
    expect(describeStranger(greetings)).toBeUndefined();
  });
});
