import { APIConnectionError, APIError } from 'openai';
import { describe, expect, it } from 'vitest';
import type { Script } from '../../../src/rig/script/act.ts';
import { renderScript } from '../../../src/rig/script/render-script.ts';
import { clientOf, hear, openRig, scripted, toolsOf } from '../calling.ts';

const BOTH: Script = [
  {
    call: [
      { tool: 'close_ticket', input: { ticket: '4410' } },
      { tool: 'order_books', input: { title: 'Tide tables', copies: 2 } },
    ],
  },
  { say: 'Both say: ' },
  { echo: 'results' },
];

describe('a streamed reply', () => {
  it("says the script's text in the pieces that it specifies", async () => {
    const client = clientOf((await openRig()).modelUrl);
    const heard = await hear(client, scripted([{ say: 'At ten o’clock.', pieces: 3 }]));
    expect(heard).toMatchObject({ calls: [], finish: 'stop', usage: undefined, error: undefined });
    expect(heard.pieces).toHaveLength(3);
    expect(heard.pieces.join('')).toBe('At ten o’clock.');
  });

  it('ends with the usage if the request asks for it', async () => {
    const client = clientOf((await openRig()).modelUrl);
    const messages = [{ role: 'user' as const, content: renderScript([{ say: 'x'.repeat(40) }]) }];
    const request = { model: 'any', messages, stream_options: { include_usage: true } };
    const { usage } = await hear(client, request);
    expect(usage).toMatchObject({ completion_tokens: 10, prompt_tokens: expect.any(Number) });
    expect(usage?.total_tokens).toBe(10 + (usage?.prompt_tokens ?? 0));
  });

  it('calls several tools at once, each with its own id, and continues when they have returned', async () => {
    const client = clientOf((await openRig()).modelUrl);
    const tools = toolsOf('close_ticket', 'desk__order_books');
    const first = await hear(client, scripted(BOTH, { tools }));
    expect(first).toMatchObject({ pieces: [], finish: 'tool_calls' });
    expect(first.calls.map(({ name, input }) => ({ name, input }))).toEqual([
      { name: 'close_ticket', input: { ticket: '4410' } },
      { name: 'desk__order_books', input: { title: 'Tide tables', copies: 2 } },
    ]);
    const again = await hear(client, scripted(BOTH, { tools }));
    expect(new Set([...first.calls, ...again.calls].map(({ id }) => id)).size).toBe(4);

    const calls = first.calls.map(({ id, name, input }) => ({
      id,
      type: 'function' as const,
      function: { name, arguments: JSON.stringify(input) },
    }));
    const results = calls.map(({ id }, index) => ({
      role: 'tool' as const,
      tool_call_id: id,
      content: `result ${index + 1}`,
    }));
    const { messages } = scripted(BOTH);
    const second = await hear(client, {
      model: 'scripted',
      messages: [...messages, { role: 'assistant', tool_calls: calls }, ...results],
    });
    expect(second.pieces.join('')).toBe('Both say: result 1\n\nresult 2');
    expect(second.finish).toBe('stop');
  });

  it('echoes the input of the model, in any form of content', async () => {
    const client = clientOf((await openRig()).modelUrl);
    const { pieces } = await hear(client, {
      model: 'scripted',
      messages: [
        { role: 'developer', content: 'Be brief.' },
        { role: 'user', content: 'Hello' },
        { role: 'assistant', content: 'Good day' },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'And now?\n\n' },
            { type: 'image_url', image_url: { url: 'data:,' } },
            { type: 'text', text: renderScript([{ echo: 'given', pieces: 3 }]) },
          ],
        },
      ],
    });
    const script = renderScript([{ echo: 'given', pieces: 3 }]);
    expect(pieces).toHaveLength(3);
    expect(pieces.join('')).toBe(`Be brief.\n\nHello\n\nAnd now?\n\n${script}`);
  });

  it('reports that a tool is not offered, and continues', async () => {
    const client = clientOf((await openRig()).modelUrl);
    const { pieces, calls } = await hear(client, scripted([{ call: { tool: 'absent' } }, { say: 'Done.' }]));
    expect(calls).toEqual([]);
    expect(pieces.join('')).toBe('(The tool absent is not offered, so I go on without it.) Done.');
  });

  it('calls the configured tools for acts that name no tool', async () => {
    const tools = {
      plan: { name: 'propose', input: { what: '$title', how: { $each: '$steps', $as: '$action' } } },
      delegate: { name: 'hand_over', input: { $each: '$tasks', $as: { to: '$agent', text: '$task' } } },
    };
    const client = clientOf((await openRig({ tools })).modelUrl);
    const offered = toolsOf('propose', 'hand_over', 'rig__ask_person');
    const plan = { title: 'Easter', context: '', steps: [{ step: 1, action: 'Write' }], notes: '' };
    const ask = { message: 'Which?', schema: { type: 'object' } };
    const callsOf = async (script: Script) =>
      (await hear(client, scripted(script, { tools: offered }))).calls.map(({ name, input }) => [
        name,
        input,
      ]);

    expect(await callsOf([{ plan }])).toEqual([['propose', { what: 'Easter', how: ['Write'] }]]);
    expect(
      await callsOf([
        {
          delegate: [
            { agent: 21, task: 'Count.' },
            { agent: 22, task: 'Write.' },
          ],
        },
      ]),
    ).toEqual([
      ['hand_over', { to: 21, text: 'Count.' }],
      ['hand_over', { to: 22, text: 'Write.' }],
    ]);
    expect(await callsOf([{ ask }])).toEqual([['rig__ask_person', ask]]);
  });
});

it('a reply in one piece is the same as the streamed one', async () => {
  const client = clientOf((await openRig()).modelUrl);
  const request = scripted([{ reason: 'Hm.' }, ...BOTH], { tools: toolsOf('close_ticket') });
  const whole = await client.chat.completions.create(request);
  const heard = await hear(client, { ...request, stream_options: { include_usage: true } });
  const [choice] = whole.choices;
  expect(choice).toMatchObject({
    finish_reason: heard.finish,
    message: { content: heard.pieces.join('') },
  });
  expect(choice?.message).toMatchObject({ reasoning_content: 'Hm.' });
  expect(choice?.message.tool_calls).toMatchObject([
    { type: 'function', function: { name: 'close_ticket', arguments: '{"ticket":"4410"}' } },
  ]);
  expect(whole.usage).toEqual(heard.usage);
});

it.each([
  ['scripted', 'Give this chat a title.', 'A short answer, since there is no script.'],
  ['scripted', '```script\n[{"sya": "Hello"}]\n```', expect.stringContaining('I cannot read the script')],
  ['plain', renderScript([{ say: 'Hello' }]), 'A short answer, since there is no script.'],
])('without a script the model %s answers %j', async (model, content, answer) => {
  const client = clientOf((await openRig()).modelUrl);
  const { choices } = await client.chat.completions.create({
    model,
    messages: [{ role: 'user', content }],
  });
  expect(choices[0]?.message.content).toEqual(answer);
});

describe('a provider that fails', () => {
  it('breaks off where the next one takes over, and the next one outputs the rest', async () => {
    const { modelUrl, fallbackUrl } = await openRig();
    const request = scripted([{ say: 'Not this.' }, { failover: true }, { say: 'But this.' }]);
    const first = await hear(clientOf(modelUrl), request);
    expect(first).toMatchObject({ pieces: ['Not this.'], finish: null, error: expect.any(Error) });
    const second = await hear(clientOf(fallbackUrl), request);
    expect(second).toMatchObject({ pieces: ['But this.'], finish: 'stop', error: undefined });
  });

  it.each(['modelUrl', 'fallbackUrl'] as const)('breaks off in an outage, at %s', async (place) => {
    const client = clientOf((await openRig())[place]);
    const heard = await hear(client, scripted([{ say: 'We open at ' }, { fail: 'outage' }, { say: 'ten.' }]));
    expect(heard).toMatchObject({ pieces: ['We open at '], finish: null, error: expect.any(Error) });
  });

  it('declines with an error at the start, and with a filter later', async () => {
    const client = clientOf((await openRig()).modelUrl);
    const early = await hear(client, scripted([{ fail: 'refusal' }]));
    expect(early.error).toMatchObject({ status: 400, code: 'content_filter' });
    const late = await hear(client, scripted([{ say: 'Well, ' }, { fail: 'refusal' }]));
    expect(late).toMatchObject({ pieces: ['Well, '], finish: 'content_filter', error: undefined });
  });

  it.each([
    ['outage', expect.objectContaining({ status: 500, type: 'server_error' })],
    ['refusal', expect.objectContaining({ status: 400, code: 'content_filter' })],
    ['unreachable', expect.any(APIConnectionError)],
  ] as const)('also fails in one piece: %s', async (fail, error) => {
    const client = clientOf((await openRig()).modelUrl);
    await expect(client.chat.completions.create(scripted([{ fail }]))).rejects.toEqual(error);
  });

  it('that cannot be reached sends no response', async () => {
    const client = clientOf((await openRig()).modelUrl);
    const { error } = await hear(client, scripted([{ fail: 'unreachable' }]));
    expect(error).toBeInstanceOf(APIConnectionError);
    expect(error).not.toHaveProperty('status', expect.any(Number));
  });
});

it('lists its models, and accepts every model name', async () => {
  const client = clientOf((await openRig()).fallbackUrl);
  const names = [];
  for await (const { id } of client.models.list()) names.push(id);
  expect(names).toEqual(['scripted', 'plain']);
  expect(await client.models.retrieve('some/model')).toMatchObject({ id: 'some/model', object: 'model' });
});

describe('a request that cannot be answered', () => {
  const messages = [{ role: 'user', content: 'Hello' }];
  it.each([
    [{ messages }, 'model', 'model has to be the name of a model, such as "scripted"'],
    [{ model: 'm' }, 'messages', 'messages has to be a list of messages'],
    [{ model: 'm', messages: [] }, 'messages', 'messages has to be a list of messages'],
    [{ model: 'm', messages: ['Hello'] }, 'messages[0]', 'messages[0] has to be an object'],
    [
      { model: 'm', messages: [{ role: 'person' }] },
      'messages[0].role',
      'messages[0].role has to be one of system, developer, user, assistant, tool',
    ],
    [
      { model: 'm', messages: [{ role: 'user', content: 4 }] },
      'messages[0].content',
      'messages[0].content has to be a text, a list of parts, or null',
    ],
    [
      { model: 'm', messages: [{ role: 'assistant', tool_calls: [{}] }] },
      'messages[0].tool_calls[0].function.name',
      'messages[0].tool_calls[0].function.name has to be the name of the tool that was called',
    ],
    [
      { model: 'm', messages, tools: [{ type: 'web_search' }] },
      'tools[0].function.name',
      'tools[0].function.name has to be the name of a function; the rig calls no other kind of tool',
    ],
    [{ model: 'm', messages, stream: 'yes' }, 'stream', 'stream has to be true or false'],
    [{ model: 'm', messages, n: 2 }, 'n', 'n has to be 1, since a script describes one reply'],
    [
      { model: 'm', messages, functions: [] },
      'functions',
      'functions has to be left out; offer "tools" instead',
    ],
  ])('gets an error that says what is wrong: %j', async (body, param, message) => {
    const { modelUrl } = await openRig();
    const answer = await fetch(`${modelUrl}/chat/completions`, {
      method: 'POST',
      body: JSON.stringify(body),
    });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toEqual({
      error: { message, type: 'invalid_request_error', param, code: null },
    });
  });

  it.each([
    ['/v1/chat/completions', { method: 'POST', body: '{"model":' }, 400, 'the body is not JSON'],
    ['/v1/chat/completions', { method: 'POST', body: '[]' }, 400, 'the body is not a JSON object'],
    ['/v1/chat/completions', {}, 405, 'only POST is allowed here'],
    ['/v1/models', { method: 'DELETE' }, 405, 'only GET is allowed here'],
    ['/v1/models/%', {}, 404, 'there is nothing here but /chat/completions'],
    [
      '/v1/embeddings',
      { method: 'POST', body: '{}' },
      404,
      'there is nothing here but /chat/completions and /models',
    ],
    ['/chat/completions', { method: 'POST', body: '{}' }, 404, 'the rig answers at /v1/chat/completions'],
    [
      '/v1/chat/completions',
      { method: 'POST', body: 'x'.repeat(16 * 1024 * 1024 + 1) },
      413,
      'the body is too large; the rig accepts at most 16777216 bytes',
    ],
    ['/v1/models', { headers: { origin: 'https://elsewhere.example' } }, 403, 'pages of other sites'],
    ['/v1/models', { headers: { origin: 'null' } }, 403, 'pages of other sites'],
  ])('gets an error in the form of OpenAI: %s %#', async (path, init, status, message) => {
    const { url } = await openRig();
    const answer = await fetch(url + path, init);
    expect({ status: answer.status, body: await answer.json() }).toEqual({
      status,
      body: { error: expect.objectContaining({ message: expect.stringContaining(message) }) },
    });
  });

  it('gets an error that OpenAI clients understand', async () => {
    const client = clientOf((await openRig()).modelUrl);
    const answer = client.chat.completions.create({ model: 'm', messages: [] });
    await expect(answer).rejects.toBeInstanceOf(APIError);
    await expect(answer).rejects.toMatchObject({ status: 400, param: 'messages' });
  });
});
