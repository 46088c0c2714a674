import { expect, it } from 'vitest';
import type { ModelMessage } from '../../../../src/reference/models/model.ts';
import { nameTools } from '../../../../src/reference/models/openai/names.ts';
import { writeRequest } from '../../../../src/reference/models/openai/request.ts';
import { providerAt, question } from '../asking.ts';

const write = (changes: Parameters<typeof question>[0], settings?: Parameters<typeof providerAt>[1]) => {
  const request = question(changes);
  return writeRequest(request, providerAt('http://provider.example/v1', settings), nameTools(request.tools));
};

it('asks for a stream with token usage, and offers no tools if there are none', () => {
  expect(write({})).toEqual({
    model: 'gpt-test',
    messages: [{ role: 'user', content: 'hello' }],
    stream: true,
    stream_options: { include_usage: true },
  });
});

it('adds the parameters from the seed, and omits the stream options', () => {
  const parameters = { max_tokens: 500, temperature: 0.2, provider: { order: ['a'] } };
  expect(write({}, { parameters, hasStreamOptions: false })).toEqual({
    ...parameters,
    model: 'gpt-test',
    messages: [{ role: 'user', content: 'hello' }],
    stream: true,
  });
});

it('offers tools as functions, under valid names', () => {
  const parameters = { type: 'object', properties: {} };
  const { tools } = write({ tools: [{ name: 'files.read', description: 'Reads.', parameters }] });
  expect(tools).toEqual([
    { type: 'function', function: { name: 'files_read', description: 'Reads.', parameters } },
  ]);
});

const call = { id: 'call_a', name: 'files.read', input: { path: 'a"b' } };
const written = {
  id: 'call_a',
  type: 'function',
  function: { name: 'files_read', arguments: '{"path":"a\\"b"}' },
};

it.each<[ModelMessage, object]>([
  [
    { role: 'system', content: 'Be brief.' },
    { role: 'system', content: 'Be brief.' },
  ],
  [
    { role: 'user', content: '' },
    { role: 'user', content: '' },
  ],
  [
    { role: 'assistant', content: '', calls: [] },
    { role: 'assistant', content: '' },
  ],
  [
    { role: 'assistant', content: 'Looking.', calls: [call] },
    { role: 'assistant', content: 'Looking.', tool_calls: [written] },
  ],
  [
    { role: 'assistant', content: '', calls: [call] },
    { role: 'assistant', content: null, tool_calls: [written] },
  ],
  [
    { role: 'tool', callId: 'call_a', content: 'rain' },
    { role: 'tool', tool_call_id: 'call_a', content: 'rain' },
  ],
])('writes the message %j', (message, expected) => {
  expect(write({ messages: [message] }).messages).toEqual([expected]);
});
