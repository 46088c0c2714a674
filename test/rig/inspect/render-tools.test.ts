import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { renderTools } from '../../../src/rig/inspect/render-tools.ts';
import type { OfferedTool } from '../../../src/rig/model/chat-request.ts';

const render = (...tools: readonly OfferedTool[]) =>
  renderTools({ model: 'm', messages: [], tools, streams: true, includesUsage: false });

describe('the tools of a request', () => {
  it('are shown as YAML, each as an entry of rig.tools', () => {
    const text = render(
      {
        name: 'propose',
        description: 'Shows a plan,\nand waits.',
        parameters: {
          type: 'object',
          properties: {
            title: { type: 'string' },
            steps: {
              type: 'array',
              items: {
                type: 'object',
                properties: { no: { type: ['integer', 'null'] }, 'how-to': { type: 'string' } },
              },
            },
            mode: { enum: ['fast', 'slow'] },
            extra: {},
          },
        },
      },
      { name: 'true', description: '', parameters: undefined },
    );
    expect(parse(text)).toEqual([
      {
        name: 'propose',
        input: {
          title: '<string>',
          steps: [{ no: '<integer|null>', 'how-to': '<string>' }],
          mode: '<fast|slow>',
          extra: '<any>',
        },
      },
      { name: 'true', input: '<any>' },
    ]);
    expect(text).toContain('# Shows a plan, and waits.\n');
  });

  it('are harmless to a terminal and to the YAML, whatever their names', () => {
    const hostile = '\u001b]0;x\u0007\n- name: "other"\u0085\u2028: #';
    const text = render({
      name: hostile,
      description: hostile,
      parameters: {
        properties: { [hostile]: { type: hostile }, __proto__: 1, constructor: { type: 'string' } },
      },
    });
    expect(text).toMatch(/^[\n -~]*$/);
    expect(parse(text)).toEqual([
      { name: hostile, input: { [hostile]: `<${hostile}>`, constructor: '<string>' } },
    ]);
  });

  it('are cut if there are too many or one is nested too deep', () => {
    const nested = Array.from({ length: 5000 }).reduce<object>((items) => ({ type: 'array', items }), {
      type: 'string',
    });
    const tools = Array.from({ length: 201 }, (_, index) => ({
      name: `tool_${index}`,
      description: 'x'.repeat(5000),
      parameters: nested,
    }));
    const text = render(...tools);
    expect(parse(text)).toHaveLength(200);
    expect(text).toContain('except 1 more');
    expect(text.length).toBeLessThan(60_000);
  });
});
