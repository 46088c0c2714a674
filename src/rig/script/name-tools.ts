import type { Act, Script } from './act.ts';
import { usesOf } from './bind-tools.ts';
import { findScript } from './find-script.ts';
import { carryScript, renderScript } from './render-script.ts';
import { REFERENCE_TOOLS, type ToolNames } from './tool-names.ts';

type NamedAct = Extract<Act, { plan: unknown } | { delegate: unknown } | { ask: unknown }>;

/**
 * Rewrites a script for the tools of one service. An act whose tool is given becomes a call of that tool, also in the
 * scripts of tasks. All other acts stay, since the model that performs the script knows their tools.
 *
 * @throws TemplateError when an argument template cannot be filled
 */
export function nameTools(script: Script, names: Partial<ToolNames>): Script {
  return script.map((act) => {
    const inner = nameInTasks(act, names);
    return hasTool(inner, names) ? callTool(inner, names) : inner;
  });
}

/** A text whose script, if it has one, is rewritten for the tools of one service. */
export function nameToolsIn(text: string, names: Partial<ToolNames>): string {
  if (Object.keys(names).length === 0) return text;
  const script = findScript(text);
  if (!script) return text;
  const named = nameTools(script, names);
  // The last script of a text counts.
  return text === renderScript(script) ? renderScript(named) : carryScript(text, named);
}

function nameInTasks(act: Act, names: Partial<ToolNames>): Act {
  if (!('delegate' in act)) return act;
  return {
    delegate: act.delegate.map((task) =>
      task.script ? { ...task, script: nameTools(task.script, names) } : task,
    ),
  };
}

function hasTool(act: Act, names: Partial<ToolNames>): act is NamedAct {
  return (['plan', 'delegate', 'ask'] as const).some((name) => name in act && names[name] !== undefined);
}

function callTool(act: NamedAct, names: Partial<ToolNames>): Act {
  const uses = usesOf(act, { ...REFERENCE_TOOLS, ...names });
  return { call: uses.map(({ name, input }) => ({ tool: name, input })) };
}
