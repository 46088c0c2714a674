import type { Act, Script, ScriptedCall, ScriptedPlan, ScriptedTask } from './act.ts';
import { fillTemplate, TemplateError, type Values } from './fill-template.ts';
import { isObject, type JsonObject } from './json.ts';
import { carryScript } from './render-script.ts';
import type { ToolNames, ToolTemplate } from './tool-names.ts';

/** A call of a tool that the service offers. */
export interface ToolUse {
  readonly name: string;
  readonly input: JsonObject;
}

type ToolAct = Extract<Act, { call: unknown } | { plan: unknown } | { delegate: unknown } | { ask: unknown }>;

/** An act that no longer depends on the names of the service's tools. */
export type BoundAct = Exclude<Act, ToolAct> | { readonly uses: readonly ToolUse[] };

/**
 * Turns the acts that use tools into calls of offered tools. If a tool is not offered, the script says so and continues.
 *
 * @throws TemplateError when an argument template cannot be filled
 */
export function bindTools(script: Script, names: ToolNames, offered: readonly string[]): BoundAct[] {
  return script.flatMap((act) => (isToolAct(act) ? bindAct(act, names, offered) : [act]));
}

function isToolAct(act: Act): act is ToolAct {
  return 'call' in act || 'plan' in act || 'delegate' in act || 'ask' in act;
}

function bindAct(act: ToolAct, names: ToolNames, offered: readonly string[]): BoundAct[] {
  const excuses: BoundAct[] = [];
  const uses: ToolUse[] = [];
  for (const use of usesOf(act, names)) {
    const [name, ...others] = findOffered(use.name, offered);
    if (name === undefined) excuses.push({ say: excuse(use.name, 'is not offered') });
    else if (others.length > 0) excuses.push({ say: excuse(use.name, `could be ${name} or ${others[0]}`) });
    else uses.push({ ...use, name });
  }
  return uses.length > 0 ? [...excuses, { uses }] : excuses;
}

/** The calls that an act makes, under the names of the service's tools. @throws TemplateError */
export function usesOf(act: ToolAct, names: ToolNames): ToolUse[] {
  if ('call' in act) return listCalls(act.call).map(({ tool, input = {} }) => ({ name: tool, input }));
  if ('plan' in act) return useTemplate(names.plan, valuesOfPlan(act.plan));
  if ('delegate' in act) return useTemplate(names.delegate, { tasks: act.delegate.map(valuesOfTask) });
  return useTemplate(names.ask, act.ask);
}

function listCalls(call: ScriptedCall | readonly ScriptedCall[]): readonly ScriptedCall[] {
  return 'tool' in call ? [call] : call;
}

/** If the filled template is a list, made by `$each`, the tool is called once per item, all in parallel. */
function useTemplate({ name, input: template }: ToolTemplate, values: Values): ToolUse[] {
  const filled = fillTemplate(template, values);
  const inputs: readonly unknown[] = Array.isArray(filled) ? filled : [filled];
  if (inputs.every(isObject)) return inputs.map((input) => ({ name, input }));
  throw new TemplateError(
    `the arguments of "${name}" are not an object; write the template as an object of its parameters`,
  );
}

function valuesOfPlan({ steps, ...plan }: ScriptedPlan): Values {
  return { ...plan, steps: steps.map(({ step, action, tool }) => ({ step, action, tool })) };
}

function valuesOfTask({ agent, name, task, script }: ScriptedTask): Values {
  return { agent: agent ?? null, name, task: carryScript(task, script) };
}

/** The offered tool with this name, or else the tools with this name after a connector's name and two underscores. */
function findOffered(name: string, offered: readonly string[]): readonly string[] {
  return offered.includes(name) ? [name] : offered.filter((candidate) => candidate.endsWith(`__${name}`));
}

function excuse(name: string, problem: string): string {
  return `(The tool ${name} ${problem}, so I go on without it.) `;
}
