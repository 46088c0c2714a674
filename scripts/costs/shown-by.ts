import type { LoggedExchange } from '../../src/conformance/drive/logged-exchange.ts';
import { ExchangeJudge } from '../../src/conformance/judge/exchange-judge.ts';
import { isEventStream } from '../../src/conformance/judge/headers.ts';
import { Judgement } from '../../src/conformance/judge/judgement.ts';
import type { CheckCost } from '../../src/conformance/run/costs.ts';

/** A requirement of the judge, and a place where a check showed it. */
interface Shown {
  readonly requirement: string;
  readonly place: string;
  readonly check: string;
}

/** The demands of a check: how many entries of the profile it needs, and how long it waits, in milliseconds. */
export interface Demands {
  readonly needs: number;
  readonly waits: number;
}

/**
 * The checks in whose exchanges the judge sees a requirement that no check verifies by itself. For each place of the requirement, this is the
 * check that most targets can run, with the fewest needs and the shortest wait. Among equal checks, one that was listed before is kept, so that
 * a new check rarely changes the list; otherwise it is the check that sends the fewest turns.
 *
 * @param before the lists so far
 * @param isVerified whether a check verifies a requirement by itself
 * @param demandsOf the demands of a check, by its id
 */
export function shownBy(
  exchanges: readonly LoggedExchange[],
  costs: Readonly<Record<string, CheckCost>>,
  isVerified: (requirement: string) => boolean,
  demandsOf: (check: string) => Demands,
  before: Readonly<Record<string, readonly string[]>> = {},
): Record<string, string[]> {
  const shown = exchanges
    .flatMap(judgeAlone)
    .filter(({ requirement }) => !isVerified(requirement))
    // On a busy machine, scaled timers let pings reach other checks too.
    .filter(({ requirement, check }) => !ABOUT_PINGS.test(requirement) || demandsOf(check).waits > 0);
  const turnsOf = ({ check }: Shown) => costs[check]?.turns ?? 0;
  const needsOf = ({ check }: Shown) => demandsOf(check).needs;
  const waitsOf = ({ check }: Shown) => demandsOf(check).waits;
  const isNew = ({ requirement, check }: Shown) => Number(!before[requirement]?.includes(check));
  shown.sort(
    (a, b) =>
      needsOf(a) - needsOf(b) ||
      waitsOf(a) - waitsOf(b) ||
      isNew(a) - isNew(b) ||
      turnsOf(a) - turnsOf(b) ||
      (a.check < b.check ? -1 : 1),
  );
  const byRequirement = Map.groupBy(shown, ({ requirement }) => requirement);
  return Object.fromEntries(
    [...byRequirement]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([requirement, those]) => {
        const cheapest = new Map(those.toReversed().map(({ place, check }) => [place, check]));
        return [requirement, [...new Set(cheapest.values())].sort()];
      }),
  );
}

const ABOUT_PINGS = /(^|\.)pings?(\.|$)/;

/** The requirements that the judge sees in one exchange. */
function judgeAlone({ check, request, status, headers, chunks, end }: LoggedExchange): Shown[] {
  // A check closes a stream once it has seen what it looks for.
  const isWhole = end === 'server' || (end === 'client' && isEventStream(headers));
  if (status === undefined || !headers || !isWhole) return [];
  const judgement = new Judgement();
  const judge = new ExchangeJudge(judgement, request, { timeScale: 1 });
  judge.respond({ status, headers });
  for (const { bytes, at } of chunks) judge.push(bytes, at);
  judge.end(end);
  return [...judgement.rows].flatMap(([requirement, { exercised, places = ['wire'] }]) =>
    exercised ? [...places].map((place) => ({ requirement, place, check })) : [],
  );
}
