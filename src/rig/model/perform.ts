import { randomUUID } from 'node:crypto';
import { type Clock, pause, waitForAbort } from '../clock.ts';
import type { ToolUse } from '../script/bind-tools.ts';
import type { ReplyAct } from '../script/next-reply.ts';
import { splitText } from '../script/split-text.ts';

export interface MadeCall {
  readonly id: string;
  readonly name: string;
  /** A JSON object. */
  readonly arguments: string;
}

/** `whole`: everything was said. The others are the ways in which a script lets a provider fail. */
export type Ending = 'whole' | 'outage' | 'refusal' | 'unreachable';

/** What a reply is made of, in its order; `end` comes once, and nothing after it. */
export type Part =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'reasoning'; readonly text: string }
  | { readonly type: 'call'; readonly call: MadeCall }
  /** From here on nothing is said for a while, or for ever. */
  | { readonly type: 'silence' }
  | { readonly type: 'end'; readonly ending: Ending };

const SECOND = 1000;

/** Does the acts of a reply, and takes the time that they take. @throws the signal's reason when it is aborted */
export async function* perform(
  acts: readonly ReplyAct[],
  clock: Clock,
  signal: AbortSignal,
): AsyncGenerator<Part> {
  for (const act of acts) {
    signal.throwIfAborted();
    if ('fail' in act) return yield { type: 'end', ending: act.fail };
    if ('wait' in act || 'hang' in act) {
      yield { type: 'silence' };
      await ('wait' in act ? pause(clock, act.wait * SECOND, signal) : waitForAbort(signal));
    } else {
      yield* utter(act);
    }
  }
  yield { type: 'end', ending: 'whole' };
}

function utter(act: Exclude<ReplyAct, { wait: unknown } | { hang: unknown } | { fail: unknown }>): Part[] {
  if ('say' in act) return splitText(act.say, act.pieces).map((text) => ({ type: 'text', text }));
  if ('reason' in act) return splitText(act.reason).map((text) => ({ type: 'reasoning', text }));
  if ('uses' in act) return act.uses.map((use) => ({ type: 'call', call: makeCall(use) }));
  throw new Error('an echo is filled in before it is performed');
}

/** Ids are never used twice: a service may well keep all calls that wait in one table, whichever turn they belong to. */
function makeCall({ name, input }: ToolUse): MadeCall {
  return {
    id: `call_${randomUUID().replaceAll('-', '').slice(0, 24)}`,
    name,
    arguments: JSON.stringify(input),
  };
}
