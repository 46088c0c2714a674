import { describe, expect, it } from 'vitest';
import { explainError } from '../../../../src/reference/models/openai/failure.ts';
import { providerAt } from '../asking.ts';

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

  it('is known by the first of several attempts', () => {
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

describe('what a provider wrote', () => {
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
  ])('is told by its code if that is one short word: %j', (code, message) => {
    expect(explain({ status: 400, message: 'no', code }).message).toBe(message);
  });
});

it.each([[undefined], ['broken'], [42]])('is a failure too when it is no error at all: %j', (error) => {
  expect(explain(error).facts.failureKind).toBe('invalid_reply');
});
