import { describe, expect, it } from 'vitest';
import { VirtualClock } from '../../../scripts/simulation/virtual-clock.ts';
import type { ModelProvider } from '../../../src/reference/directory/types.ts';
import { Lifetime } from '../../../src/reference/lifetime.ts';
import {
  type Model,
  ModelFailure,
  type ModelPart,
  type ModelRequest,
} from '../../../src/reference/models/model.ts';
import { createModels } from '../../../src/reference/models/models.ts';
import { KEY, modelOf, type Outcome, providerAt, question, readAll } from './asking.ts';
import { type Answer, chunk, startPreparedServer, streamOf } from './prepared-server.ts';

const say = (text: string): ModelPart => ({ type: 'text', text });
const scriptedProvider = (name: string): ModelProvider => ({ kind: 'scripted', name });

/** A scripted model that yields these parts, then fails, and records its requests. */
function scriptedModel(parts: readonly ModelPart[], failure?: unknown) {
  const asked: ModelRequest[] = [];
  const model: Model = {
    async *reply(request) {
      asked.push(request);
      for (const part of parts) yield [part];
      if (failure) throw failure;
    },
  };
  return { model, asked };
}

function failureOf(provider: string, dispatched = true): ModelFailure {
  const serviceCode = 'provider_stream_failed';
  const failureKind = 'stream_interrupted';
  return new ModelFailure('broken off', { provider, serviceCode, failureKind, dispatched, isOutage: true });
}

/** Asks a model that has these providers. */
function askModel(
  providers: readonly ModelProvider[],
  { scripted = scriptedModel([]).model, ...changes }: Partial<ModelRequest> & { scripted?: Model } = {},
): Promise<Outcome> {
  const models = createModels({ scripted, clock: new VirtualClock(), environment: { TEST_KEY: KEY } });
  return readAll(models.reply(question({ model: modelOf(...providers), ...changes })));
}

/** A provider with a prepared response. */
async function startProvider(name: string, answer: Answer) {
  const { url, requests } = await startPreparedServer(answer);
  return { provider: providerAt(url, { name }), requests };
}

const BROKEN = streamOf(chunk({ content: 'Well, ' }));
const SILENTLY_BROKEN = streamOf(chunk({}));
const REASONING_ONLY = streamOf(chunk({ reasoning: 'Hm.' }));
const COUNTED_ONLY = streamOf({ ...chunk({}), usage: { prompt_tokens: 1, completion_tokens: 0 } });
const OVERLOADED: Answer = (response) => void response.writeHead(503).end();
const DECLINED: Answer = (response) => void response.writeHead(400).end();
const WHOLE = streamOf(chunk({ content: 'Hi.' }, 'stop'), '[DONE]');

describe('a model of several providers', () => {
  it('asks only the first one if it answers', async () => {
    const first = await startProvider('a', WHOLE);
    const second = await startProvider('b', WHOLE);
    const { parts, error } = await askModel([first.provider, second.provider]);
    expect([parts, error]).toEqual([[say('Hi.')], undefined]);
    expect([first.requests.length, second.requests.length]).toEqual([1, 0]);
  });

  it.each<[string, Answer[], ModelPart[]]>([
    [
      'discards the text so far, and starts over',
      [BROKEN, WHOLE],
      [say('Well, '), { type: 'failover', from: 'a', to: 'b' }, say('Hi.')],
    ],
    [
      'discards the reasoning so far',
      [REASONING_ONLY, WHOLE],
      [{ type: 'reasoning', text: 'Hm.' }, { type: 'failover', from: 'a', to: 'b' }, say('Hi.')],
    ],
    ['continues silently if there was no output', [SILENTLY_BROKEN, WHOLE], [say('Hi.')]],
    [
      'continues silently if only usage had arrived',
      [COUNTED_ONLY, WHOLE],
      [expect.objectContaining({ type: 'usage' }), say('Hi.')],
    ],
    ['continues after an overloaded provider', [OVERLOADED, WHOLE], [say('Hi.')]],
    ['continues after a provider that declines', [DECLINED, WHOLE], [say('Hi.')]],
    [
      'continues as often as necessary, and discards only the output since then',
      [BROKEN, OVERLOADED, WHOLE],
      [say('Well, '), { type: 'failover', from: 'a', to: 'b' }, say('Hi.')],
    ],
    [
      'takes back each beginning',
      [BROKEN, BROKEN, WHOLE],
      [
        say('Well, '),
        { type: 'failover', from: 'a', to: 'b' },
        say('Well, '),
        { type: 'failover', from: 'b', to: 'c' },
        say('Hi.'),
      ],
    ],
  ])('%s', async (_what, answers, expected) => {
    const starting = answers.map((answer, index) => startProvider('abc'.charAt(index), answer));
    const servers = await Promise.all(starting);
    const { parts, error } = await askModel(servers.map(({ provider }) => provider));
    expect([parts, error]).toEqual([expected, undefined]);
  });

  it('fails like the last one', async () => {
    const first = await startProvider('a', BROKEN);
    const second = await startProvider('b', OVERLOADED);
    const { error } = await askModel([first.provider, second.provider]);
    expect(error).toMatchObject({ facts: { provider: 'b', failureKind: 'overloaded', dispatched: true } });
  });

  it('counts as dispatched when any of them got the request', async () => {
    const { provider } = await startProvider('a', OVERLOADED);
    const unconfigured = providerAt('https://provider.example/v1', { name: 'b', keyFrom: 'NO_KEY' });
    const { error } = await askModel([provider, unconfigured]);
    expect(error).toMatchObject({ facts: { provider: 'b', failureKind: 'unconfigured', dispatched: true } });
  });

  it('does not count as dispatched when none of them got the request', async () => {
    const unconfigured = providerAt('https://provider.example/v1', { keyFrom: 'NO_KEY' });
    const { error } = await askModel([unconfigured, { ...unconfigured, name: 'b' }]);
    expect(error).toMatchObject({ facts: { provider: 'b', dispatched: false } });
  });

  it('asks no other provider after an abort', async () => {
    const lifetime = new Lifetime();
    const reason = new Error('cancelled');
    const first = await startProvider('a', () => lifetime.end(reason));
    const second = await startProvider('b', WHOLE);
    const { error } = await askModel([first.provider, second.provider], { lifetime });
    expect([error, second.requests]).toEqual([reason, []]);
  });

  it('asks no other provider after an error that is not a provider failure', async () => {
    const mistake = new TypeError('a mistake of ours');
    const { model } = scriptedModel([say('Well, ')], mistake);
    const later = await startProvider('a', WHOLE);
    const providers = [scriptedProvider('s'), later.provider];
    expect(await askModel(providers, { scripted: model })).toEqual({
      parts: [say('Well, ')],
      error: mistake,
    });
    expect(later.requests).toEqual([]);
  });

  it('fails if it has no providers', async () => {
    const { error } = await askModel([]);
    expect(error).toMatchObject({
      message: 'the model "Test" has no provider; declare one in the seed',
      facts: { dispatched: false, isOutage: false },
    });
  });
});

describe('scripted providers', () => {
  it('see themselves and the scripted providers after them', async () => {
    const { provider } = await startProvider('a', OVERLOADED);
    const { model, asked } = scriptedModel([say('Scripted.')]);
    const providers = [provider, scriptedProvider('s'), provider, scriptedProvider('t')];
    const { parts } = await askModel(providers, { scripted: model });
    expect(parts).toEqual([say('Scripted.')]);
    expect(asked.map((request) => request.model.providers.map(({ name }) => name))).toEqual([['s', 't']]);
  });

  it('fail together, since the script plays all of them', async () => {
    const handedOver: ModelPart = { type: 'failover', from: 's', to: 't' };
    const { model, asked } = scriptedModel([say('a'), handedOver, say('b')], failureOf('t'));
    const providers = [scriptedProvider('s'), scriptedProvider('t')];
    const { parts, error } = await askModel(providers, { scripted: model });
    expect(parts).toEqual([say('a'), handedOver, say('b')]);
    expect(error).toMatchObject({ facts: { provider: 't' } });
    expect(asked).toHaveLength(1);
  });

  it('fail over to a provider of another kind, and name the one that failed last', async () => {
    const handedOver: ModelPart = { type: 'failover', from: 's', to: 't' };
    const { model } = scriptedModel([say('a'), handedOver, say('b')], failureOf('t', false));
    const { provider } = await startProvider('a', WHOLE);
    const providers = [scriptedProvider('s'), provider, scriptedProvider('t')];
    const { parts } = await askModel(providers, { scripted: model });
    expect(parts.slice(3)).toEqual([{ type: 'failover', from: 't', to: 'a' }, say('Hi.')]);
  });
});
