import type { Need, ScenarioName } from '../../../generated/ids.d.ts';
import type { Act, Script } from '../../rig/script/act.ts';
import { renderScript } from '../../rig/script/render-script.ts';
import type { Turn } from '../drive/actor.ts';
import type { CheckContext } from '../suite/check-kit/context.ts';
import { deedsOf, inARow, scriptOf } from '../suite/check-kit/scripted-turn.ts';

/** Something that a turn can do. */
interface Deed {
  /** The scenario that does it, or acts that need none. */
  readonly does: ScenarioName | Script;
  readonly asks?: boolean;
}

/** What a turn can do, by name. */
export const DEEDS: Readonly<Record<string, Deed>> = {
  words: { does: [{ say: 'One thing first. ' }] },
  thought: { does: [{ reason: 'I think about it.' }] },
  tool: { does: 'tool_use' },
  approval: { does: 'tool_approval', asks: true },
  plan: { does: 'plan', asks: true },
  question: { does: 'elicitation', asks: true },
  connection: { does: 'auth_required', asks: true },
  agents: { does: 'agents' },
  'task-approval': { does: 'agents_with_tool_approval', asks: true },
  'two-approvals': { does: 'agents_two_actions', asks: true },
  failover: {
    does: [{ say: 'This will not stand. ' }, { failover: true }, { say: 'Another one goes on. ' }],
  },
};

/** The last words of a turn that completes. Their end may look like the beginning of a placeholder. */
export const LAST = 'That is all [';
/** What a turn says before it does nothing. */
export const HELD = 'And then';
/** Longer than a sequence lasts, in seconds of the service's time. */
const LONG = 1200;

/** How a turn ends, after what it has done. */
export const ENDS = {
  completes: [{ say: LAST }],
  holds: [{ say: `${HELD} ` }, { wait: LONG }, { say: LAST }],
  fails: [{ fail: 'outage' }],
} as const satisfies Readonly<Record<string, readonly Act[]>>;

export type End = keyof typeof ENDS;

/** What a turn with a course and an end needs of the profile. A turn that does one thing alone needs no script. */
export function needsOfCourse(deeds: readonly string[], end: string): readonly Need[] {
  const scenarios = deeds.flatMap((deed): Need[] => {
    const does = DEEDS[deed]?.does;
    return typeof does === 'string' ? [`scenario:${does}`] : [];
  });
  return [...scenarios, end === 'fails' ? 'scenario:upstream_failure' : 'scenario:long_turn'];
}

/** Whether a turn asks something on its way, if its mode lets it. */
export function asks(deeds: readonly string[]): boolean {
  return deeds.some((deed) => DEEDS[deed]?.asks);
}

/** The turn that does these things and then ends. @throws NothingToSee when a scenario of the profile has no script */
export function turnOf(t: CheckContext, deeds: readonly string[], end: End): Turn {
  const parts = deeds.map((deed) => DEEDS[deed]?.does ?? []);
  const scenarios = parts.filter((does) => typeof does === 'string');
  const done = parts.flatMap((does) => (typeof does === 'string' ? deedsOf(scriptOf(t, does)) : does));
  return { ...inARow(t, ...scenarios), content: renderScript([...done, ...ENDS[end]]) };
}
