import type { ScenarioName } from '../../../../generated/ids.d.ts';
import type { Act, Script } from '../../../rig/script/act.ts';
import { renderScript } from '../../../rig/script/render-script.ts';
import type { Turn } from '../../drive/actor.ts';
import { Answer } from '../../drive/answer.ts';
import type { LiveStream } from '../../drive/live-stream.ts';
import { ANY_LINES } from './any-text.ts';
import type { CheckContext } from './context.ts';
import { actsBeforeEnd, composeTurn, scriptOf } from './scripted-turn.ts';

/** Something that a turn can do before it ends. */
export interface TurnAction {
  readonly name: string;
  /** What the turn does, such as `uses a tool`. */
  readonly phrase: string;
  /** The scenario that does it, or script acts that need no scenario. */
  readonly does: ScenarioName | Script;
  readonly asks?: boolean;
  readonly delegates?: boolean;
  readonly hasStep?: boolean;
}

/** What a provider says before it fails and another one restarts the reply. */
export const DISCARDED = 'This will not stand. ';
/** The first words of the provider that takes over. */
const TAKEN_OVER = 'Another one goes on. ';

export const WORDS: TurnAction = {
  name: 'words',
  phrase: 'says something',
  does: [{ say: 'One thing first. ' }],
};
// Some protocols between a service and a model carry no reasoning, so reasoning may not show as a step.
export const THOUGHT: TurnAction = {
  name: 'thought',
  phrase: 'thinks',
  does: [{ reason: 'I think about it.' }],
};
export const FAILOVER: TurnAction = {
  name: 'failover',
  phrase: 'fails over to another provider',
  does: [{ say: DISCARDED }, { failover: true }, { say: TAKEN_OVER }],
};

export const AGENTS: TurnAction = {
  name: 'agents',
  phrase: 'delegates to agents',
  does: 'agents',
  delegates: true,
  hasStep: true,
};

/** Add a new action at the end: the place of an action decides how the turns with it end. */
export const TURN_ACTIONS: readonly TurnAction[] = [
  WORDS,
  THOUGHT,
  { name: 'tool', phrase: 'uses a tool', does: 'tool_use', hasStep: true },
  { name: 'approval', phrase: 'asks to use a tool', does: 'tool_approval', asks: true, hasStep: true },
  { name: 'plan', phrase: 'asks to approve a plan', does: 'plan', asks: true },
  { name: 'question', phrase: 'asks a question', does: 'elicitation', asks: true },
  { name: 'connection', phrase: 'asks for a sign-in', does: 'auth_required', asks: true },
  AGENTS,
  {
    name: 'agents-approval',
    phrase: 'delegates to an agent that asks to use a tool',
    does: 'agents_with_tool_approval',
    asks: true,
    delegates: true,
    hasStep: true,
  },
  FAILOVER,
];

export const DONE = 'That is all';
/** The last words of a turn that completes. They end like the beginning of a placeholder. */
export const LAST = `${DONE} [`;
/** What a turn says just before it waits to be cancelled. */
export const CUT = 'And then';
/** Longer than any check or sequence of steps watches a turn, in seconds of the service's time. */
const LONG = 1200;

/** How a turn ends after its actions. */
export const ENDS = {
  // What a service might damage comes first: the views of a turn have to agree about it, but nothing says that a model's text is kept as it is.
  completed: [{ say: `${ANY_LINES} ${LAST}` }],
  outage: [{ fail: 'outage' }],
  cancelled: [{ say: `${CUT} ` }, { wait: LONG }, { say: LAST }],
  unreached: [{ fail: 'unreachable' }],
  declined: [{ fail: 'refusal' }],
} as const satisfies Readonly<Record<string, readonly Act[]>>;

export type End = keyof typeof ENDS;

/** What an action needs from the profile. */
export function needsOf({ does }: TurnAction) {
  return typeof does === 'string' ? ([`scenario:${does}`] as const) : [];
}

/**
 * The script of a turn that does these actions and then ends.
 *
 * @param last how it ends, or the last acts
 * @throws NothingToSee when a scenario of the profile has no script
 */
export function scriptOfCourse(t: CheckContext, actions: readonly TurnAction[], last: End | Script): Script {
  const done = actions.flatMap(({ does }) =>
    typeof does === 'string' ? actsBeforeEnd(scriptOf(t, does)) : does,
  );
  return [...done, ...(typeof last === 'string' ? ENDS[last] : last)];
}

/** The turn that does these actions and then ends. @throws NothingToSee when a scenario of the profile has no script */
export function turnOfCourse(t: CheckContext, actions: readonly TurnAction[], last: End | Script): Turn {
  const scenarios = actions.flatMap(({ does }) => (typeof does === 'string' ? [does] : []));
  return { ...composeTurn(t, ...scenarios), content: renderScript(scriptOfCourse(t, actions, last)) };
}

/** Whether the deltas of a stream show that another provider took over. */
export function hasTakenOver(source: Answer | LiveStream): boolean {
  if (source instanceof Answer) return false;
  return source.events
    .map(({ data }) => data.text)
    .join('')
    .includes(TAKEN_OVER);
}
