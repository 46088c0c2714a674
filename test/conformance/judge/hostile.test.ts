import { describe, expect, it } from 'vitest';
import { judgePieces, judgeText, violated } from './judging.ts';
import { MESSAGE, START } from './turn.ts';

const MEMBERS = JSON.stringify(MESSAGE).slice(1, -1);
const END = `event: message.completed\ndata: {${MEMBERS}}\n\n`;
const event = (type: string, data: string) => `event: ${type}\ndata: ${data}\n\n`;
const completed = (members: string) => event('message.completed', `{${MEMBERS},${members}}`);

/** A stream with malicious content, and the requirements that it violates. */
const STREAMS: readonly (readonly [what: string, stream: string, violated: readonly string[]])[] = [
  [
    'members named as those of every object',
    START + completed('"__proto__":{"role":"model"},"constructor":1,"toString":2'),
    [],
  ],
  [
    'members of Object in a step that lacks its own',
    START + event('message.step', '{"steps":[{"__proto__":{"key":"x"}}]}') + END,
    [
      'steps.key.present',
      'steps.label.present',
      'steps.label-code.present',
      'steps.status.present',
      'steps.timestamp.date-time',
    ],
  ],
  [
    'JSON a hundred thousand deep',
    START + completed(`"metadata":${'['.repeat(100_000)}${']'.repeat(100_000)}`),
    ['messages.metadata.object-or-null'],
  ],
  [
    'deep JSON where anything may stand',
    START + completed(`"other":${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`),
    [],
  ],
  ['a number beyond what a number holds', START + completed('"id":1e999'), ['messages.id.equals-start']],
  ['a number that loses its last digits', START + completed('"metadata":{"n":9007199254740993}'), []],
  [
    'a time that is no number of this age',
    START + event('ping', '{"ts":-1}') + END,
    ['events.ping.epoch-seconds'],
  ],
  [
    'NUL and escapes for a terminal in a text',
    START +
      event('message.delta', '{"text":"\\u0000\\u001b[2J\\u202e","replace":true}') +
      event('message.delta', '{"text":"","replace":true}') +
      END,
    [],
  ],
  [
    'a bare control character in JSON',
    START + event('message.delta', '{"text":"a\u0001b","replace":false}') + END,
    ['stream.framing.json-data'],
  ],
  [
    'a name of nothing but escapes',
    `${START}event: \u001b[31m\ndata: {}\n\n${END}`,
    ['stream.events.known-names'],
  ],
  [
    'a list of things that are none',
    START + event('message.step', `{"steps":[${'0,'.repeat(5_000)}0]}`) + END,
    ['messages.steps.array'],
  ],
  [
    'a wrong list that is too long to explain item by item',
    START + event('message.step', `{"steps":[${'0,'.repeat(100_000)}0]}`) + END,
    ['messages.steps.array'],
  ],
  [
    'a wrong member of a large event',
    START + completed(`"usage":5,"other":"${'x'.repeat(200_000)}"`),
    ['messages.usage.object-or-null'],
  ],
];

describe('a malicious stream', () => {
  it.each(STREAMS)('is judged correctly with %s', (_, stream, expected) => {
    expect(violated(judgeText(stream)).toSorted()).toEqual(expected.toSorted());
  });

  it('cannot fill the memory with violations', () => {
    const judgement = judgeText(START + event('message.delta', '{}').repeat(3_000) + END);
    const row = judgement.rows.get('events.delta.text');
    expect(row).toMatchObject({ violations: 3_000 });
    expect(row?.findings).toHaveLength(20);
  });

  it('cannot fill the memory with interactions and tasks with long names', () => {
    const ask = (index: number) =>
      event(
        'message.action_required',
        JSON.stringify({
          kind: 'auth_required',
          action_id: `${index}${'a'.repeat(1_000)}`,
          payload: { resolution: 'connect_in_ui_or_cancel' },
          agent: { task_id: `${index}${'t'.repeat(1_000)}`, name: 'Analyst' },
        }),
      );
    const twice = Array.from({ length: 50 }, (_, index) => ask(index)).join('') + ask(0);
    expect(violated(judgeText(START + twice + END))).toEqual(['stream.action.unique-id']);
  });

  it('proves nothing about interaction ids beyond the limit of remembered interactions', () => {
    const ask = (index: number) =>
      event(
        'message.action_required',
        `{"kind":"auth_required","action_id":"a${index}","payload":{"resolution":"connect_in_ui_or_cancel"}}`,
      );
    const asks = (count: number) => Array.from({ length: count }, (_, index) => ask(index)).join('');
    const rowOf = (text: string) => judgeText(START + text + END).rows.get('stream.action.unique-id');

    expect(rowOf(asks(10_000))).toMatchObject({ exercised: true, violations: 0 });
    expect(rowOf(asks(10_000) + ask(9_999))).toMatchObject({ violations: 1 });
    const tooMany = rowOf(asks(10_002) + ask(10_001));
    expect(tooMany).toMatchObject({ exercised: false, violations: 0 });
    expect(tooMany?.notJudged).toMatch(/more than 10000 interactions/);
  });

  it('reports no task of a turn with more tasks than the judge remembers', () => {
    const ids = Array.from({ length: 1_500 }, (_, index) => `task${index}`);
    const step = (members: object) => ({
      key: 'agent',
      label: 'Analyst',
      label_code: 'step.agent',
      status: 'running',
      timestamp: '2026-03-02T08:30:00Z',
      ...members,
    });
    const steps = [
      step({ key: 'agents_delegated', agent_task_ids: ids }),
      ...ids.toReversed().map((id) => step({ agent: { task_id: id } })),
    ];
    const asked = event(
      'message.action_required',
      JSON.stringify({
        kind: 'auth_required',
        action_id: 'a',
        payload: { resolution: 'connect_in_ui_or_cancel' },
        agent: { task_id: 'task1200', name: 'Analyst' },
      }),
    );
    const end = END.replace('"agent_runs":[]', '"agent_runs":[{}]');
    const judgement = judgeText(START + event('message.step', JSON.stringify({ steps })) + asked + end);
    expect(violated(judgement)).toEqual([]);
    expect(judgement.rows.get('agents.delegated.names-tasks')?.notJudged).toMatch(
      /more than 1000 agent tasks/,
    );
    expect(judgement.rows.get('agents.task.correlates')?.notJudged).toMatch(/more than 1000 agent tasks/);
  });

  it.each([
    ['an event', `${START}event: message.delta\ndata: "${'x'.repeat(5_000)}"\n\n${END}`],
    ['a line without an end', `${START}data: ${'x'.repeat(5_000)}`],
    ['many lines of one event', `${START}${`data: ${'x'.repeat(100)}\n`.repeat(50)}\n`],
  ])('makes the judgement incomplete with %s beyond the limit', (_, stream) => {
    const pieces = stream.match(/[\s\S]{1,700}/g)?.map((text) => ({ bytes: Buffer.from(text) })) ?? [];
    const judgement = judgePieces(pieces, { eventBytes: 2_000 });
    expect(judgement.incomplete).toEqual([
      expect.stringMatching(/^the event at byte \d+ is larger than the limit/),
    ]);
    expect(violated(judgement)).toEqual([]);
  });
});
