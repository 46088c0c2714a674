import { expect, it } from 'vitest';
import { VirtualClock } from '../../../../scripts/simulation/virtual-clock.ts';
import { Lifetime } from '../../../../src/reference/lifetime.ts';
import { createModels } from '../../../../src/reference/models/models.ts';
import { createScriptedModel } from '../../../../src/reference/models/scripted/model.ts';
import { converse } from '../../../../src/reference/turns/converse.ts';
import { UsageLedger } from '../../../../src/reference/turns/usage.ts';
import { KEY, modelOf, providerAt } from '../asking.ts';
import { type Answer, chunk, startPreparedServer, streamOf } from '../prepared-server.ts';

const call = (more: object = {}, id = 'call_a') => ({
  index: 0,
  id,
  type: 'function',
  function: { name: 'weather', arguments: '{"city":"Bergen"}' },
  ...more,
});
const written = (more: object = {}, id = 'call_a') => {
  const { index: _, ...rest } = call(more, id);
  return rest;
};

/** Answers the first request with these chunks, and later ones with a text. */
function callOnce(...chunks: readonly unknown[]): Answer {
  let isFirst = true;
  return (response, request) => {
    const events = isFirst ? chunks : [chunk({ content: 'It rains.' }, 'stop')];
    isFirst = false;
    return streamOf(...events)(response, request);
  };
}

/** Talks to providers until one replies without calls. */
async function talkTo(...urls: readonly string[]): Promise<void> {
  const clock = new VirtualClock();
  await converse({
    source: createModels({ scripted: createScriptedModel(clock), clock, environment: { TEST_KEY: KEY } }),
    model: modelOf(...urls.map((url) => providerAt(url))),
    messages: [{ role: 'user', content: 'What is the weather in Bergen?' }],
    tools: [{ name: 'weather', description: '', parameters: { type: 'object' } }],
    lifetime: new Lifetime(),
    usage: new UsageLedger(),
    listener: { text() {}, reasoning() {}, retract() {}, settle() {} },
    pacer: { pace: () => undefined, paceInput: () => undefined },
    onFailover() {},
    runTools: async (calls) => new Map(calls.map(({ id }) => [id, 'rain'])),
  });
}

const googleSignature = (text: string) => ({ extra_content: { google: { thought_signature: text } } });

it.each<[string, unknown[], object]>([
  [
    'nothing that the provider did not send',
    [chunk({ role: 'assistant', content: 'Looking.', refusal: null, tool_calls: [call()] }, 'tool_calls')],
    { role: 'assistant', content: 'Looking.', tool_calls: [written()] },
  ],
  [
    'the reasoning that arrived in pieces',
    [
      chunk({ reasoning_content: 'Which ' }),
      chunk({ reasoning_content: 'city?' }),
      chunk({ tool_calls: [call()] }, 'tool_calls'),
    ],
    { role: 'assistant', content: null, reasoning_content: 'Which city?', tool_calls: [written()] },
  ],
  [
    'the reasoning under the other name',
    [chunk({ reasoning: 'Hm.', tool_calls: [call()] }, 'tool_calls')],
    { role: 'assistant', content: null, reasoning: 'Hm.', tool_calls: [written()] },
  ],
  [
    'the signature of a call',
    [chunk({ tool_calls: [call(googleSignature('c2ln'))] }, 'tool_calls')],
    { role: 'assistant', content: null, tool_calls: [written(googleSignature('c2ln'))] },
  ],
  [
    'the signature of the call that had one, of two in parallel',
    [chunk({ tool_calls: [call(googleSignature('c2ln')), call({}, 'call_b')] }, 'tool_calls')],
    {
      role: 'assistant',
      content: null,
      tool_calls: [written(googleSignature('c2ln')), written({}, 'call_b')],
    },
  ],
  [
    'the signatures of a call and of the message that arrived in pieces',
    [
      chunk({ tool_calls: [call(googleSignature('c2'))], ...googleSignature('YW'), content: 'Looking.' }),
      chunk({ tool_calls: [{ index: 0, ...googleSignature('ln') }], ...googleSignature('J5') }, 'tool_calls'),
    ],
    {
      role: 'assistant',
      content: 'Looking.',
      ...googleSignature('YWJ5'),
      tool_calls: [written(googleSignature('c2ln'))],
    },
  ],
  [
    'the details of the reasoning, unchanged',
    [
      chunk({ reasoning_details: [{ type: 'reasoning.text', index: 0, text: 'Which ' }] }),
      chunk({ reasoning_details: [{ type: 'reasoning.text', index: 0, text: 'city?', signature: 's' }] }),
      chunk({ tool_calls: [call()] }, 'tool_calls'),
    ],
    {
      role: 'assistant',
      content: null,
      reasoning_details: [{ type: 'reasoning.text', index: 0, text: 'Which city?', signature: 's' }],
      tool_calls: [written()],
    },
  ],
  [
    'unknown members of the function',
    [
      chunk(
        { tool_calls: [call({ function: { name: 'weather', arguments: '{}', state: { of: 'it' } } })] },
        'tool_calls',
      ),
    ],
    {
      role: 'assistant',
      content: null,
      tool_calls: [written({ function: { name: 'weather', arguments: '{}', state: { of: 'it' } } })],
    },
  ],
])('a provider receives %s back, with the results of its calls', async (_what, chunks, message) => {
  const { url, requests } = await startPreparedServer(callOnce(...chunks));
  await talkTo(url);
  expect(requests).toHaveLength(2);
  expect(requests[1]?.body).toHaveProperty(['messages', 1], message);
});

it('another provider receives none of it', async () => {
  const calling = chunk(
    { reasoning_content: 'Hm.', tool_calls: [call(googleSignature('c2ln'))] },
    'tool_calls',
  );
  let isFirst = true;
  const first = await startPreparedServer((response, request) => {
    if (isFirst) {
      isFirst = false;
      return streamOf(calling)(response, request);
    }
    response.writeHead(503).end();
  });
  const second = await startPreparedServer(callOnce(chunk({ content: 'It rains.' }, 'stop')));
  await talkTo(first.url, second.url);
  expect(second.requests[0]?.body).toHaveProperty(['messages', 1], {
    role: 'assistant',
    content: null,
    tool_calls: [written()],
  });
});
