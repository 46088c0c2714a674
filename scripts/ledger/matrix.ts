import type { Breakage } from '../../src/alterations/breakages/breakage.ts';
import { BREAKAGES, WIRE_BREAKAGES } from '../../src/alterations/breakages/index.ts';
import { CHECKS } from '../../src/conformance/checks/index.ts';
import { DRIVE_LIMITS, type DriveLimits } from '../../src/conformance/drive/limits.ts';
import { PLAIN_FORMS } from '../../src/conformance/verdict/plain-forms.ts';
import { judgeReference } from './judge-reference.ts';

/** What the whole suite says of a server with one breakage. */
export interface MatrixEntry {
  readonly breakage: string;
  readonly isCaught: boolean;
  /** Checks of the broken requirement that found it violated. What everything sent is held to, no check need find. */
  readonly caughtBy: readonly string[];
  /** Other requirements that were found violated. */
  readonly others: readonly string[];
}

/** What only its own test shows, and why the whole suite does not. */
export const SHOWN_ALONE: Readonly<Record<string, string>> = {
  'interactions.pause.pings':
    'Two minutes without a ping are too short to be held against a server whose timers run a hundred times faster.',
  'interactions.cancel-auth.connects-nothing':
    'The first check that declines a connection makes it, and no other check is asked for it then.',
  'idempotency.replay.after-disconnect':
    'A busy server hears that a turn is cancelled before it hears that its client is gone.',
};

/** The breakages of the matrix. Those of shapes are judged on recorded answers, one by one. */
export const MATRIX: readonly Breakage[] = [...BREAKAGES, ...WIRE_BREAKAGES].filter(
  ({ id }) => !(id in SHOWN_ALONE),
);

/** Waits of half an hour are kept apart: while they pass, other servers are judged. */
const LONG = 100_000;
const plainForms = new Set(Object.values(PLAIN_FORMS).map(({ check }) => check));
const long = CHECKS.filter(({ waits = 0 }) => waits >= LONG);
const short = CHECKS.filter((check) => !long.includes(check));
/** With the checks that tell what merely follows from another violation. */
const longOnes = CHECKS.filter((check) => long.includes(check) || plainForms.has(check.id));

/** Runs the checks that are over soon, one server at a time: what they wait for is real time. */
export function judgeShort(breakage: Breakage): Promise<MatrixEntry> {
  return judge(breakage, short);
}

/** Runs the checks that wait for minutes. Many servers can be judged side by side. */
export function judgeLong(breakage: Breakage): Promise<MatrixEntry> {
  return judge(breakage, longOnes);
}

/** What both parts of the suite say, as one. */
export function joinEntries({ breakage, ...one }: MatrixEntry, another: MatrixEntry): MatrixEntry {
  return {
    breakage,
    isCaught: one.isCaught || another.isCaught,
    caughtBy: [...new Set([...one.caughtBy, ...another.caughtBy])].sort(),
    others: [...new Set([...one.others, ...another.others])].sort(),
  };
}

/** Of the real clock. Half an hour of the service is eighteen seconds, and a turn that goes on for ever shall not hold up the rest. */
const LIMITS: DriveLimits = { ...DRIVE_LIMITS, firstByte: 30_000, idle: 15_000, total: 30_000 };

async function judge(breakage: Breakage, checks: typeof CHECKS): Promise<MatrixEntry> {
  const { report, exchanges, defects } = await judgeReference({
    checks,
    decorators: [breakage],
    limits: LIMITS,
  });
  // Outages that are asked for are reported too; a slip of the breakage's own code is no way to break a requirement.
  const slip = defects.find((defect) => defect instanceof TypeError || defect instanceof ReferenceError);
  if (slip) throw new Error(`${breakage.id} has a fault of its own`, { cause: slip });
  const violated = report.requirements.filter(({ violations }) => violations > 0);
  const own = violated.find(({ id }) => id === breakage.requirement);
  const makers = (own?.findings ?? []).flatMap(({ exchange = -1 }) => exchanges[exchange]?.check ?? []);
  const declared = new Set(checks.filter(verifies(breakage)).map(({ id }) => id));
  return {
    breakage: breakage.id,
    isCaught: own !== undefined,
    caughtBy: [...new Set(makers)].filter((id) => declared.has(id)).sort(),
    others: violated.map(({ id }) => id).filter((id) => id !== breakage.requirement),
  };
}

function verifies({ requirement }: Breakage) {
  return ({ requirements }: { readonly requirements: readonly string[] }) =>
    requirements.includes(requirement);
}
