import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { authorizationOf } from '../../portal/elements/try-it/authorization.ts';
import { clockOf } from '../../portal/elements/try-it/clock.ts';
import { curlOf } from '../../portal/elements/try-it/curl.ts';
import { questionOf } from '../../portal/elements/try-it/question.ts';
import { Tokens } from '../../portal/elements/try-it/tokens.ts';

describe('the command for a shell', () => {
  const request = {
    method: 'POST',
    server: 'http://127.0.0.1:4010',
    path: "/a?b='c'",
    headers: { Authorization: 'Bearer secret', 'X-Name': "it's $HOME `id`" },
    timeScale: 1,
    body: `{"a": "it's $HOME \\n"}`,
  };

  it('passes on exactly the content of the form, and reads the token from a variable', () => {
    const printed = execFileSync('sh', ['-c', `curl() { printf '%s\\0' "$@"; }\n${curlOf(request, true)}`], {
      env: { TOKEN: 'mine', HOME: '/nowhere' },
      encoding: 'utf8',
    });
    expect(printed.split('\0').slice(0, -1)).toEqual([
      '-N',
      '-X',
      'POST',
      `${request.server}${request.path}`,
      '-H',
      'Authorization: Bearer mine',
      '-H',
      `X-Name: ${request.headers['X-Name']}`,
      '--data-binary',
      request.body,
    ]);
    expect(curlOf(request, true)).not.toContain('secret');
  });

  it('has no Authorization header if the form has no token', () => {
    expect(curlOf({ ...request, headers: {} }, true)).not.toContain('Authorization');
  });
});

it.each([
  ['', {}],
  ['  ', {}],
  [' harbor-main ', { Authorization: 'Bearer harbor-main' }],
])('the token field with “%s” gives the headers %j', (typed, headers) => {
  expect(authorizationOf(typed)).toEqual(headers);
});

it.each(['two words', 'tökén', 'a\nb'])('the token %j is refused', (typed) => {
  expect(() => authorizationOf(typed)).toThrow('characters that a header cannot contain');
});

it.each([
  ['tool_approval', { tools: [{ name: 'a' }, { name: 'b' }] }, 'The turn wants to run a and b.'],
  ['tool_approval', { tools: 'none' }, 'The turn wants to run a tool.'],
  ['elicitation', { message: 'Which branch?' }, 'Which branch?'],
  ['constructor', {}, 'The turn asks: constructor'],
  ['__proto__', {}, 'The turn asks: __proto__'],
])('an interaction of the kind %s with %j asks “%s”', (kind, payload, question) => {
  expect(questionOf({ kind, actionId: 'a', payload })).toBe(question);
});

it('a token belongs to an origin', () => {
  const tokens = new Tokens();
  tokens.keep('https://a.example/base', 'secret');
  expect(tokens.of('https://a.example/')).toBe('secret');
  expect(
    ['https://a.example:444', 'http://a.example', 'https://b.example', 'a.example', ''].map((each) =>
      tokens.of(each),
    ),
  ).toEqual(Array(5).fill(undefined));
  tokens.keep('https://a.example', '');
  expect(tokens.of('https://a.example/')).toBe('');
});

it.each([
  [110_000, '1:50'],
  [59_001, '1:00'],
  [9_000, '0:09'],
  [0, '0:00'],
])('%d ms are shown as %s', (milliseconds, shown) => {
  expect(clockOf(milliseconds)).toBe(shown);
});
