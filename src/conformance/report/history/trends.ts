import { removedRow } from '../../registry/removed-rows.ts';
import { CONFIDENCE, shareBounds } from '../../verdict/share-bounds.ts';
import { sanitize } from '../sanitize.ts';
import { countOutcomes, type History, isViolated } from './history.ts';

/**
 * `new`: violated in the last run for the first time. `failing`: violated since a certain run. `flaky`: violated and met by turns. `mended`:
 * met so often since the last violation that chance does not explain it.
 */
export type TrendKind = 'new' | 'failing' | 'flaky' | 'mended';

/** How the outcomes of a requirement that was violated developed, everywhere or at one place. */
export interface Trend {
  readonly id: string;
  readonly kind: TrendKind;
  /** When the run started with which the last row of equal outcomes began; of a flaky requirement, the first run that violated it. */
  readonly since: string;
  /** Whether it may have begun before the first run of the history. */
  readonly isOlder: boolean;
  /** In how many runs it was violated. */
  readonly violated: number;
  /** In how many runs it was judged. */
  readonly judged: number;
  /** Whether the last run is worse than the others: newly violated, or violated more often than before, beyond chance. */
  readonly isWorse: boolean;
  /** One letter for each run: `f` failed, `w` warned, `p` passed, `.` not judged. */
  readonly outcomes: string;
  /** For a requirement that the package no longer has: the one that took its place. */
  readonly instead?: string;
}

const KINDS: readonly TrendKind[] = ['new', 'failing', 'flaky', 'mended'];

/** The trends of all requirements that some run violated: the worst kind first, and those that are violated most often first. */
export function findTrends({ runs, outcomes: all }: History): Trend[] {
  return Object.entries(all)
    .flatMap(([id, outcomes]) => findTrend(id, outcomes, runs) ?? [])
    .sort(
      (a, b) =>
        KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) ||
        b.violated / b.judged - a.violated / a.judged ||
        (a.id < b.id ? -1 : 1),
    );
}

function findTrend(id: string, outcomes: string, runs: History['runs']): Trend | undefined {
  const judged = [...outcomes].flatMap((letter, run) =>
    letter === '.' ? [] : [{ run, isBad: isViolated(letter) }],
  );
  const first = judged.findIndex(({ isBad }) => isBad);
  if (first < 0) return undefined;
  const change = judged.findLastIndex(({ isBad }, at) => isBad !== judged[at - 1]?.isBad);
  const begin = judged[change]?.run ?? 0;
  const isBad = judged.at(-1)?.isBad ?? false;
  const kind = kindOf(
    judged.map((each) => each.isBad),
    begin === runs.length - 1,
  );
  const since = kind === 'flaky' ? first : change;
  const removed = removedRow(id);
  const { seen, violated } = countOutcomes(outcomes);
  return {
    id,
    kind,
    since: runs[judged[since]?.run ?? 0]?.started ?? '',
    isOlder: since === 0,
    violated,
    judged: seen,
    isWorse: kind === 'new' || (isBad && rises(outcomes)),
    outcomes,
    ...(removed && { instead: removed.instead }),
  };
}

/** @param bad for each run that judged the requirement, whether it was violated */
function kindOf(bad: readonly boolean[], beginsNow: boolean): TrendKind {
  const changes = bad.filter((isBad, at) => at > 0 && isBad !== bad[at - 1]).length;
  if (bad.at(-1)) {
    if (changes > 1) return 'flaky';
    return changes === 1 && beginsNow ? 'new' : 'failing';
  }
  const last = bad.lastIndexOf(true) + 1;
  const rate = bad.filter(Boolean).length / last;
  // The chance that a requirement with this rate of violations is met in all runs since the last of them.
  return (1 - rate) ** (bad.length - last) < 1 - CONFIDENCE ? 'mended' : 'flaky';
}

/** Whether the later half of the runs violated the requirement more often than the earlier half, beyond chance. */
function rises(outcomes: string): boolean {
  const middle = Math.floor(outcomes.length / 2);
  const [early, late] = [countOutcomes(outcomes.slice(0, middle)), countOutcomes(outcomes.slice(middle))];
  if (early.seen === 0 || late.seen === 0 || early.violated === early.seen) return false;
  return shareBounds(late.violated, late.seen).low > shareBounds(early.violated, early.seen).high;
}

/** How many requirements the run before judged and the last run did not. */
function countLost({ outcomes }: History): number {
  return Object.values(outcomes).filter((letters) => /[fwp]\.$/.test(letters)).length;
}

/** Ids that the summary names. */
const SHOWN_WORSE = 10;

/** What the last run changed, in one line. */
export function summariseHistory(history: History): string {
  const trends = findTrends(history);
  const counts = KINDS.map((kind) => `${trends.filter((trend) => trend.kind === kind).length} ${kind}`);
  const worse = trends.filter(({ isWorse }) => isWorse).map(({ id }) => sanitize(id));
  const lost = countLost(history);
  return [
    worse.length > 0
      ? `worse: ${worse.slice(0, SHOWN_WORSE).join(', ')}${worse.length > SHOWN_WORSE ? ', …' : ''}`
      : 'not worse',
    counts.join(', '),
    ...(lost > 0 ? [`${lost} judged by the run before and not by the last one`] : []),
  ].join('; ');
}
