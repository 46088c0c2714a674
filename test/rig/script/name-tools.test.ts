import { describe, expect, it } from 'vitest';
import type { Script } from '../../../src/rig/script/act.ts';
import { bindTools } from '../../../src/rig/script/bind-tools.ts';
import { checkTools } from '../../../src/rig/script/check-tools.ts';
import { findScript } from '../../../src/rig/script/find-script.ts';
import { nameTools } from '../../../src/rig/script/name-tools.ts';
import { renderScript } from '../../../src/rig/script/render-script.ts';
import { REFERENCE_TOOLS } from '../../../src/rig/script/tool-names.ts';

const PLAN = { title: 'Easter', context: 'Soon.', steps: [{ step: 1, action: 'Write' }], notes: 'None.' };
const ASK = { message: 'Which?', schema: { type: 'object' } };
const propose = { name: 'propose', input: { what: '$title', how: { $each: '$steps', $as: '$action' } } };
const handOver = { name: 'hand_over', input: { $each: '$tasks', $as: { to: '$agent', text: '$task' } } };

describe('a script with the tools of one service', () => {
  it('calls them for acts that name no tool, and leaves every other act unchanged', () => {
    const script: Script = [{ say: 'Hm.' }, { plan: PLAN }, { ask: ASK }, { call: { tool: 'find' } }];
    expect(nameTools(script, { plan: propose })).toEqual([
      { say: 'Hm.' },
      { call: [{ tool: 'propose', input: { what: 'Easter', how: ['Write'] } }] },
      { ask: ASK },
      { call: { tool: 'find' } },
    ]);
    expect(nameTools(script, {})).toEqual(script);
  });

  it('calls them in the scripts of tasks too, whether or not delegation has its own tool', () => {
    const script: Script = [{ delegate: [{ agent: 21, task: 'Plan.', script: [{ plan: PLAN }] }] }];
    const named = nameTools([{ plan: PLAN }], { plan: propose });
    expect(nameTools(script, { plan: propose })).toEqual([
      { delegate: [{ agent: 21, task: 'Plan.', script: named }] },
    ]);
    const [act] = nameTools(script, { plan: propose, delegate: handOver });
    expect(act).toEqual({
      call: [{ tool: 'hand_over', input: { to: 21, text: `Plan.\n\n${renderScript(named)}` } }],
    });
  });

  it('has the same effect as a script whose tools are named only when it is followed', () => {
    const script: Script = [
      { plan: PLAN },
      {
        delegate: [
          { agent: 21, task: 'One.' },
          { name: 'Helper', task: 'Two.' },
        ],
      },
      { ask: ASK },
    ];
    const names = { ...REFERENCE_TOOLS, plan: propose, delegate: handOver };
    const offered = ['propose', 'hand_over', 'ask_person'];
    const travelled = findScript(renderScript(nameTools(script, names))) as Script;
    expect(bindTools(travelled, REFERENCE_TOOLS, offered)).toEqual(bindTools(script, names, offered));
  });
});

describe('templates of tools', () => {
  it('are checked with all values', () => {
    expect(() => checkTools(REFERENCE_TOOLS)).not.toThrow();
    expect(() => checkTools({ plan: propose, delegate: handOver })).not.toThrow();
  });

  it.each([
    [
      { plan: { name: 'p', input: { what: '$titel' } } },
      /^plan: there is no "\$titel" here; use one of "\$title"/,
    ],
    [
      { delegate: { name: 'd', input: { $each: '$agents', $as: {} } } },
      /^delegate: there is no "\$agents" here; use one of "\$tasks"/,
    ],
    [
      { ask: { name: 'a', input: { $each: '$message', $as: {} } } },
      /^ask: "\$each" is "\$message"; it has to/,
    ],
    [
      { delegate: { name: 'd', input: { $each: '$tasks', $as: '$task' } } },
      /^delegate: the arguments of "d"/,
    ],
  ])('that cannot be filled in are reported: %j', (names, message) => {
    expect(() => checkTools(names)).toThrow(message);
  });
});
