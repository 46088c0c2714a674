import { randomUUID } from 'node:crypto';
import { writeJson } from '../../exact-json/exact-number.ts';
import { type Clock, pause, waitForAbort } from '../clock.ts';
import type { ToolUse } from '../script/bind-tools.ts';
import type { ReplyAct } from '../script/next-reply.ts';
import { splitText } from '../script/split-text.ts';
import type { Ending } from './ending.ts';

/** A tool call with an id. */
export interface MadeCall {
  readonly id: string;
  readonly name: string;
  /** A JSON object. */
  readonly arguments: string;
}

/** The parts of a reply, in order. `end` comes exactly once and is the last part. */
export type Part =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'reasoning'; readonly text: string }
  | { readonly type: 'call'; readonly call: MadeCall }
  /** The reply pauses here, possibly for ever. */
  | { readonly type: 'silence' }
  | { readonly type: 'end'; readonly ending: Ending };

const SECOND = 1000;

/** Performs the acts of a reply, including their waits. @throws the signal's reason on abort */
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

/** Ids are unique across turns, since a service may store all waiting calls in one table. */
function makeCall({ name, input }: ToolUse): MadeCall {
  return {
    id: `call_${randomUUID().replaceAll('-', '').slice(0, 24)}`,
    name,
    arguments: writeJson(input),
  };
}
