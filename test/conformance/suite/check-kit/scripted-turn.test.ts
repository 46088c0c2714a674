import { describe, expect, it } from 'vitest';
import type { CheckContext } from '../../../../src/conformance/suite/check-kit/context.ts';
import {
  callsOf,
  composeTurn,
  inTasks,
  scriptOf,
  withScript,
} from '../../../../src/conformance/suite/check-kit/scripted-turn.ts';
import type { Script } from '../../../../src/rig/script/act.ts';
import { findScript } from '../../../../src/rig/script/find-script.ts';
import { renderScript } from '../../../../src/rig/script/render-script.ts';

const LOOK: Script = [{ call: { tool: 'look' } }, { say: 'Seen.' }];
const DELEGATE: Script = [
  { delegate: [{ task: 'Look.', script: LOOK }, { task: 'Rest.' }] },
  { say: 'Done.' },
];

/** A context that provides these turns as scenarios. */
function contextOf(turns: Readonly<Record<string, object>>): CheckContext {
  return { scenario: (name: string) => turns[name] } as unknown as CheckContext;
}

const t = contextOf({
  tool_use: {
    content: `Please.\n\n${renderScript(LOOK)}`,
    permission_mode: 'auto',
    attachments: { mcp_server_ids: [1, 2] },
  },
  agents: { content: renderScript(DELEGATE), attachments: { mcp_server_ids: [2, 3], agent_ids: [7] } },
  plan: { content: 'Make a plan.' },
});

describe('a composed turn', () => {
  it('does what each scenario does, with the attachments of all', () => {
    const turn = composeTurn(t, 'tool_use', [{ say: 'Now.' }], 'agents');
    expect(findScript(turn.content)).toEqual([...LOOK, { say: 'Now.' }, ...DELEGATE]);
    expect(turn.attachments).toEqual({ mcp_server_ids: [1, 2, 3], agent_ids: [7] });
    expect(turn.permission_mode).toBe('auto');
  });

  it('has no attachments if its parts have none', () => {
    expect(composeTurn(t, [{ say: 'Noon.' }])).toEqual({ content: renderScript([{ say: 'Noon.' }]) });
  });

  it('is left out if a scenario has no script', () => {
    expect(() => scriptOf(t, 'plan')).toThrow('the scenario plan of the profile has no script');
  });
});

describe('a script', () => {
  it('is changed by appending a new script, and the old text stays', () => {
    const turn = { content: `Please.\n\n${renderScript(LOOK)}` };
    const changed = withScript(turn, (script) => [...script, { say: 'Twice.' }]);
    expect(changed.content.startsWith(turn.content)).toBe(true);
    expect(findScript(changed.content)).toEqual([...LOOK, { say: 'Twice.' }]);
    expect(() => withScript({ content: 'Make a plan.' }, (script) => script)).toThrow('has no script');
  });

  it('is added to every task that a script delegates', () => {
    const acts: Script = [{ say: 'Noon.' }];
    expect(inTasks(DELEGATE, acts)).toEqual([
      {
        delegate: [
          { task: 'Look.', script: acts },
          { task: 'Rest.', script: acts },
        ],
      },
    ]);
    expect(() => inTasks(LOOK, acts)).toThrow('delegates');
  });

  it('includes the calls of its tasks', () => {
    const both: Script = [{ call: [{ tool: 'find' }, { tool: 'order' }] }, ...DELEGATE];
    expect(callsOf(both).map(({ tool }) => tool)).toEqual(['find', 'order', 'look']);
  });
});
