import type { ScenarioName } from '../../../../generated/ids.d.ts';
import type { Act, Script, ScriptedCall } from '../../../rig/script/act.ts';
import { findScript } from '../../../rig/script/find-script.ts';
import { carryScript, renderScript } from '../../../rig/script/render-script.ts';
import type { Turn } from '../../drive/actor.ts';
import { isObject, type JsonObject } from '../../judge/json.ts';
import type { CheckContext } from './context.ts';
import { NothingToSee } from './interruption.ts';

/** A part of a composed turn: a scenario, or acts of the model. */
export type Part = ScenarioName | Script;

/**
 * Composes one turn that does what several scenarios do, in order. A scenario shows one situation; only a script can combine several
 * situations in the same turn.
 *
 * @throws NothingToSee when a scenario of the profile has no script
 */
export function composeTurn(t: CheckContext, ...parts: readonly Part[]): Turn {
  const turns = parts.map((part) => (typeof part === 'string' ? t.scenario(part) : undefined));
  const acts = parts.flatMap((part) => (typeof part === 'string' ? scriptOf(t, part) : part));
  return {
    ...Object.assign({}, ...turns),
    content: renderScript(acts),
    ...merged(turns.flatMap((turn) => (isObject(turn?.attachments) ? [turn.attachments] : []))),
  };
}

/**
 * Changes the script of a turn. The new script is appended to the content, because a model follows the last script that it finds.
 *
 * @throws NothingToSee when the turn has no script
 */
export function withScript(turn: Turn, change: (script: Script) => Script): Turn {
  return { ...turn, content: carryScript(turn.content, change(scriptIn(turn, 'the turn of the scenario'))) };
}

/** The script of a scenario. @throws NothingToSee when the scenario has no script */
export function scriptOf(t: CheckContext, name: ScenarioName): Script {
  return scriptIn(t.scenario(name), `the scenario ${name} of the profile`);
}

/** Without a script, it is unknown what the model does. */
function scriptIn({ content }: Turn, where: string): Script {
  const script = findScript(content);
  if (!script) throw new NothingToSee(`${where} has no script`);
  return script;
}

/** The acts of a script before its final words. */
export function actsBeforeEnd(script: Script): Script {
  return script.slice(0, script.findLastIndex((act) => !('say' in act || 'echo' in act)) + 1);
}

/** The tool calls of a script, including those of its tasks. */
export function callsOf(script: Script): readonly ScriptedCall[] {
  return script.flatMap((act) => {
    if ('delegate' in act) return act.delegate.flatMap((task) => callsOf(task.script ?? []));
    if (!('call' in act)) return [];
    return 'tool' in act.call ? [act.call] : act.call;
  });
}

/** An act that raises an interaction: a tool call, a plan, or a question. */
export type AskingAct = Extract<Act, { call: unknown } | { plan: unknown } | { ask: unknown }>;

/** The first act that raises an interaction, in a script or in the first task that it delegates. @throws NothingToSee when there is none */
export function askingActOf(script: Script): AskingAct {
  const acts = script.flatMap((act) => ('delegate' in act ? (act.delegate[0]?.script ?? []) : [act]));
  const found = acts.find((act) => 'call' in act || 'plan' in act || 'ask' in act);
  if (!found) throw new NothingToSee('no act of the script asks for anything');
  return found as AskingAct;
}

/** Makes every task that a script delegates run the same acts. @throws NothingToSee when the script does not delegate */
export function inTasks(script: Script, acts: Script): Script {
  return inEachTask(script, () => acts);
}

/**
 * Reduces a script to its delegation, with new scripts for the tasks.
 *
 * @param play returns a task's new script, given its own script and its index
 * @throws NothingToSee when the script does not delegate
 */
export function inEachTask(script: Script, play: (own: Script, at: number) => Script): Script {
  const delegating = script.find((act) => 'delegate' in act);
  if (!delegating) throw new NothingToSee('no act of the script delegates');
  const { delegate } = delegating;
  return [{ delegate: delegate.map((task, at) => ({ ...task, script: play(task.script ?? [], at) })) }];
}

/** Makes every task run the acts, and the turn repeat their results. @throws NothingToSee when the script does not delegate */
export function toldByTasks(script: Script, acts: Script): Script {
  return [...inTasks(script, acts), { echo: 'results' }];
}

/** The acts of a script before its final words, several times. */
export function actsRepeated(script: Script, times: number): Script {
  const acts = actsBeforeEnd(script);
  return Array.from({ length: times }, () => acts).flat();
}

/** Changes a script so that each of its tasks says something first. */
export function saidInTasks(say: string): (script: Script) => Script {
  return (script) =>
    script.map((act) => {
      if (!('delegate' in act)) return act;
      const delegate = act.delegate.map((task) =>
        task.script ? { ...task, script: [{ say }, ...task.script] } : task,
      );
      return { delegate };
    });
}

/** Merges the attachments of several turns. */
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
