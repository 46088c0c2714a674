import type { Act, Script } from './act.ts';
import { usesOf } from './bind-tools.ts';
import { REFERENCE_TOOLS, type ToolNames } from './tool-names.ts';

type NamedAct = Extract<Act, { plan: unknown } | { delegate: unknown } | { ask: unknown }>;

/**
 * Writes a script with the tools of one service: an act whose tool is told becomes a call of that tool, in the scripts of its
 * tasks too. Every other act stays, for whoever obeys the script to know its tool.
 *
 * @throws TemplateError when an argument template cannot be filled
 */
export function nameTools(script: Script, names: Partial<ToolNames>): Script {
  return script.map((act) => {
    const inner = nameInTasks(act, names);
    return isTold(inner, names) ? callTool(inner, names) : inner;
  });
}

function nameInTasks(act: Act, names: Partial<ToolNames>): Act {
  if (!('delegate' in act)) return act;
  return {
    delegate: act.delegate.map((task) =>
      task.script ? { ...task, script: nameTools(task.script, names) } : task,
    ),
  };
}

function isTold(act: Act, names: Partial<ToolNames>): act is NamedAct {
  return (['plan', 'delegate', 'ask'] as const).some((name) => name in act && names[name] !== undefined);
}

function callTool(act: NamedAct, names: Partial<ToolNames>): Act {
  const uses = usesOf(act, { ...REFERENCE_TOOLS, ...names });
  return { call: uses.map(({ name, input }) => ({ tool: name, input })) };
}
