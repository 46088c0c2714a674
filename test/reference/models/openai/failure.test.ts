import { describe, expect, it } from 'vitest';
import { explainError } from '../../../../src/reference/models/openai/failure.ts';
import { ask, providerAt, readFailure } from '../asking.ts';
import { startPreparedServer } from '../prepared-server.ts';

const explain = (error: unknown) => explainError(providerAt('http://provider.example/v1'), error);
/** An error of the library whose cause has a code, like the errors of a connection. */
const connectionError = (code: string) =>
  Object.assign(new Error('Connection error.'), {
    cause: new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) }),
  });

describe('an error of a connection', () => {
  it.each([
    ['ECONNREFUSED', 'unreachable', false],
    ['ENOTFOUND', 'unreachable', false],
    ['EAI_AGAIN', 'unreachable', false],
    ['UND_ERR_CONNECT_TIMEOUT', 'unreachable', false],
    ['CERT_HAS_EXPIRED', 'unreachable', false],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'unreachable', false],
    ['ECONNRESET', 'stream_interrupted', true],
    ['UND_ERR_SOCKET', 'stream_interrupted', true],
    ['UND_ERR_HEADERS_TIMEOUT', 'timeout', true],
    ['UND_ERR_BODY_TIMEOUT', 'timeout', true],
    ['HPE_INVALID_CONSTANT', 'invalid_reply', true],
    ['SOMETHING_NEW', 'stream_interrupted', true],
  ])('with %s is %s', (code, failureKind, dispatched) => {
    expect(explain(connectionError(code)).facts).toMatchObject({ failureKind, dispatched, isOutage: true });
  });

  it('is identified by the first of several attempts', () => {
    const attempts = new AggregateError([Object.assign(new Error('no'), { code: 'ECONNREFUSED' })]);
    const failure = explain(new Error('Connection error.', { cause: attempts }));
    expect(failure.facts.failureKind).toBe('unreachable');
  });

  it('may have itself as its cause', () => {
    const error = new Error('Connection error.');
    error.cause = error;
    expect(explain(error).facts.failureKind).toBe('stream_interrupted');
  });
});

describe('the text of a provider', () => {
  it('appears only in the cause', () => {
    const failure = explain({ status: 400, message: 'no, not yet', code: 'two words', error: {} });
    expect(failure.message).toBe('the model provider "first" answered 400');
    expect(failure.cause).toMatchObject({ message: 'the provider wrote: no, not yet' });
  });

  it.each([
    [undefined, 'the model provider "first" answered 400'],
    ['context_length_exceeded', 'the model provider "first" answered 400 (context_length_exceeded)'],
    ['x'.repeat(41), 'the model provider "first" answered 400'],
    [400, 'the model provider "first" answered 400'],
  ])('is replaced by its code if the code is one short word: %j', (code, message) => {
    expect(explain({ status: 400, message: 'no', code }).message).toBe(message);
  });
});

it.each([[undefined], ['broken'], [42]])(
  'a thrown value that is not an error is a failure too: %j',
  (error) => {
    expect(explain(error).facts.failureKind).toBe('invalid_reply');
  },
);

it.each([
  ['content_filter', 400, {}],
  ['content_policy_violation', 400, {}],
  ['ResponsibleAIPolicyViolation', 400, {}],
  [403, 403, { error: { metadata: { reasons: ['violence'], flagged_input: '...' } } }],
])(
  'a provider that declines the content with the code %s is reported as such, and is no outage',
  (code, status, more) => {
    const { message, facts } = explain({ status, code, message: 'no', ...more });
    expect(message).toMatch(
      /^the model provider "first" answered 40[03].*: it declined the request because of its content$/,
    );
    expect(facts).toMatchObject({ failureKind: 'refused', isOutage: false, dispatched: true });
  },
);

it.each([
  ['20', '; it asks to wait 20 seconds'],
  ['Thu, 26 Nov 2026 07:28:00 GMT', '; it asks to wait until 2026-11-26T07:28:00.000Z'],
  ['20.5', '; wait, or raise the limit at the provider'],
  ['soon', '; wait, or raise the limit at the provider'],
  ['9'.repeat(300), '; wait, or raise the limit at the provider'],
])('a provider that rejects too many requests with Retry-After: %s', (value, hint) => {
  const { message, facts } = explain({ status: 429, headers: new Headers({ 'retry-after': value }) });
  expect(message).toBe(`the model provider "first" answered 429${hint}`);
  expect(facts.failureKind).toBe('overloaded');
});

it.each([
  [{ code: 'content_filter' }, 'refused', '(content_filter)'],
  [{ code: 'rate_limit_exceeded' }, 'overloaded', '(rate_limit_exceeded)'],
  [{ code: 429 }, 'overloaded', '(429)'],
  [{ code: 403, metadata: { reasons: ['violence'] } }, 'refused', '(403)'],
  [{ code: 12 }, 'server_error', 'reply'],
])('an error in the middle of a reply is classified by its content: %j', (body, failureKind, message) => {
  const failure = explain({ error: body, ...body });
  expect(failure.facts.failureKind).toBe(failureKind);
  expect(failure.message).toContain(message);
});

it('a real 429 with Retry-After reaches the failure', async () => {
  const { url } = await startPreparedServer((response) => {
    response.writeHead(429, { 'content-type': 'application/json', 'retry-after': '20' });
    response.end(JSON.stringify({ error: { message: 'slow down', code: 'rate_limit_exceeded' } }));
  });
  const { message } = await readFailure(ask(providerAt(url)));
  expect(message).toBe(
    'the model provider "first" answered 429 (rate_limit_exceeded); it asks to wait 20 seconds',
  );
});
