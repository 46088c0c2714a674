import { describe, expect, it } from 'vitest';
import { describeStranger, type Greeting } from '../../../src/conformance/drive/recognise-api.ts';

const answer = (status: number, text: string, headers: Record<string, string> = {}): Greeting => ({
  path: '/api/v1/chats',
  status,
  headers,
  text,
});
const PAGE = '<!doctype html><title>My shop</title>';
const JSON_TEXT = '{"status":"success","data":[]}';

describe('the program at a URL', () => {
  it.each([
    ['a web server', answer(200, PAGE, { server: 'nginx' }), /200, the web page "My shop" from nginx; give/],
    ['a web server without this page', answer(404, 'Not Found'), /404, "Not Found"; give/],
    ['a redirect', answer(308, '', { location: 'https://there.example/' }), /a redirect to https:\/\/there/],
    ['a server of files', answer(405, ''), /405, no text/],
  ])('is named when it is %s', (_, greeting, expected) => {
    expect(describeStranger([greeting, greeting])).toMatch(expected);
  });

  it.each([
    ['the API', answer(200, JSON_TEXT, { 'content-type': 'application/json' })],
    ['the API, which refuses the token', answer(401, '{}')],
    ['a gateway in front of the API during an outage', answer(502, PAGE)],
    ['an unfinished implementation', answer(404, '{"error":"no route"}')],
    ['a limit', answer(429, PAGE)],
    ['a broken API', answer(200, 'garbage')],
  ])('may be the API when it is %s', (_, greeting) => {
    expect(describeStranger([greeting, greeting])).toBeUndefined();
  });

  it('may be the API when it serves one of the read operations', () => {
    expect(describeStranger([answer(404, ''), answer(200, JSON_TEXT)])).toBeUndefined();
    expect(describeStranger([])).toBeUndefined();
  });
});
