import type { Act, Script } from '../../rig/script/act.ts';
import { findScript } from '../../rig/script/find-script.ts';
import { carryScript } from '../../rig/script/render-script.ts';
import type { Turn } from '../drive/actor.ts';
import { NothingToSee } from './interruption.ts';

/**
 * A turn whose script is changed. The new script follows the old one in the content, because a model performs the last one that it finds.
 *
 * @throws NothingToSee when the turn has no script: nothing is known of what its model does
 */
export function withScript(turn: Turn, change: (script: Script) => Script): Turn {
  const script = findScript(turn.content);
  if (!script) throw new NothingToSee('the turn of the scenario has no script that could be changed');
  return { ...turn, content: carryScript(turn.content, change(script)) };
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
  const delegating = script.find((act) => 'delegate' in act);
  if (!delegating) throw new NothingToSee('no act of the script delegates');
  return [{ delegate: delegating.delegate.map((task) => ({ ...task, script: acts })) }];
}
