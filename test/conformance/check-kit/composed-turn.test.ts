import { describe, expect, it } from 'vitest';
import {
  callsOf,
  inARow,
  scriptOf,
  showingResults,
} from '../../../src/conformance/check-kit/composed-turn.ts';
import type { CheckContext } from '../../../src/conformance/check-kit/context.ts';
import type { Script } from '../../../src/rig/script/act.ts';
import { findScript } from '../../../src/rig/script/find-script.ts';
import { renderScript } from '../../../src/rig/script/render-script.ts';

const LOOK: Script = [{ call: { tool: 'look' } }, { say: 'Seen.' }];
const DELEGATE: Script = [
  { delegate: [{ task: 'Look.', script: LOOK }, { task: 'Rest.' }] },
  { say: 'Done.' },
];

/** A context that knows these turns by their scenario. */
function contextOf(turns: Readonly<Record<string, object>>): CheckContext {
  const skipIf = (isSo: boolean, reason: string) => {
    if (isSo) throw new Error(reason);
  };
  return { scenario: (name: string) => turns[name], skipIf } as unknown as CheckContext;
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
    const turn = inARow(t, 'tool_use', [{ say: 'Now.' }], 'agents');
    expect(findScript(turn.content)).toEqual([...LOOK, { say: 'Now.' }, ...DELEGATE]);
    expect(turn.attachments).toEqual({ mcp_server_ids: [1, 2, 3], agent_ids: [7] });
    expect(turn.permission_mode).toBe('auto');
  });

  it('has no attachments if its parts have none', () => {
    expect(inARow(t, [{ say: 'Noon.' }])).toEqual({ content: renderScript([{ say: 'Noon.' }]) });
  });

  it('is left out if a scenario has no script', () => {
    expect(() => scriptOf(t, 'plan')).toThrow('the scenario plan of the profile has no script');
  });
});

describe('a script', () => {
  it('shows the results of its tools, and of those of its tasks', () => {
    expect(showingResults(DELEGATE)).toEqual([
      {
        delegate: [
          { task: 'Look.', script: [{ call: { tool: 'look' } }, { echo: 'results' }] },
          { task: 'Rest.' },
        ],
      },
      { echo: 'results' },
    ]);
  });

  it('stays as it is if it uses no tool', () => {
    expect(showingResults([{ say: 'Noon.' }])).toEqual([{ say: 'Noon.' }]);
  });

  it('has the calls of its tasks too', () => {
    const both: Script = [{ call: [{ tool: 'find' }, { tool: 'order' }] }, ...DELEGATE];
    expect(callsOf(both).map(({ tool }) => tool)).toEqual(['find', 'order', 'look']);
  });
});
