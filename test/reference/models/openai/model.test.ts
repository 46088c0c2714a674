import { LLMock } from '@copilotkit/aimock';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { VirtualClock } from '../../../../scripts/simulation/virtual-clock.ts';
import type { ModelTool } from '../../../../src/reference/models/model.ts';
import { ask, KEY, providerAt, readAll, readFailure, textOf } from '../asking.ts';

const mock = new LLMock({ port: 0, auth: { apiKeys: [KEY] } });
let url = '';

beforeAll(async () => {
  url = `${await mock.start()}/v1`;
});
beforeEach(() => {
  mock.reset();
});
afterAll(() => mock.stop());

const WEATHER: ModelTool = {
  name: 'get_weather',
  description: 'Tells the weather.',
  parameters: { type: 'object', properties: { city: { type: 'string' } } },
};

describe('a reply of a mock provider', () => {
  it('streams text in pieces, and then the token usage', async () => {
    const content = 'A reply that is long enough to come in several pieces, with é and 🗼 in it.';
    const usage = { prompt_tokens: 7, completion_tokens: 20, total_tokens: 27 };
    mock.onMessage('hello', { content, usage }, { chunkSize: 5 });
    const clock = new VirtualClock();
    const { parts, error } = await readAll(ask(providerAt(url), {}, clock));
    expect(error).toBeUndefined();
    expect(textOf(parts)).toBe(content);
    expect(parts.filter(({ type }) => type === 'text').length).toBeGreaterThan(5);
    expect(parts.at(-1)).toEqual({
      type: 'usage',
      usage: {
        promptTokens: 7,
        completionTokens: 20,
        reasoningTokens: 0,
        model: 'gpt-test',
        provider: 'first',
      },
    });
    expect(clock.pending).toBe(0);
  });

  it('keeps reasoning apart from the text', async () => {
    mock.onMessage('hello', { content: 'Forty-two.', reasoning: 'Six by nine, roughly.' });
    const { parts } = await readAll(ask(providerAt(url)));
    expect(textOf(parts, 'reasoning')).toBe('Six by nine, roughly.');
    expect(textOf(parts)).toBe('Forty-two.');
  });

  it('contains several calls, assembled from their fragments', async () => {
    const calls = [
      { id: 'call_a', name: 'get_weather', arguments: '{"city":"Bergen","days":[1,2,3]}' },
      { id: 'call_b', name: 'get_weather', arguments: '{"city":"Cusco"}' },
    ];
    mock.onMessage('hello', { toolCalls: calls }, { chunkSize: 3 });
    const { parts } = await readAll(ask(providerAt(url), { tools: [WEATHER] }));
    expect(parts.filter(({ type }) => type === 'call')).toEqual([
      {
        type: 'call',
        call: { id: 'call_a', name: 'get_weather', input: { city: 'Bergen', days: [1, 2, 3] } },
      },
      { type: 'call', call: { id: 'call_b', name: 'get_weather', input: { city: 'Cusco' } } },
    ]);
  });

  it('continues from the results of tools', async () => {
    mock.onToolResult('call_a', { content: 'It rains in Bergen.' });
    const call = { id: 'call_a', name: 'get_weather', input: { city: 'Bergen' } };
    const { parts } = await readAll(
      ask(providerAt(url), {
        tools: [WEATHER],
        messages: [
          { role: 'system', content: 'Be brief.' },
          { role: 'user', content: 'hello' },
          { role: 'assistant', content: '', calls: [call] },
          { role: 'tool', callId: 'call_a', content: 'rain' },
        ],
      }),
    );
    expect(textOf(parts)).toBe('It rains in Bergen.');
    expect(mock.getLastRequest()?.body).toMatchObject({
      model: 'gpt-test',
      stream: true,
      stream_options: { include_usage: true },
    });
  });
});

describe('a mock provider that fails', () => {
  it.each([
    [400, 'refused', 'provider_refused', false],
    [403, 'refused', 'provider_refused', false],
    [404, 'refused', 'provider_refused', false],
    [408, 'timeout', 'provider_timed_out', true],
    [429, 'overloaded', 'provider_overloaded', true],
    [500, 'server_error', 'provider_failed', true],
    [503, 'overloaded', 'provider_overloaded', true],
    [504, 'timeout', 'provider_timed_out', true],
  ])('is classified by its status %i', async (status, failureKind, serviceCode, isOutage) => {
    mock.nextRequestError(status, { message: 'no, because', code: 'some_code' });
    const failure = await readFailure(ask(providerAt(url)));
    expect(failure.facts).toEqual({
      provider: 'first',
      failureKind,
      serviceCode,
      isOutage,
      dispatched: true,
    });
    expect(failure.message).toContain(`the model provider "first" answered ${status} (some_code)`);
    expect(String(failure.cause)).toContain('no, because');
    expect(mock.getRequests()).toHaveLength(1);
  });

  it('declines a wrong key', async () => {
    mock.onMessage('hello', { content: 'Hi.' });
    const environment = { TEST_KEY: 'sk-of-somebody-else' };
    const failure = await readFailure(ask(providerAt(url), {}, new VirtualClock(), environment));
    expect(failure.facts).toMatchObject({ failureKind: 'refused', isOutage: false, dispatched: true });
    expect(failure.message).toMatch(/answered 401.*; check its key$/);
  });

  it('is interrupted when its stream is cut', async () => {
    const content = 'A reply that never comes to its end.';
    mock.onMessage('hello', { content }, { chunkSize: 4, truncateAfterChunks: 4 });
    const { parts, error } = await readAll(ask(providerAt(url)));
    expect(content.startsWith(textOf(parts))).toBe(true);
    expect(error).toMatchObject({
      code: 'model-failure',
      facts: {
        failureKind: 'stream_interrupted',
        serviceCode: 'provider_stream_failed',
        isOutage: true,
        dispatched: true,
      },
    });
  });

  it.each([
    ['drops the connection', { disconnectRate: 1 }, 'stream_interrupted'],
    ['sends a response that is not a stream', { malformedRate: 1 }, 'invalid_reply'],
    ['fails by itself', { dropRate: 1 }, 'server_error'],
    ['limits the rate', { rateLimitRate: 1 }, 'overloaded'],
  ])('%s', async (_what, chaos, failureKind) => {
    mock.setChaos(chaos);
    const failure = await readFailure(ask(providerAt(url)));
    expect(failure.facts).toMatchObject({ failureKind, dispatched: true, isOutage: true });
  });
});
