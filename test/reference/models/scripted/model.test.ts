import { describe, expect, it } from 'vitest';
import { VirtualClock } from '../../../../scripts/simulation/virtual-clock.ts';
import type { ModelProvider } from '../../../../src/reference/directory/types.ts';
import { Lifetime } from '../../../../src/reference/lifetime.ts';
import type {
  ModelMessage,
  ModelPart,
  ModelRequest,
  ModelTool,
} from '../../../../src/reference/models/model.ts';
import { createScriptedModel } from '../../../../src/reference/models/scripted/model.ts';
import type { Act } from '../../../../src/rig/script/act.ts';
import { carryScript, renderScript } from '../../../../src/rig/script/render-script.ts';

const PROVIDERS: readonly ModelProvider[] = [
  { kind: 'scripted', name: 'northwind' },
  { kind: 'scripted', name: 'southmere' },
];
const MODEL = {
  id: 3,
  companyId: 1,
  name: 'Kestrel Large',
  code: 'kestrel-large-2026-01',
  type: 'completion',
  enabled: true,
  tools: true,
  providers: PROVIDERS,
} as const;

const user = (content: string): ModelMessage => ({ role: 'user', content });
const system = (content: string): ModelMessage => ({ role: 'system', content });
const asking = (...acts: Act[]): ModelMessage => user(carryScript('Do this.', acts));
const calling = (name: string): ModelMessage => ({
  role: 'assistant',
  content: '',
  calls: [{ id: 'call_1', name, input: {} }],
});
const returning = (content: string): ModelMessage => ({ role: 'tool', callId: 'call_1', content });
const toolsNamed = (...names: string[]): ModelTool[] =>
  names.map((name) => ({ name, description: '', parameters: { type: 'object' } }));

/** Requests a reply and collects its parts in the background. `ended` settles with the reply. */
function listen(messages: readonly ModelMessage[], changes: Partial<ModelRequest> = {}) {
  const clock = new VirtualClock();
  const lifetime = new Lifetime();
  const parts: ModelPart[] = [];
  const request = { model: MODEL, messages, tools: [], lifetime, ...changes };
  const ended = (async () => {
    for await (const group of createScriptedModel(clock).reply(request)) parts.push(...group);
  })().catch((error: unknown) => error);
  return { parts, ended, clock, cut: (reason: unknown) => lifetime.end(reason) };
}

async function hear(messages: readonly ModelMessage[], changes: Partial<ModelRequest> = {}) {
  const { parts, ended } = listen(messages, changes);
  const error = await ended;
  return { parts, error, text: textOf(parts) };
}

const textOf = (parts: readonly ModelPart[]) =>
  parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
const typesOf = (parts: readonly ModelPart[]) => parts.map(({ type }) => type);
const usagesOf = (parts: readonly ModelPart[]) =>
  parts.flatMap((part) => (part.type === 'usage' ? [part.usage] : []));
const callsOf = (parts: readonly ModelPart[]) =>
  parts.flatMap((part) => (part.type === 'call' ? [part.call] : []));

describe('a script', () => {
  it('is output in pieces', async () => {
    const { parts } = await hear([asking({ say: 'abc', pieces: 3 }, { say: 'd' })]);
    expect(typesOf(parts)).toEqual(['usage', 'text', 'text', 'text', 'text', 'usage']);
    expect(textOf(parts)).toBe('abcd');
  });

  it('reasons before it outputs text', async () => {
    const { parts } = await hear([asking({ reason: 'Hm.' }, { say: 'Yes.' })]);
    expect(parts.filter(({ type }) => type !== 'usage')).toEqual([
      { type: 'reasoning', text: 'Hm.' },
      { type: 'text', text: 'Yes.' },
    ]);
  });

  it('is taken from the last user message', async () => {
    const messages = [
      asking({ say: 'old' }),
      { role: 'assistant' as const, content: 'old', calls: [] },
      asking({ say: 'new' }),
    ];
    expect((await hear(messages)).text).toBe('new');
    expect((await hear([...messages, user('And now?')])).text).toMatch(/^You asked "And now\?"/);
  });

  it('that is empty gives an empty reply', async () => {
    const { parts, error } = await hear([asking()]);
    expect(error).toBeUndefined();
    expect(typesOf(parts)).toEqual(['usage']);
  });
});

describe('tools', () => {
  const script = asking(
    { say: 'Looking.' },
    { call: [{ tool: 'find_tickets', input: { text: 'order' } }, { tool: 'orders__close' }] },
    { echo: 'results' },
    { call: { tool: 'find_tickets' } },
    { say: 'Done.' },
  );
  const tools = toolsNamed('find_tickets', 'orders__close');

  it('are called at the end of a reply', async () => {
    const { parts } = await hear([script], { tools });
    expect(typesOf(parts)).toEqual(['usage', 'text', 'call', 'call', 'usage']);
    expect(callsOf(parts)).toMatchObject([
      { name: 'find_tickets', input: { text: 'order' } },
      { name: 'orders__close', input: {} },
    ]);
  });

  it('are followed by the next reply, which can echo their results', async () => {
    const first = [script, calling('find_tickets'), returning('Ticket 4415'), returning('Closed')];
    const { parts, text } = await hear(first, { tools });
    expect(text).toBe('Ticket 4415\n\nClosed');
    expect(callsOf(parts)).toHaveLength(1);

    const second = await hear([...first, calling('find_tickets'), returning('Ticket 4410')], { tools });
    expect(second.text).toBe('Done.');
    expect(callsOf(second.parts)).toEqual([]);
  });

  it('called for an earlier user message do not count', async () => {
    const earlier = [user('Hi'), calling('find_tickets'), returning('old')];
    expect((await hear([...earlier, script], { tools })).text).toBe('Looking.');
    expect((await hear([...earlier, asking({ say: 'None: ' }, { echo: 'results' })])).text).toBe('None: ');
  });

  it('that are removed after their use do not disturb the order of rounds', async () => {
    const messages = [
      script,
      calling('find_tickets'),
      returning('a'),
      calling('find_tickets'),
      returning('b'),
    ];
    expect((await hear(messages)).text).toBe('Done.');
  });

  it('that are not offered are named, and the reply continues', async () => {
    const { text, parts } = await hear([script]);
    expect(callsOf(parts)).toEqual([]);
    expect(text).toMatch(
      /^Looking\.\(The tool find_tickets is not offered, .* orders__close is not offered, .*Done\.$/,
    );
  });

  it('get ids that are the same for the same conversation, and differ otherwise', async () => {
    const idsOf = async (...messages: ModelMessage[]) =>
      callsOf((await hear(messages, { tools })).parts).map(({ id }) => id);
    const ids = await idsOf(script);
    expect(new Set(ids).size).toBe(2);
    expect(await idsOf(script)).toEqual(ids);
    expect(await idsOf(system('Be brief.'), script)).not.toEqual(ids);
  });

  it('that delegate, plan and ask have the names of this server', async () => {
    const plan = { title: 'Hours', context: 'Easter', steps: [{ step: 1, action: 'Write' }], notes: '' };
    const ask = { message: 'Which branch?', schema: { type: 'object' } };
    const task = { agent: 21, task: 'Count', script: [{ say: 'Twelve' }] };
    const offered = toolsNamed('make_plan', 'delegate_tasks', 'tickets__ask_person');
    const callOf = async (act: Act) => callsOf((await hear([asking(act)], { tools: offered })).parts);
    expect(await callOf({ plan })).toMatchObject([{ name: 'make_plan', input: plan }]);
    expect(await callOf({ ask })).toMatchObject([{ name: 'tickets__ask_person', input: ask }]);
    expect(await callOf({ delegate: [task] })).toMatchObject([
      {
        name: 'delegate_tasks',
        input: { tasks: [{ agent_id: 21, task: carryScript('Count', task.script) }] },
      },
    ]);
  });
});

it('an echo of the input contains every instruction and every user message', async () => {
  const question = carryScript('And now?', [{ echo: 'given', pieces: 3 }]);
  const answered: ModelMessage = { role: 'assistant', content: 'answered', calls: [] };
  const { text, parts } = await hear([system('Be brief.'), user('First'), answered, user(question)]);
  expect(text).toBe(`Be brief.\n\nFirst\n\n${question}`);
  expect(parts.filter(({ type }) => type === 'text')).toHaveLength(3);
});

describe('a wait', () => {
  it('lasts the given number of seconds, and then the reply continues', async () => {
    const { parts, ended, clock } = listen([asking({ say: 'a' }, { wait: 20 }, { say: 'b' })]);
    await clock.advance(19_999);
    expect(textOf(parts)).toBe('a');
    await clock.advance(1);
    expect(await ended).toBeUndefined();
    expect(textOf(parts)).toBe('ab');
  });

  it.each<readonly [string, Act]>([
    ['a wait', { wait: 20 }],
    ['a hang', { hang: true }],
  ])('%s ends with its lifetime, and leaves nothing behind', async (_, act) => {
    const { parts, ended, clock, cut } = listen([asking({ say: 'a' }, act, { say: 'b' })]);
    await clock.advance(10_000);
    const reason = new Error('cancelled');
    cut(reason);
    expect(await ended).toBe(reason);
    expect(textOf(parts)).toBe('a');
    expect(clock.pending).toBe(0);
  });
});

it('hangs forever', async () => {
  const { parts, clock, ended, cut } = listen([asking({ hang: true })]);
  await clock.advance(365 * 86_400_000);
  expect(parts).toEqual([]);
  cut('enough');
  expect(await ended).toBe('enough');
});

it.each<readonly [string, Act]>([
  ['say', { say: 'a' }],
  ['wait', { wait: 1 }],
  ['hang', { hang: true }],
  ['fail', { fail: 'outage' }],
  ['failover', { failover: true }],
  ['echo', { echo: 'results' }],
])('starts nothing after its lifetime has ended: %s', async (_, act) => {
  const lifetime = new Lifetime();
  lifetime.end('cut');
  const { parts, error } = await hear([asking(act)], { lifetime });
  expect({ parts, error }).toEqual({ parts: [], error: 'cut' });
});

describe('a failure', () => {
  const facts = (serviceCode: string, failureKind: string, dispatched: boolean, isOutage: boolean) => ({
    ...{ serviceCode, failureKind, dispatched, isOutage },
  });
  const OUTAGE = facts('provider_stream_failed', 'stream_interrupted', true, true);
  const REFUSAL = facts('provider_refused', 'refused', true, false);
  const UNREACHABLE = facts('provider_unreachable', 'unreachable', false, true);

  it.each<readonly [string, Act[], object]>([
    ['an outage', [{ fail: 'outage' }], OUTAGE],
    ['a refusal', [{ fail: 'refusal' }], REFUSAL],
    ['nobody there', [{ fail: 'unreachable' }], UNREACHABLE],
    ['nobody there any more', [{ say: 'a' }, { fail: 'unreachable' }], { ...UNREACHABLE, dispatched: true }],
    [
      'of the second provider',
      [{ failover: true }, { fail: 'outage' }],
      { ...OUTAGE, provider: 'southmere' },
    ],
  ])('reports what went wrong: %s', async (_, acts, facts) => {
    const { error } = await hear([asking(...acts)]);
    expect(error).toMatchObject({ code: 'model-failure', facts: { provider: 'northwind', ...facts } });
  });

  it('comes after the text and its usage', async () => {
    const { parts } = await hear([asking({ say: 'Ticket 4410' }, { fail: 'outage' }, { say: 'never' })]);
    expect(typesOf(parts)).toEqual(['usage', 'text', 'usage']);
    expect(textOf(parts)).toBe('Ticket 4410');
  });
});

describe('a failover', () => {
  const acts: Act[] = [{ say: 'Half' }, { failover: true }, { say: 'Whole' }];

  it('discards the output of the first provider, and the second starts over', async () => {
    const { parts } = await hear([asking(...acts)]);
    expect(parts.filter(({ type }) => type !== 'usage')).toEqual([
      { type: 'text', text: 'Half' },
      { type: 'failover', from: 'northwind', to: 'southmere' },
      { type: 'text', text: 'Whole' },
    ]);
  });

  it('attributes the tokens of both providers to the second', async () => {
    const question = carryScript('Do this.', acts);
    const { parts } = await hear([user(question)]);
    expect(usagesOf(parts).at(-1)).toEqual({
      promptTokens: 2 * Math.ceil(question.length / 4),
      completionTokens: Math.ceil('HalfWhole'.length / 4),
      reasoningTokens: 0,
      model: 'kestrel-large-2026-01',
      provider: 'southmere',
    });
  });

  it('names undeclared providers by their order', async () => {
    const messages = [asking({ failover: true }, { failover: true }, { say: 'a' })];
    const { parts } = await hear(messages, { model: { ...MODEL, providers: PROVIDERS.slice(0, 1) } });
    expect(parts.slice(0, 2)).toEqual([
      { type: 'failover', from: 'northwind', to: 'second' },
      { type: 'failover', from: 'second', to: 'third' },
    ]);
  });
});

describe('usage', () => {
  it('is reported with the first output, and at the end', async () => {
    const { parts } = await hear([asking({ reason: 'abcd' }, { say: 'efghi' })]);
    const prompt = Math.ceil(carryScript('Do this.', [{ reason: 'abcd' }, { say: 'efghi' }]).length / 4);
    const usage = { promptTokens: prompt, model: 'kestrel-large-2026-01', provider: 'northwind' };
    expect(usagesOf(parts)).toEqual([
      { ...usage, completionTokens: 1, reasoningTokens: 1 },
      { ...usage, completionTokens: 3, reasoningTokens: 1 },
    ]);
  });

  it('is reported before a silence, which may be the end', async () => {
    const { parts, ended, clock, cut } = listen([asking({ say: 'abcd', pieces: 4 }, { hang: true })]);
    await clock.advance(0);
    expect(usagesOf(parts).map(({ completionTokens }) => completionTokens)).toEqual([1, 1]);
    cut('enough');
    await ended;
  });

  it.each<readonly [string, Act[]]>([
    ['fails', [{ fail: 'outage' }]],
    ['waits', [{ wait: 5 }]],
    ['hangs', [{ hang: true }, { say: 'a' }]],
  ])('is not reported for a reply that %s and is cut before any output', async (_, acts) => {
    const { parts, ended, clock, cut } = listen([asking(...acts)]);
    await clock.advance(1_000);
    cut('enough');
    await ended;
    expect(parts).toEqual([]);
  });

  it('counts what calls and tools added to the conversation', async () => {
    const promptOf = async (...messages: ModelMessage[]) =>
      usagesOf((await hear(messages)).parts).at(-1)?.promptTokens ?? 0;
    const question = asking({ say: 'a' });
    const before = await promptOf(question);
    expect(await promptOf(question, calling('find_tickets'), returning('x'.repeat(400)))).toBeGreaterThan(
      before + 100,
    );
  });
});

describe('without a script', () => {
  const PASSAGES =
    'You answer questions.\n\nPassages from the libraries:\n[1] opening-hours.md: On Good Friday we open\nfrom 10:00 to 16:00.\n[2] returns.md: Within 30 days.';

  it.each<readonly [string, readonly ModelMessage[], string]>([
    [
      'quotes the best passage',
      [system(PASSAGES), user('When?')],
      'opening-hours.md says: "On Good Friday we open from 10:00 to 16:00."',
    ],
    [
      'quotes the only passage',
      [system('Passages from the libraries:\n[1] a.md: b: c'), user('When?')],
      'a.md says: "b: c"',
    ],
    [
      'names the skills',
      [system(`Follow this skill: Plain language\nUse short words.\n\n${PASSAGES}`), user('When?')],
      'opening-hours.md says: "On Good Friday we open from 10:00 to 16:00." I follow the skill Plain language.',
    ],
  ])('%s', async (_, messages, answer) => {
    expect((await hear(messages)).text).toBe(answer);
  });

  it('shortens a long passage', async () => {
    const { text } = await hear([
      system(`Passages from the libraries:\n[1] a.md: ${'word '.repeat(9_000)}`),
      user('?'),
    ]);
    expect(text.length).toBeLessThan(450);
    expect(text).toMatch(/…"$/);
  });

  it.each<readonly [string, readonly ModelMessage[], RegExp]>([
    [
      'a question',
      [user('When do\nwe open?')],
      /^You asked "When do we open\?"\. I am a scripted model, .*"script"/,
    ],
    ['no question', [system('Be brief.')], /^You asked nothing\. /],
    ['a long question', [user('😀'.repeat(500))], /^You asked "(?:😀){119}…"/u],
    ['a script that cannot be read', [user('```script\n[{"sing":"a"}]\n```')], /I cannot read the script/],
    [
      'no passages although it searched for them',
      [system('Passages from the libraries:\n'), user('When?')],
      /^You asked "When\?"/,
    ],
  ])('explains how to use one: %s', async (_, messages, answer) => {
    expect((await hear(messages)).text).toMatch(answer);
  });

  it('adds nothing new to empty results', async () => {
    const messages = [user(renderScript([{ say: 'a' }])), calling('find_tickets'), returning('b')];
    const { parts, error } = await hear(messages);
    expect(error).toBeUndefined();
    expect(textOf(parts)).toBe('');
  });
});
