import { referenceProfileOf } from '../../src/cli/reference-profile.ts';
import { DRIVE_LIMITS } from '../../src/conformance/drive/limits.ts';
import type { LoggedExchange } from '../../src/conformance/drive/logged-exchange.ts';
import { openTransport, type TransportOptions } from '../../src/conformance/drive/undici-transport.ts';
import type { Transport } from '../../src/conformance/drive/wire.ts';
import type { Profile } from '../../src/conformance/profile/profile.ts';
import { loadRegistry } from '../../src/conformance/registry/registry.ts';
import type { TargetReport } from '../../src/conformance/report/model.ts';
import { reportTarget } from '../../src/conformance/report/target.ts';
import { type Plan, planChecks } from '../../src/conformance/run/plan-run.ts';
import { runChecks, type SuiteOptions } from '../../src/conformance/run/run-checks.ts';
import type { Check } from '../../src/conformance/suite/check-kit/check.ts';
import type { CheckOutcome, SettledOutcome } from '../../src/conformance/verdict/outcome.ts';
import type { InnerOptions } from '../../src/reference/inner-options.ts';
import type { Decorator } from '../../src/reference/ports.ts';
import { assemble } from '../../src/reference/start.ts';
import { type Simulation, simulate } from '../simulation/simulation.ts';

export interface ReferenceRun {
  readonly report: TargetReport;
  readonly plan: Plan;
  readonly outcomes: readonly SettledOutcome[];
  readonly exchanges: readonly LoggedExchange[];
  /** Sentences that each explain much of the report. */
  readonly remarks: readonly string[];
  /** The errors that the server reported as its own defects. */
  readonly defects: readonly unknown[];
}

export interface ReferenceRunOptions extends Pick<SuiteOptions, 'mostFindings' | 'retries'> {
  readonly checks: readonly Check[];
  readonly decorators?: readonly Decorator[];
  /** Replaces the default seed. It must have the same tokens and ids. */
  readonly seed?: string;
  readonly concurrency?: number;
  /** Replaces the profile of the reference server. */
  readonly changeProfile?: (profile: Profile) => Profile | Promise<Profile>;
  /** Orders events that are ready at the same time, and splits bytes into chunks. */
  readonly simulationSeed?: number | undefined;
  /** Called when a check has ended. */
  readonly onOutcome?: (outcome: CheckOutcome) => void;
}

/** How the suite reaches a server. */
export interface Reach extends Pick<TransportOptions, 'clock' | 'connect'> {
  /** Opens a proxy in front of the server. */
  readonly openProxy?: (url: string) => Promise<{ readonly url: string; close(): Promise<void> }>;
}

/** Runs checks against a reference server in this process, on a virtual clock. */
export function judgeReference(options: ReferenceRunOptions): Promise<ReferenceRun> {
  return simulate((simulation) => judgeIn(simulation, options), { seed: options.simulationSeed });
}

/** The same, in a simulation with other servers. */
export async function judgeIn(
  { clock, network: { listen, connect } }: Simulation,
  options: ReferenceRunOptions,
): Promise<ReferenceRun> {
  return judgeAssembled({ clock, listen }, { clock, connect }, options);
}

/**
 * Assembles a reference server, runs checks against it, and closes it.
 *
 * @param inner how the server differs from the one that users start
 * @param reach how the suite reaches it
 */
export async function judgeAssembled(
  inner: InnerOptions,
  reach: Reach,
  { checks, concurrency, onOutcome, mostFindings, retries, ...server }: ReferenceRunOptions,
): Promise<ReferenceRun> {
  return atAssembled(inner, reach, server, async ({ profile, transport, defects }) => {
    const plan = planChecks(checks, profile, { only: [], skip: [], isFast: false, isLong: true });
    const registry = loadRegistry();
    const { requirements } = registry;
    const { judgement, outcomes, exchanges, remarks } = await runChecks({
      plan,
      profile,
      transport,
      requirements,
      concurrency,
      onOutcome,
      mostFindings,
      retries,
    });
    const report = reportTarget('the reference server', judgement, registry);
    return { report, plan, outcomes, exchanges, remarks, defects };
  });
}

/** An assembled reference server, as the suite sees it. */
export interface Assembled {
  readonly profile: Profile;
  readonly transport: Transport;
  /** The errors that the server reported as its own defects. */
  readonly defects: readonly unknown[];
}

/** Assembles a reference server, does some work against it, and closes it. */
export async function atAssembled<Result>(
  inner: InnerOptions,
  { openProxy, ...reach }: Reach,
  { decorators = [], seed, changeProfile }: Omit<ReferenceRunOptions, 'checks'>,
  work: (assembled: Assembled) => Promise<Result>,
): Promise<Result> {
  const defects: unknown[] = [];
  const server = await assemble({
    faults: true,
    decorators,
    report: (defect) => defects.push(defect),
    ...(seed !== undefined && { seed }),
    ...inner,
  });
  const proxy = await openProxy?.(server.url);
  const { url } = proxy ?? server;
  const transport = openTransport({ baseUrl: url, limits: DRIVE_LIMITS, ...reach });
  try {
    const own = ownProfile(url, inner.timeScale ?? 1);
    return await work({ profile: (await changeProfile?.(own)) ?? own, transport, defects });
  } finally {
    await transport.close();
    await proxy?.close();
    await server.close();
  }
}

let latest: { readonly url: string; readonly timeScale: number; readonly profile: Profile } | undefined;

/** The profile is cached: every server of a simulation has the same URL, and reading the profile takes as long as a short check. */
function ownProfile(url: string, timeScale: number): Profile {
  if (latest?.url !== url || latest.timeScale !== timeScale)
    latest = { url, timeScale, profile: referenceProfileOf(url, timeScale) };
  return latest.profile;
}

/**
 * The checks whose own claims show that a requirement is violated. The judge finds violations in the exchanges of every check, also of one that
 * can no longer fail, so its findings prove no check.
 */
export function checksThatClaim(requirement: string, { outcomes }: Pick<ReferenceRun, 'outcomes'>): string[] {
  return outcomes.flatMap(({ check, violated }) => (violated.includes(requirement) ? [check.id] : []));
}

/** The checks whose exchanges led to these findings. */
export function checksBehind(
  findings: readonly { readonly exchange?: number }[],
  { exchanges }: Pick<ReferenceRun, 'exchanges'>,
): string[] {
  return findings.flatMap(({ exchange = -1 }) => exchanges[exchange]?.check ?? []);
}

/**
 * The ids of checks that prove nothing at the sound server: in auto mode, it settles the interactions of its turns itself, and it cancels a turn
 * whatever the cancel names.
 */
export const IDLE_AT_SOUND = /^turns\.send\.interaction-cut\.|\.resolved-cancel$/;

/** The findings with the given statuses in a report, one per line. */
export function alarmsIn({ requirements }: TargetReport, statuses: readonly string[] = ['failed']): string[] {
  return requirements
    .filter(({ status }) => statuses.includes(status))
    .flatMap(({ findings }) =>
      findings.map(({ requirement, expected, actual }) => `${requirement}: ${expected}; ${actual}`),
    );
}
