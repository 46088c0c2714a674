import { describe, expect, it } from 'vitest';
import { errorKinds } from '../../generated/error-kinds.js';
import { clientKinds } from '../../scripts/generate/client-kinds.ts';
import * as errors from '../../src/client/errors.ts';
import { ConversationApiError, type ConversationApiErrorKind } from '../../src/client/index.ts';
import { failure, scriptService } from './harness/service.ts';
import { CHAT } from './harness/wire.ts';

const { ConversationApiError: _, ...classes } = errors;
const kinds = [
  ...new Set([...errorKinds, ...clientKinds].map(({ kind }) => kind as ConversationApiErrorKind)),
];

describe('the classes of errors', () => {
  it.each(kinds)('have one for %s, and no error of another kind is its instance', (kind) => {
    const error = new ConversationApiError({ kind, message: 'No.' });
    const names = Object.entries(classes).flatMap(([name, each]) => (error instanceof each ? [name] : []));
    expect(names).toHaveLength(1);
    expect(new (Object(classes)[names[0] ?? ''])({ message: 'No.' })).toMatchObject({
      kind,
      name: 'ConversationApiError',
    });
  });

  it('are as many as the kinds, and have the names that other clients use', () => {
    expect(Object.keys(classes)).toHaveLength(kinds.length);
    const renamed = ['AuthenticationError', 'RateLimitError', 'UnknownFailureError'];
    const names = kinds.map(
      (kind) => `${kind.replaceAll(/(?:^|-)(.)/g, (_, first) => first.toUpperCase())}Error`,
    );
    expect(
      Object.keys(classes)
        .filter((name) => !names.includes(name))
        .toSorted(),
    ).toEqual(renamed);
  });

  it('catch what a client throws, whose kind still narrows it', async () => {
    const { client } = scriptService([failure(429, 'api_v1_slow_down', {}, { 'retry-after': '2' })], {
      maxRetries: 0,
    });
    const error: unknown = await client.chats.get(CHAT).catch((reason: unknown) => reason);
    if (!(error instanceof errors.RateLimitError)) throw error;
    const { kind, status }: { kind: 'rate-limited'; status: 429 } = error;
    expect([kind, status, error.retryAfter]).toEqual(['rate-limited', 429, 2000]);
    expect(error).not.toBeInstanceOf(errors.AuthenticationError);
    expect(error).toBeInstanceOf(ConversationApiError);
    expect(() => {
      throw error;
    }).toThrow(errors.RateLimitError as never);
  });

  it.each([undefined, null, 'text', new Error('other'), { kind: 'rate-limited' }])(
    'have no instance %j',
    (value) => {
      expect(value).not.toBeInstanceOf(errors.RateLimitError);
    },
  );
});
