import type { ScenarioName } from '../../../../generated/ids.d.ts';
import type { Act, Script, ScriptedCall } from '../../../rig/script/act.ts';
import { findScript } from '../../../rig/script/find-script.ts';
import { carryScript, renderScript } from '../../../rig/script/render-script.ts';
import type { Turn } from '../../drive/actor.ts';
import { isObject, type JsonObject } from '../../judge/json.ts';
import type { CheckContext } from './context.ts';
import { NothingToSee } from './interruption.ts';

/** A part of a composed turn: what the turn of a scenario does, or acts of the model. */
export type Part = ScenarioName | Script;

/**
 * One turn that does what several scenarios do, one after another. Scenarios show every situation alone; only a script can bring about one
 * situation after another in the same turn.
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
 * A turn whose script is changed. The new script follows the old one in the content, because a model performs the last one that it finds.
 *
 * @throws NothingToSee when the turn has no script
 */
export function withScript(turn: Turn, change: (script: Script) => Script): Turn {
  return { ...turn, content: carryScript(turn.content, change(scriptIn(turn, 'the turn of the scenario'))) };
}

/** What the model of a scenario does. @throws NothingToSee when the scenario has no script */
export function scriptOf(t: CheckContext, name: ScenarioName): Script {
  return scriptIn(t.scenario(name), `the scenario ${name} of the profile`);
}

/** Without a script, nothing is known of what the model does. */
function scriptIn({ content }: Turn, where: string): Script {
  const script = findScript(content);
  if (!script) throw new NothingToSee(`${where} has no script`);
  return script;
}

/** What a script does before the last words that it says. */
export function actsBeforeEnd(script: Script): Script {
  return script.slice(0, script.findLastIndex((act) => !('say' in act || 'echo' in act)) + 1);
}

/** The calls of a script, and of the scripts of its tasks. */
export function callsOf(script: Script): readonly ScriptedCall[] {
  return script.flatMap((act) => {
    if ('delegate' in act) return act.delegate.flatMap((task) => callsOf(task.script ?? []));
    if (!('call' in act)) return [];
    return 'tool' in act.call ? [act.call] : act.call;
  });
}

/** An act that makes a turn ask: it calls tools, shows a plan, or asks the person a question. */
export type AskingAct = Extract<Act, { call: unknown } | { plan: unknown } | { ask: unknown }>;

/** The first act of a script, or of the first task that it delegates, that makes it ask. @throws NothingToSee when there is none */
export function askingActOf(script: Script): AskingAct {
  const acts = script.flatMap((act) => ('delegate' in act ? (act.delegate[0]?.script ?? []) : [act]));
  const found = acts.find((act) => 'call' in act || 'plan' in act || 'ask' in act);
  if (!found) throw new NothingToSee('no act of the script asks for anything');
  return found as AskingAct;
}

/** The same acts as the script of every task that a script delegates. @throws NothingToSee when it delegates nothing that it names so */
export function inTasks(script: Script, acts: Script): Script {
  return inEachTask(script, () => acts);
}

/**
 * A script that delegates the tasks of another one and does nothing else.
 *
 * @param play what a task does, by its own script and its place
 * @throws NothingToSee when the other one delegates nothing that it names so
 */
export function inEachTask(script: Script, play: (own: Script, at: number) => Script): Script {
  const delegating = script.find((act) => 'delegate' in act);
  if (!delegating) throw new NothingToSee('no act of the script delegates');
  const { delegate } = delegating;
  return [{ delegate: delegate.map((task, at) => ({ ...task, script: play(task.script ?? [], at) })) }];
}

/** The acts as the script of every task, whose results the turn then repeats. @throws NothingToSee when the script delegates nothing */
export function toldByTasks(script: Script, acts: Script): Script {
  return [...inTasks(script, acts), { echo: 'results' }];
}

/** What a script does before its last words, several times. */
export function actsRepeated(script: Script, times: number): Script {
  const acts = actsBeforeEnd(script);
  return Array.from({ length: times }, () => acts).flat();
}

/** Changes a script so that each of its tasks says something before whatever else it does. */
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
