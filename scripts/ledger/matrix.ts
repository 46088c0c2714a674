import type { Breakage } from '../../src/alterations/alteration.ts';
import { BREAKAGES, WIRE_BREAKAGES } from '../../src/alterations/breakages/index.ts';
import type { Check } from '../../src/conformance/check-kit/check.ts';
import { CHECKS } from '../../src/conformance/checks/index.ts';
import { PLAIN_FORMS } from '../../src/conformance/verdict/plain-forms.ts';
import { checksBehind, judgeReference } from './judge-reference.ts';

/** The result of the whole suite against a server with one breakage. */
export interface MatrixEntry {
  readonly breakage: string;
  readonly isCaught: boolean;
  /** The checks of the broken requirement that found it violated. Empty when the judge alone found it. */
  readonly caughtBy: readonly string[];
  /** The other requirements that were found violated. */
  readonly others: readonly string[];
}

/** Breakages that only their own test catches, with the reason why the whole suite does not. */
export const SHOWN_ALONE: Readonly<Record<string, string>> = {
  'interactions.pause.pings':
    'The suite runs the timers a hundred times faster, and then two minutes without a ping are too short to count.',
  'interactions.cancel-auth.connects-nothing':
    'After the first check has declined a connection, the server asks no other check for one.',
  'idempotency.replay.after-disconnect':
    'A busy server learns that the turn is cancelled before it learns that the client has left.',
};

/** The breakages that the whole suite judges. Breakages of shapes are judged on recorded answers instead. */
export const MATRIX: readonly Breakage[] = [...BREAKAGES, ...WIRE_BREAKAGES].filter(
  ({ id }) => !(id in SHOWN_ALONE),
);

/** Checks that wait longer, in milliseconds, run apart from the others, so that many servers can wait at the same time. */
const LONG = 100_000;
const plainForms = new Set<string>(Object.values(PLAIN_FORMS).map(({ check }) => check));
const long = CHECKS.filter(({ waits = 0 }) => waits >= LONG);
const short = CHECKS.filter((check) => !long.includes(check));
/** Includes the plain forms, because they show which findings only follow from another violation. */
const longOnes = CHECKS.filter((check) => long.includes(check) || plainForms.has(check.id));

/** Runs the checks that finish soon, on one server at a time, because their short waits are sensitive to load. */
export function judgeShort(breakage: Breakage): Promise<MatrixEntry> {
  return judge(breakage, short);
}

/** Runs the checks that wait for minutes. Many servers can be judged side by side. */
export function judgeLong(breakage: Breakage): Promise<MatrixEntry> {
  return judge(breakage, longOnes);
}

/** Combines the results of both parts of the suite. */
export function joinEntries({ breakage, ...one }: MatrixEntry, another: MatrixEntry): MatrixEntry {
  return {
    breakage,
    isCaught: one.isCaught || another.isCaught,
    caughtBy: [...new Set([...one.caughtBy, ...another.caughtBy])].sort(),
    others: [...new Set([...one.others, ...another.others])].sort(),
  };
}

async function judge(breakage: Breakage, checks: typeof CHECKS): Promise<MatrixEntry> {
  const run = await judgeReference({ checks, decorators: [breakage] });
  const { report, defects } = run;
  // The server also reports outages that a request asked for. A programming error in the breakage must not count as a violation.
  const slip = defects.find((defect) => defect instanceof TypeError || defect instanceof ReferenceError);
  if (slip) throw new Error(`${breakage.id} has a programming error`, { cause: slip });
  const violated = report.requirements.filter(({ violations }) => violations > 0);
  const own = violated.find(({ id }) => id === breakage.requirement);
  const makers = checksBehind(own?.findings ?? [], run);
  const declared = verifiersOf(breakage).map(({ id }) => id);
  return {
    breakage: breakage.id,
    isCaught: own !== undefined,
    caughtBy: [...new Set(makers)].filter((id) => declared.includes(id)).sort(),
    others: violated.map(({ id }) => id).filter((id) => id !== breakage.requirement),
  };
}

/** The checks that verify the requirement that is broken. */
export function verifiersOf({ requirement }: Breakage): readonly Check[] {
  return CHECKS.filter(({ requirements }) => requirements.includes(requirement));
}
