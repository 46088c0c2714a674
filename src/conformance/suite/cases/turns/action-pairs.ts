import type { Need } from '../../../../../generated/ids.d.ts';
import { type Check, check } from '../../check-kit/check.ts';
import {
  ENDS,
  type End,
  FAILOVER,
  needsOf,
  THOUGHT,
  TURN_ACTIONS,
  WORDS,
} from '../../check-kit/composed-turn.ts';
import { CHANNELS, type CheckContext, type SmallerSituations } from '../../check-kit/context.ts';
import type { Situation } from '../../check-kit/situation.ts';
import { isScripted } from '../../check-kit/turns.ts';
import { isStreamed, type Planned, runTurns, SHOWN, showsActions } from './planned-turns.ts';

const END_NAMES = Object.keys(ENDS) as End[];

/** What two turns of an incognito chat do. */
const INCOGNITO = [
  { name: 'words', courses: [[WORDS], [FAILOVER, THOUGHT]] },
  { name: 'thought', courses: [[THOUGHT, WORDS], [FAILOVER]] },
];

/**
 * Every pair of actions of a turn, in order, followed by one of the endings. The judge compares each end with its replay and the listing.
 */
export const actionPairChecks: readonly Check[] = [
  ...TURN_ACTIONS.flatMap((one, at) =>
    TURN_ACTIONS.slice(at).map((other, further) =>
      checkOf(
        `turns.pairs.${one.name}.${other.name}`,
        [
          { actions: [one, other], end: endAfter(at, at + further), channel: 'blocking' },
          { actions: [other, one], end: endAfter(at + further, at, other === one), channel: 'streaming' },
          // The text before the other action is part of the full answer that a new provider's text replaces.
          ...(one === FAILOVER || other === FAILOVER
            ? [
                {
                  actions: [WORDS, one === FAILOVER ? other : one, FAILOVER],
                  end: 'completed',
                  channel: 'streaming',
                } as const,
              ]
            : []),
        ],
        ['scenario:upstream_failure', ...needsOf(one), ...(other === one ? [] : needsOf(other))],
      ),
    ),
  ),
  // Over these two turns, every action comes before every other one.
  ...[TURN_ACTIONS, TURN_ACTIONS.toReversed()].map((actions, at) =>
    checkOf(
      `turns.pairs.all${at === 0 ? '' : '.reversed'}`,
      [{ actions, end: 'completed', channel: 'streaming' }],
      ['scenario:upstream_failure', ...new Set(actions.flatMap(needsOf))],
    ),
  ),
  ...END_NAMES.flatMap((end) =>
    // A blocking turn is not cancelled.
    (end === 'cancelled' ? (['streaming'] as const) : CHANNELS).flatMap((channel) =>
      INCOGNITO.map(({ name, courses }) =>
        checkOf(
          `turns.pairs.incognito.${name}.${end}.${channel}`,
          courses.map((actions) => ({ actions, end, channel, isIncognito: true })),
          ['scenario:upstream_failure', 'scenario:anonymization'],
        ),
      ),
    ),
  ),
];

function checkOf(id: string, turns: readonly Planned[], needs: readonly Need[]): Check {
  const shown = SHOWN.filter(({ by }) => turns.some(by));
  return check({
    id,
    situations: turns.filter(showsActions).map(situationOf),
    requirements: shown.map(({ requirement }) => requirement),
    ...(shown.some(({ requirement }) => requirement === 'errors.turn-failed.answer') && {
      arranges: ['upstream-failure'],
    }),
    needs,
    async run(t) {
      skipUnlessScripted(t);
      const before = t.violated.length;
      try {
        await runTurns(t, turns);
      } finally {
        const rows = shown.map(({ requirement }): string => requirement);
        t.lookAgain(t.violated.slice(before), fewerActions(turns, rows));
      }
    },
  });
}

/**
 * Turns with one action, or else with every action left out that the violation does not need.
 *
 * @param rows the requirements that the check declares
 */
function* fewerActions(turns: readonly Planned[], rows: readonly string[]): SmallerSituations {
  const isDeclared = (turn: Planned) =>
    SHOWN.every(({ requirement, by }) => !by(turn) || rows.includes(requirement));
  const composed = turns.filter(({ actions }) => actions.length > 1);
  for (const turn of composed.flatMap((each) =>
    [...new Set(each.actions)].map((action) => ({ ...each, actions: [action] })),
  ))
    if (isDeclared(turn) && (yield (t) => runTurns(t, [turn]))) return;
  for (const turn of composed.filter(({ actions }) => actions.length > 2)) {
    let needed = turn.actions;
    for (const action of turn.actions) {
      const fewer = { ...turn, actions: needed.filter((each) => each !== action) };
      if (isDeclared(fewer) && (yield (t) => runTurns(t, [fewer]))) needed = fewer.actions;
    }
  }
}

function situationOf(turn: Planned): Situation {
  const { actions, end, isIncognito = false } = turn;
  return {
    probe: 'replay and listing',
    course: actions.map(({ name }) => name),
    end,
    channel: isStreamed(turn) ? 'streaming' : 'blocking',
    ...(isIncognito && { chat: 'incognito' }),
  };
}

/** @throws NothingToSee when the scenarios have no scripts */
function skipUnlessScripted(t: CheckContext): void {
  const hasScripts = isScripted(t.scenario('upstream_failure'));
  t.skipIf(!hasScripts, 'what a model without a script does is not known');
}

/** The ending after two actions, by their numbers. Each action meets each ending, as the first and as the last of two. */
function endAfter(first: number, last: number, isAgain = false): End {
  return END_NAMES[(first + 2 * last + Number(isAgain)) % END_NAMES.length] as End;
}
