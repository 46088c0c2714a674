import { describe, expect, it } from 'vitest';
import type { Act } from '../../../src/rig/script/act.ts';
import { bindTools } from '../../../src/rig/script/bind-tools.ts';
import { TemplateError } from '../../../src/rig/script/fill-template.ts';
import { carryScript } from '../../../src/rig/script/render-script.ts';
import { REFERENCE_TOOLS, type ToolNames } from '../../../src/rig/script/tool-names.ts';

const OFFERED = [
  'make_plan',
  'delegate_tasks',
  'find_tickets',
  'tickets__close_ticket',
  'a__twice',
  'b__twice',
];
const PLAN = {
  title: 'Hours',
  context: 'Easter',
  steps: [
    { step: 1, action: 'Write' },
    { step: 2, action: 'Print', tool: 'printer' },
  ],
  notes: 'None',
};
const QUESTION = { message: 'Which branch?', schema: { type: 'object', properties: {} } };

const bind = (act: Act, offered: readonly string[] = OFFERED, names = REFERENCE_TOOLS) =>
  bindTools([act], names, offered);

describe('with the tools of the reference server', () => {
  it.each<readonly [string, Act, string, unknown]>([
    [
      'a call keeps the name of an offered tool',
      { call: { tool: 'find_tickets', input: { text: 'order' } } },
      'find_tickets',
      { text: 'order' },
    ],
    ['a call without input has an empty one', { call: { tool: 'find_tickets' } }, 'find_tickets', {}],
    [
      'a call finds the one name that ends with it',
      { call: { tool: 'close_ticket' } },
      'tickets__close_ticket',
      {},
    ],
    ['a plan is the input', { plan: PLAN }, 'make_plan', PLAN],
    [
      'tasks name their agents, or null',
      {
        delegate: [
          { agent: 21, task: 'Count' },
          { name: 'Reader', task: 'Read' },
        ],
      },
      'delegate_tasks',
      {
        tasks: [
          { agent_id: 21, task: 'Count' },
          { agent_id: null, name: 'Reader', task: 'Read' },
        ],
      },
    ],
  ])('%s', (_, act, name, input) => {
    expect(bind(act)).toStrictEqual([{ uses: [{ name, input }] }]);
  });

  it('a question is asked with the tool for asking a person', () => {
    const uses = [{ name: 'tickets__ask_person', input: QUESTION }];
    expect(bind({ ask: QUESTION }, ['tickets__ask_person'])).toEqual([{ uses }]);
  });

  it('several calls stay together', () => {
    const acts = bind({ call: [{ tool: 'find_tickets' }, { tool: 'close_ticket' }] });
    expect(acts).toMatchObject([{ uses: [{ name: 'find_tickets' }, { name: 'tickets__close_ticket' }] }]);
  });

  it('a task carries its script', () => {
    const script = [{ say: 'Twelve' }];
    const tasks = [{ agent_id: null, task: carryScript('Count', script) }];
    expect(bind({ delegate: [{ task: 'Count', script }] })).toEqual([
      { uses: [{ name: 'delegate_tasks', input: { tasks } }] },
    ]);
  });
});

describe('a tool that is not offered', () => {
  it.each<readonly [string, Act, readonly string[]]>([
    ['unknown', { call: { tool: 'print' } }, ['(The tool print is not offered, so I go on without it.) ']],
    [
      'ambiguous',
      { call: { tool: 'twice' } },
      ['(The tool twice could be a__twice or b__twice, so I go on without it.) '],
    ],
    [
      'the one that asks',
      { ask: QUESTION },
      ['(The tool ask_person is not offered, so I go on without it.) '],
    ],
  ])('makes the script report that: %s', (_, act, said) => {
    expect(bind(act)).toEqual(said.map((say) => ({ say })));
  });

  it('does not prevent calls of the other tools', () => {
    expect(bind({ call: [{ tool: 'print' }, { tool: 'find_tickets' }] })).toEqual([
      { say: '(The tool print is not offered, so I go on without it.) ' },
      { uses: [{ name: 'find_tickets', input: {} }] },
    ]);
  });
});

describe('the tools of another service', () => {
  const names: ToolNames = {
    plan: {
      name: 'propose',
      input: { plan: { name: '$title', todo: { $each: '$steps', $as: '$action' } }, style: 'short' },
    },
    delegate: { name: 'spawn', input: { jobs: '$tasks' } },
    ask: { name: 'elicit', input: { text: '$message', form: '$schema' } },
  };

  it.each<readonly [Act, string, unknown]>([
    [{ plan: PLAN }, 'propose', { plan: { name: 'Hours', todo: ['Write', 'Print'] }, style: 'short' }],
    [{ delegate: [{ agent: 21, task: 'Count' }] }, 'spawn', { jobs: [{ agent: 21, task: 'Count' }] }],
    [{ ask: QUESTION }, 'elicit', { text: QUESTION.message, form: QUESTION.schema }],
  ])('get the arguments of %j as declared', (act, name, input) => {
    expect(bind(act, [name], names)).toEqual([{ uses: [{ name, input }] }]);
  });

  it('cannot be given arguments that are not an object', () => {
    const flat = { ...names, plan: { name: 'propose', input: '$title' } };
    expect(() => bind({ plan: PLAN }, ['propose'], flat)).toThrow(TemplateError);
  });
});

it('leaves the other acts unchanged', () => {
  const script: Act[] = [{ say: 'a' }, { failover: true }, { wait: 1 }, { echo: 'given' }, { hang: true }];
  expect(bindTools(script, REFERENCE_TOOLS, OFFERED)).toEqual(script);
});
