import type { ScenarioName } from '../../../generated/ids.d.ts';
import type { Act, Script, ScriptedCall } from '../../rig/script/act.ts';
import { findScript } from '../../rig/script/find-script.ts';
import { renderScript } from '../../rig/script/render-script.ts';
import type { Turn } from '../drive/actor.ts';
import { isObject, type JsonObject } from '../judge/json.ts';
import type { CheckContext } from './context.ts';

/** A part of a composed turn: what the turn of a scenario does, or acts of the model. */
export type Part = ScenarioName | Script;

/**
 * One turn that does what several scenarios do, one after another. Scenarios show every situation alone; only a script can bring about one
 * situation after another in the same turn.
 *
 * @throws NothingToSee when a scenario of the profile has no script
 */
export function inARow(t: CheckContext, ...parts: readonly Part[]): Turn {
  const turns = parts.map((part) => (typeof part === 'string' ? t.scenario(part) : undefined));
  const acts = parts.flatMap((part) => (typeof part === 'string' ? scriptOf(t, part) : part));
  return {
    ...Object.assign({}, ...turns),
    content: renderScript(acts),
    ...merged(turns.flatMap((turn) => (isObject(turn?.attachments) ? [turn.attachments] : []))),
  };
}

/** What the model of a scenario does. @throws NothingToSee when the scenario has no script */
export function scriptOf(t: CheckContext, name: ScenarioName): Script {
  const script = findScript(t.scenario(name).content);
  t.skipIf(script === undefined, `the scenario ${name} of the profile has no script`);
  return script ?? [];
}

/** The calls of a script, and of the scripts of its tasks. */
export function callsOf(script: Script): readonly ScriptedCall[] {
  return script.flatMap((act) => {
    if ('delegate' in act) return act.delegate.flatMap((task) => callsOf(task.script ?? []));
    if (!('call' in act)) return [];
    return 'tool' in act.call ? [act.call] : act.call;
  });
}

/**
 * A script whose answer shows the results of all tools, also of those that the tasks of its agents call: every text after the last tool is
 * replaced by the results.
 */
export function showingResults(script: Script): Script {
  const last = script.findLastIndex(usesTool);
  if (last < 0) return script;
  return [...script.slice(0, last + 1).map(inTasks), { echo: 'results' }];
}

function inTasks(act: Act): Act {
  if (!('delegate' in act)) return act;
  return {
    delegate: act.delegate.map((task) =>
      task.script ? { ...task, script: showingResults(task.script) } : task,
    ),
  };
}

function usesTool(act: Act): boolean {
  return 'call' in act || 'plan' in act || 'ask' in act || 'delegate' in act;
}

/** The attachments of all turns together. */
function merged(all: readonly JsonObject[]): JsonObject {
  if (all.length === 0) return {};
  const names = [...new Set(all.flatMap((attachments) => Object.keys(attachments)))];
  const attachments = Object.fromEntries(
    names.map((name) => [
      name,
      [...new Set(all.flatMap((each) => (each[name] as unknown[] | undefined) ?? []))],
    ]),
  );
  return { attachments };
}
