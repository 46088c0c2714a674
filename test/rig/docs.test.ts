import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readProfile } from '../../src/conformance/profile/read-profile.ts';
import { findScript } from '../../src/rig/script/find-script.ts';
import { nameToolsIn } from '../../src/rig/script/name-tools.ts';
import { REFERENCE_TOOLS } from '../../src/rig/script/tool-names.ts';

const page = readFileSync(new URL('../../docs/rig.md', import.meta.url), 'utf8');
const [inspected = '', profile = ''] = Array.from(
  page.matchAll(/^```yaml\n(.*?)^```$/gms),
  ([, block]) => block,
);
const [, shown = ''] = /^````text\n(.*?)^````$/ms.exec(page) ?? [];

describe('the page about the rig', () => {
  const { scenarios, tools } = readProfile(profile, 'profile.yaml', {
    environment: { CONVERSATION_API_TOKEN: 'token' },
    readFile: () => '',
  });
  const sent = (scenario: string) => nameToolsIn(scenarios[scenario]?.body.content ?? '', tools ?? {});
  const scriptOf = (scenario: string) => findScript(sent(scenario));

  it('shows a profile whose scripts call the tools shown before, with their own arguments', () => {
    const offered: { name: string; input: object }[] = parse(inspected);
    const inputOf = (name: string) => Object.keys(offered.find((tool) => tool.name === name)?.input ?? {});
    const [plan] = scriptOf('plan') ?? [];
    expect(plan).toMatchObject({
      call: [
        { tool: 'present_plan', input: { heading: 'Answer in two steps', items: [{}, { text: 'Answer' }] } },
      ],
    });
    expect(inputOf('present_plan')).toEqual(['heading', 'why', 'items']);
    const [agents] = scriptOf('agents') ?? [];
    expect(agents).toMatchObject({
      call: [
        { tool: 'run_agent', input: { agent_id: 4, instruction: expect.stringContaining('```script') } },
        { tool: 'run_agent', input: { agent_id: 4 } },
      ],
    });
    expect(inputOf('run_agent')).toEqual(['agent_id', 'instruction']);
    for (const name of ['close_ticket', 'order_books', 'find_tickets', REFERENCE_TOOLS.ask.name]) {
      expect(inputOf(`mcp__rig__${name}`)).not.toEqual([]);
    }
  });

  it('shows the script that the suite sends', () => {
    expect(`${sent('tool_approval')}\n`).toBe(shown);
  });
});
