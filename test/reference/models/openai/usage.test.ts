import { expect, it } from 'vitest';
import { readUsage } from '../../../../src/reference/models/openai/usage.ts';
import { providerAt } from '../asking.ts';

const provider = providerAt('http://provider.example/v1');
const counts = (prompt: unknown, completion: unknown, total?: unknown, reasoning?: unknown) => ({
  prompt_tokens: prompt,
  completion_tokens: completion,
  total_tokens: total,
  completion_tokens_details: { reasoning_tokens: reasoning },
});

it.each<[string, unknown, [number, number, number]]>([
  ['reads the counts', counts(10, 20, 30, 5), [10, 20, 5]],
  ['reads counts without a total', counts(10, 20), [10, 20, 0]],
  ['reads counts without details', { ...counts(10, 20, 30), completion_tokens_details: null }, [10, 20, 0]],
  ['adds separately counted reasoning to the completion', counts(10, 20, 45, 15), [10, 35, 15]],
  ['never has more reasoning than completion', counts(10, 20, 30, 99), [10, 20, 20]],
  ['reads nothing consumed', counts(0, 0, 0, 0), [0, 0, 0]],
])('%s', (_what, usage, [promptTokens, completionTokens, reasoningTokens]) => {
  expect(readUsage(provider, { usage })).toEqual({
    promptTokens,
    completionTokens,
    reasoningTokens,
    model: 'gpt-test',
    provider: 'first',
  });
});

it.each([[undefined], [null], [{}], [counts(null, null)], [counts(10, null)]])(
  'reads nothing from %j',
  (usage) => {
    expect(readUsage(provider, { usage })).toBeUndefined();
  },
);

it.each([
  ['10'],
  [[]],
  [counts('10', 20)],
  [counts(10, -1)],
  [counts(1.5, 2)],
  [counts(10, Number.POSITIVE_INFINITY)],
  [counts(10, 20, '30')],
  [counts(10, 20, 30, '5')],
  [{ ...counts(10, 20), completion_tokens_details: 5 }],
])('refuses %j instead of treating usage as missing', (usage) => {
  expect(() => readUsage(provider, { usage })).toThrow(
    expect.objectContaining({ facts: expect.objectContaining({ failureKind: 'invalid_reply' }) }),
  );
});
