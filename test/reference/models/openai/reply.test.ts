import { describe, expect, it } from 'vitest';
import { listCauses } from '../../../../src/reference/causes.ts';
import type { ModelPart } from '../../../../src/reference/models/model.ts';
import { nameTools } from '../../../../src/reference/models/openai/names.ts';
import { ReplyAssembly } from '../../../../src/reference/models/openai/reply.ts';
import { ask, KEY, providerAt, readAll, readFailure, textOf } from '../asking.ts';
import { chunk, startPreparedServer, streamOf, writeEvent } from '../prepared-server.ts';

const provider = providerAt('http://provider.example/v1');

/** The parts of a reply that consists of these chunks. */
function assemble(...chunks: readonly unknown[]) {
  const reply = new ReplyAssembly(provider, nameTools([]));
  return [...chunks.flatMap((each) => [...reply.take(each)]), ...reply.end()];
}

/** The same parts without those that the provider wants back, which echo.test.ts covers. */
const withoutEcho = (parts: readonly ModelPart[]) => parts.filter(({ type }) => type !== 'echo');

const text = (said: string) => ({ type: 'text', text: said });
const reasoning = (said: string) => ({ type: 'reasoning', text: said });
/** A choice of a chunk. */
const of = (index: number, delta: object, finish_reason: string | null = null) => ({
  index,
  delta,
  finish_reason,
});
/** A chunk with a whole message instead of a piece of one. */
const whole = (message: object, finish_reason: string | null = null) => ({
  choices: [{ index: 0, message, finish_reason }],
});
const counts = { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 };

describe('a reply', () => {
  it.each<[string, unknown[], unknown[]]>([
    ['may be empty', [chunk({}, 'stop')], []],
    ['may be cut at its length', [chunk({ content: 'Hi' }, 'length')], [text('Hi')]],
    ['may arrive in one chunk', [chunk({ content: 'Hi' }, 'stop')], [text('Hi')]],
    [
      'may contain empty chunks',
      [
        { choices: [] },
        {},
        chunk({ role: 'assistant', content: '' }),
        chunk({ content: null }),
        chunk({ content: 'Hi' }, 'stop'),
      ],
      [text('Hi')],
    ],
    [
      'reasons under either name',
      [chunk({ reasoning_content: 'a' }), chunk({ reasoning: 'b' }), chunk({}, 'stop')],
      [reasoning('a'), reasoning('b')],
    ],
    [
      'reasons once if a provider sends it under both names',
      [chunk({ reasoning_content: 'a', reasoning: 'a', content: 'b' }, 'stop')],
      [reasoning('a'), text('b')],
    ],
    ['contains the text of a refusal', [chunk({ refusal: 'I will not.' }, 'stop')], [text('I will not.')]],
    [
      'joins a character that was cut in two',
      [chunk({ content: 'a\ud83d' }), chunk({ content: '\uddfcb' }, 'stop')],
      [text('a'), text('🗼b')],
    ],
    [
      'drops half a character at the end',
      [chunk({ content: 'a\ud83d' }, 'stop')],
      [text('a'), text('\ufffd')],
    ],
    [
      'calls at the end, after all text',
      [
        chunk({ tool_calls: [{ index: 0, id: 'c', function: { name: 't', arguments: '{}' } }] }),
        chunk({ content: 'Looking.' }, 'tool_calls'),
      ],
      [text('Looking.'), { type: 'call', call: { id: 'c', name: 't', input: {} } }],
    ],
    [
      'calls even if the provider reports a normal stop',
      [chunk({ tool_calls: [{ index: 0, id: 'c', function: { name: 't', arguments: '{"a":1}' } }] }, 'stop')],
      [{ type: 'call', call: { id: 'c', name: 't', input: { a: 1 } } }],
    ],
    [
      'may arrive as one whole message',
      [whole({ role: 'assistant', reasoning_content: 'Hm', content: 'Hi', refusal: null }, 'stop')],
      [reasoning('Hm'), text('Hi')],
    ],
    [
      'may arrive as a growing whole message',
      [whole({ content: 'H' }), whole({ content: 'Hi' }), whole({ content: 'Hi' }, 'stop')],
      [text('H'), text('i')],
    ],
    [
      'is not repeated by a whole message at its end',
      [chunk({ content: 'Hi' }), whole({ content: 'Hi' }, 'stop')],
      [text('Hi')],
    ],
    [
      'calls in a whole message, without ids and indexes',
      [
        whole(
          { content: null, tool_calls: ['t', 'u'].map((name) => ({ function: { name, arguments: '{}' } })) },
          'tool_calls',
        ),
      ],
      ['t', 'u'].map((name) => ({ type: 'call', call: { id: expect.any(String), name, input: {} } })),
    ],
    [
      'may consist of parts',
      [
        chunk({
          content: [
            { type: 'thinking', thinking: [{ type: 'text', text: 'Hm' }] },
            { type: 'text', text: 'H' },
            { type: 'image_url', image_url: { url: 'data:,' } },
            'i',
          ],
        }),
        chunk({ content: [] }, 'stop'),
      ],
      [reasoning('Hm'), text('H'), text('i')],
    ],
    [
      'is the first choice, in any order of the choices',
      [
        { choices: [of(1, { content: 'No' }), of(0, { content: 'H' })] },
        { choices: [of(1, { content: 'No' }, 'stop')] },
        { choices: [of(0, { content: 'i' }, 'stop'), of(1, {})] },
      ],
      [text('H'), text('i')],
    ],
    ['may have another number', [{ choices: [of(1, { content: 'Hi' }, 'stop')] }], [text('Hi')]],
    [
      'reports the usage whenever the provider does',
      [
        { ...chunk({ content: 'Hi' }, 'stop'), usage: counts },
        { choices: [], usage: counts },
      ],
      [text('Hi'), expect.objectContaining({ type: 'usage' }), expect.objectContaining({ type: 'usage' })],
    ],
    [
      'reports no usage if the provider does not',
      [{ ...chunk({ content: 'Hi' }, 'stop'), usage: null }],
      [text('Hi')],
    ],
  ])('%s', (_what, chunks, parts) => {
    expect(withoutEcho(assemble(...chunks))).toEqual(parts);
  });

  it.each<[string, unknown[], string, string]>([
    ['ends without a reason', [chunk({ content: 'Hi' })], 'stream_interrupted', 'stopped in the middle'],
    ['is withheld', [chunk({ content: 'Hi' }), chunk({}, 'content_filter')], 'refused', 'content_filter'],
    ['breaks off', [chunk({}, 'error')], 'server_error', 'with an error'],
    ['never begins', [], 'invalid_reply', 'check that its url ends'],
    ['is of another kind', [{ id: 1, result: 'Hi' }], 'invalid_reply', 'check that its url ends'],
    ['contains a value that is not an object', [null], 'invalid_reply', 'not an object'],
    ['contains a choice that is not an object', [{ choices: ['Hi'] }], 'invalid_reply', 'not an object'],
    ...[
      { member: 'choices', chunk: { choices: { 0: {} } } },
      { member: 'delta', chunk: { choices: [{ delta: 'Hi' }] } },
      { member: 'finish_reason', chunk: { choices: [{ delta: {}, finish_reason: { type: 'stop' } }] } },
      { member: 'content', chunk: chunk({ content: { a: 1 } }) },
      { member: 'text', chunk: chunk({ content: [{ type: 'text', text: 7 }] }) },
      { member: 'message', chunk: { choices: [{ message: 'Hi' }] } },
      { member: 'index', chunk: { choices: [{ index: 'first', delta: {} }] } },
      { member: 'refusal', chunk: chunk({ refusal: true }) },
      { member: 'reasoning', chunk: chunk({ reasoning: { text: 'Hm' } }) },
      { member: 'reasoning_content', chunk: chunk({ reasoning_content: false }) },
      { member: 'tool_calls', chunk: chunk({ tool_calls: { id: 'c' } }) },
      { member: 'usage', chunk: { choices: [], usage: 3 } },
    ].map(({ member, chunk }): [string, unknown[], string, string] => [
      `holds a \`${member}\` of another type`,
      [chunk],
      'invalid_reply',
      `a member \`${member}\``,
    ]),
    [
      'takes back a message',
      [whole({ content: 'Hi' }), whole({ content: 'No' }, 'stop')],
      'invalid_reply',
      'changed',
    ],
    ['calls nothing', [chunk({}, 'tool_calls')], 'invalid_reply', 'sent none'],
    [
      'says too much',
      [chunk({ content: 'x'.repeat(4 * 1024 * 1024 + 1) })],
      'invalid_reply',
      'more than 4194304',
    ],
    [
      'has too much reasoning and text together',
      [
        chunk({ reasoning: 'x'.repeat(2 * 1024 * 1024) }),
        chunk({ content: 'x'.repeat(2 * 1024 * 1024 + 1) }),
      ],
      'invalid_reply',
      'more than 4194304',
    ],
  ])('that %s has failed', (_what, chunks, failureKind, message) => {
    expect(() => assemble(...chunks)).toThrow(
      expect.objectContaining({
        code: 'model-failure',
        message: expect.stringContaining(message),
        facts: expect.objectContaining({
          failureKind,
          dispatched: true,
          isOutage: failureKind !== 'refused',
        }),
      }),
    );
  });
});

describe('a stream of a provider', () => {
  it.each<[string, unknown[], string]>([
    ['that holds no JSON', [chunk({ content: 'Hi' }), '{"choices": [}'], 'invalid_reply'],
    [
      'that reports an error',
      [chunk({ content: 'Hi' }), { error: { message: 'out of memory', code: 'server_error' } }],
      'server_error',
    ],
    ['that ends without a finish', [chunk({ content: 'Hi' }), '[DONE]'], 'stream_interrupted'],
    [
      'that is withheld at the end',
      [chunk({ content: 'Hi' }), chunk({}, 'content_filter'), '[DONE]'],
      'refused',
    ],
  ])('%s has failed after its text', async (_what, events, failureKind) => {
    const { url } = await startPreparedServer(streamOf(...events));
    const { parts, error } = await readAll(ask(providerAt(url)));
    expect(textOf(parts)).toBe('Hi');
    expect(error).toMatchObject({ facts: { failureKind } });
  });

  it('that is not a stream has failed', async () => {
    const { url } = await startPreparedServer((response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ choices: [{ message: { content: 'Hi' } }] }));
    });
    expect((await readFailure(ask(providerAt(url)))).facts.failureKind).toBe('invalid_reply');
  });

  it.each<[string, string, string, string]>([
    [
      'an error as JSON',
      'application/json',
      '{"error":{"message":"quota of KEY exceeded"}}',
      'quota of *** exceeded',
    ],
    ['a page', 'text/html', '<h1>Sign in</h1>', '<h1>Sign in</h1>'],
    ['events of another kind', 'text/event-stream', writeEvent({ detail: 'no such model' }), 'no such model'],
    ['an event that is not JSON', 'text/event-stream', writeEvent('<h1>Oops</h1>'), '<h1>Oops</h1>'],
    [
      'an error in an event',
      'text/event-stream',
      writeEvent({ object: 'error', message: 'too long' }),
      'too long',
    ],
    ['endless text', 'text/plain', 'x'.repeat(1e6), 'x'.repeat(900)],
  ])('with status 200 and %s is quoted in the log, without advice', async (_what, type, body, quoted) => {
    const { url } = await startPreparedServer((response) => {
      response.writeHead(200, { 'content-type': type });
      response.end(body.replace('KEY', KEY));
    });
    const failure = await readFailure(ask(providerAt(url)));
    expect(failure.message).not.toContain('check');
    const causes = listCauses(failure, (text) => text.replaceAll(KEY, '***'));
    expect(causes[1]).toMatch(/^Error: the provider wrote: /);
    expect(causes[1]).toContain(quoted);
    expect(causes[1]?.length).toBeLessThanOrEqual(1000);
  });

  it('without a body is named, since nothing was broken off', async () => {
    const { url } = await startPreparedServer((response) => {
      response.writeHead(204).end();
    });
    const failure = await readFailure(ask(providerAt(url)));
    expect(failure.message).toContain('answered 204, which has no reply');
    expect(failure.facts.failureKind).toBe('invalid_reply');
  });

  it('with an error outside of `error` is explained by that error', async () => {
    const event = { object: 'error', message: 'slow down', code: 429 };
    const { url } = await startPreparedServer(streamOf(chunk({ content: 'Hi' }), event));
    const { error } = await readAll(ask(providerAt(url)));
    expect(error).toMatchObject({
      message: 'the model provider "first" reported an error in the middle of its reply (429)',
      facts: { failureKind: 'overloaded' },
      cause: { message: 'the provider wrote: slow down' },
    });
  });

  it('that is empty leads to advice', async () => {
    const { url } = await startPreparedServer(streamOf());
    expect((await readFailure(ask(providerAt(url)))).message).toContain('check that its url ends');
  });

  it('that breaks after the finish has a complete reply', async () => {
    const { url } = await startPreparedServer(streamOf(chunk({ content: 'Hi' }, 'stop'), '{"usage'));
    const { parts, error } = await readAll(ask(providerAt(url)));
    expect([textOf(parts), error]).toEqual(['Hi', undefined]);
  });

  it('with unreadable data after its finish has failed, so that no tool runs', async () => {
    const call = { index: 0, id: 'c', function: { name: 't', arguments: '{}' } };
    const { url } = await startPreparedServer(
      streamOf(
        chunk({ tool_calls: [call] }, 'tool_calls'),
        chunk({ tool_calls: [{ index: 1, id: 'd', function: { name: 't', arguments: 7 } }] }),
      ),
    );
    const { parts, error } = await readAll(ask(providerAt(url)));
    expect(parts).toEqual([]);
    expect(error).toMatchObject({ facts: { failureKind: 'invalid_reply' } });
  });

  it('needs no [DONE] after its finish', async () => {
    const { url } = await startPreparedServer(streamOf(chunk({ content: 'Hi' }, 'stop')));
    expect(await readAll(ask(providerAt(url)))).toEqual({ parts: [text('Hi')] });
  });
});
